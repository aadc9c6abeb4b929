// Lays pictures out at several widths, measures them, and writes down what is wrong with them.
"use strict";

const HAIR = 0.6; // of the picture's own units: so much may stand over
const SHAPES = ["rect", "polygon", "circle", "ellipse", "path"];
const pen = document.createElement("canvas").getContext("2d");

// The box round points of an element, in the units of its picture.
function box(element, svg, left, top, right, bottom) {
  const matrix = svg.getScreenCTM().inverse().multiply(element.getScreenCTM());
  const ends = [[left, top], [right, top], [right, bottom], [left, bottom]].map(
    ([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
  const offset = svg.viewBox.baseVal;
  const xs = ends.map((end) => end.x + offset.x), ys = ends.map((end) => end.y + offset.y);
  return {left: Math.min(...xs), right: Math.max(...xs),
          top: Math.min(...ys), bottom: Math.max(...ys)};
}

function shapeBox(shape, svg) {
  const b = shape.getBBox();
  return box(shape, svg, b.x, b.y, b.x + b.width, b.y + b.height);
}

// The box of the letters themselves, not of their lines; large ones are measured more exactly.
function textBox(text, svg) {
  const style = getComputedStyle(text), b = text.getBBox();
  const part = parseFloat(style.fontSize) / 200, y = text.y.baseVal.getItem(0).value;
  pen.font = `${style.fontWeight} 200px ${style.fontFamily}`;
  const m = pen.measureText(text.textContent);
  return box(text, svg, b.x - part * m.actualBoundingBoxLeft, y - part * m.actualBoundingBoxAscent,
             b.x + b.width - part * (m.width - m.actualBoundingBoxRight),
             y + part * m.actualBoundingBoxDescent);
}

// How far one box stands out of another.
function over(inner, outer) {
  return Math.max(outer.left - inner.left, inner.right - outer.right,
                  outer.top - inner.top, inner.bottom - outer.bottom);
}

// How far two boxes lie over each other.
function shared(one, other) {
  return Math.min(one.right - other.left, other.right - one.left,
                  one.bottom - other.top, other.bottom - one.top);
}

function luminance(colour) {
  const parts = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}

function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

// The first shape of a thing: it comes right after the title.
function shapeOf(thing) {
  const shape = thing && [...thing.children].find((each) => each.tagName !== "title");
  return shape && SHAPES.includes(shape.tagName) ? shape : null;
}

function isCoordinate(text) {
  const written = text.textContent;
  return /^[a-z][0-9]+$/.test(written) || (/^-?[0-9]+$/.test(written) && text.matches(".quiet"));
}

// How many pixels high letters must be: the sign of a colour stands on the colour itself.
function smallest(text) {
  const isSign = /^[A-Z]{1,3}$/.test(text.textContent) && text.style.fill;
  return isSign || isCoordinate(text) ? 5 : 7;
}

// What lies behind a text that has no ink of its own, as far as the sheet of styles says it.
function ground(text, svg) {
  const shape = shapeOf(text.closest("g[role=img]"));
  const fill = shape ? getComputedStyle(shape).fill : "none";
  return fill === "none" ? getComputedStyle(svg.querySelector(".panel")).fill : fill;
}

function measure(svg, width, complain) {
  const view = svg.viewBox.baseVal, all = svg.getBoundingClientRect();
  const whole = {left: view.x, top: view.y, right: view.x + view.width,
                 bottom: view.y + view.height};
  const expected = Math.min(width, 1.6 * view.width), scale = all.width / view.width;
  if (Math.abs(all.width - expected) > 1) complain("width", `${all.width} not ${expected}`, 0);
  if (Math.abs(all.height - view.height * scale) > 1) complain("height", `${all.height}`, 0);
  for (const thing of svg.querySelectorAll("g[role=img]")) {
    const shape = shapeOf(thing), label = thing.getAttribute("aria-label");
    if (!shape) complain("no shape", label, 0);
    else if (over(shapeBox(shape, svg), whole) > HAIR)
      complain("thing outside", label, over(shapeBox(shape, svg), whole));
  }
  const texts = [...svg.querySelectorAll("text")];
  const boxes = texts.map((text) => textBox(text, svg));
  texts.forEach((text, place) => {
    const written = text.textContent, at = boxes[place];
    const thing = text.closest("g[role=img]"), shape = shapeOf(thing);
    const size = parseFloat(getComputedStyle(text).fontSize) * scale;
    if (over(at, whole) > HAIR) complain("outside", written, over(at, whole));
    if (shape) {
      const too = over(at, shapeBox(shape, svg));
      if (too > HAIR) complain("overflows", `${written} | ${thing.getAttribute("aria-label")}`, too);
    }
    if (size < smallest(text)) complain("small", written, size);
    if (!text.style.fill && contrast(getComputedStyle(text).fill, ground(text, svg)) < 4.5)
      complain("pale", written, contrast(getComputedStyle(text).fill, ground(text, svg)));
    for (let other = 0; other < place; other++) {
      const deep = shared(at, boxes[other]);
      if (deep > HAIR) complain("overlap", `${written} | ${texts[other].textContent}`, deep);
    }
  });
  return texts.length;
}

const found = {dark: matchMedia("(prefers-color-scheme: dark)").matches, texts: 0, complaints: []};
const room = document.getElementById("room");
for (const [name, picture] of Object.entries(PICTURES))
  for (const width of WIDTHS) {
    room.style.width = `${width}px`;
    room.innerHTML = picture;
    found.texts += measure(room.firstElementChild, width, (fault, what, much) =>
      found.complaints.push([name, width, fault, what, Math.round(much * 100) / 100]));
  }
document.body.replaceChildren();
const told = document.createElement("pre");
told.id = "found";
told.textContent = JSON.stringify(found);
document.body.append(told);
