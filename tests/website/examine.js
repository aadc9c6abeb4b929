// What breaks rules of axe-core seriously: [rule, where, why] for each place; and how texts look.
// Contrast takes most of the time and depends on colours and letters alone: of texts that
// look alike one is examined, once for all pages. Nothing comes back where axe-core is missing.
async ([rest, known]) => {
  const looks = new Set(known), grounds = new Map(), texts = [];
  const ground = (element) => {
    if (!element) return "";
    if (!grounds.has(element)) {
      const {backgroundColor, backgroundImage, opacity} = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      const plain = own === "rgba(0, 0, 0, 0) none 1";
      grounds.set(element, ground(element.parentElement) + (plain ? "" : `/${own}`));
    }
    return grounds.get(element);
  };
  for (const element of document.body.querySelectorAll("*")) {
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!words || !element.checkVisibility({checkVisibilityCSS: true})) continue;
    const {color, fontSize, fontWeight} = getComputedStyle(element);
    const look = `${color} ${fontSize} ${fontWeight} on ${ground(element)}`;
    if (!looks.has(look)) texts.push(element);
    looks.add(look);
  }
  if (!rest && !texts.length) return [[], [...looks]];
  if (!window.axe) return null;

  const usual = {resultTypes: ["violations"], preload: false}, runs = [];
  if (rest) {
    runs.push(await axe.run(document, {...usual, rules: {"color-contrast": {enabled: false}}}));
  }
  if (texts.length) {
    runs.push(await axe.run({include: texts}, {...usual, runOnly: ["color-contrast"]}));
  }
  const found = runs
    .flatMap((run) => run.violations)
    .filter((rule) => ["serious", "critical"].includes(rule.impact))
    .flatMap((rule) => rule.nodes.map(
      (node) => [rule.id, node.target.join(" "), node.failureSummary.replace(/\s+/g, " ")]));
  return [found, [...looks]];
}
