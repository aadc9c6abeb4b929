// What sticks out of the window, what the keyboard cannot scroll, and pictures that are not shown:
// [kind, what] for each.
async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame().then(frame); // whatever follows the width of the window has done so
  const found = [];
  const named = (element) => {
    const text = element.textContent.trim().slice(0, 40).replace(/\s+/g, " ");
    return `<${element.localName} class="${element.getAttribute("class") || ""}"> ${text}`;
  };
  const room = document.documentElement.clientWidth;
  const wide = document.scrollingElement.scrollWidth;
  if (wide > room) found.push(["overflow", `${wide} px`]);

  // Whatever may scroll by itself may hold more than it shows.
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const walk = (element) => {
    const box = element.getBoundingClientRect();
    if (box.width && box.height && (box.right > room + 1 || box.left < -1)) {
      found.push(["overflow", named(element)]);
    } else if (!scrolls(element)) {
      for (const child of element.children) walk(child);
    }
  };
  for (const content of document.querySelectorAll("article")) {
    walk(content);
    for (const element of content.querySelectorAll("*")) {
      if (element.scrollWidth > element.clientWidth && element.tabIndex < 0 && scrolls(element)) {
        found.push(["out of reach", named(element)]);
      }
    }
  }

  for (const image of document.images) {
    if (!image.complete || !image.naturalWidth) {
      found.push(["picture not shown", image.getAttribute("src")]);
    }
  }
  return found;
}
