// What the keyboard has reached: the part of the page, its words, and whether one sees it there.
async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame().then(frame); // whatever a key opens is there
  const parts = {
    "skip link": ".md-skip", search: ".md-search", header: ".md-header", tabs: ".md-tabs",
    navigation: ".md-sidebar--primary", contents: ".md-sidebar--secondary", text: "article",
    footer: ".md-footer",
  };
  const element = document.activeElement;
  if (element === document.body) return null;
  const part = Object.keys(parts).find((name) => element.closest(parts[name])) || "elsewhere";
  // Of the switch of colours one sees the label.
  const shown = element.type === "radio" ? element.nextElementSibling : element;
  const box = shown.getBoundingClientRect(), style = getComputedStyle(shown);
  const within = box.width > 1 && box.height > 1 && box.right > 0 && box.bottom > 0
    && box.left < innerWidth && box.top < innerHeight && shown.checkVisibility({checkOpacity: true});
  const lined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  const words = element.getAttribute("aria-label") || element.textContent || element.localName;
  return [part, words.trim().replace(/\s+/g, " ").slice(0, 60), within && lined];
}
