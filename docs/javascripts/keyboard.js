// What the theme leaves out of reach of the keyboard.

// A table or a sample that is wider than its place scrolls by itself.
const reached = new ResizeObserver(() => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, pre > code")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
});
document.querySelectorAll("article").forEach((article) => reached.observe(article));

// The theme's labels that stand for buttons know Enter alone.
document.addEventListener("keydown", (event) => {
  if (event.key === " " && event.target.matches("label[tabindex]")) {
    event.preventDefault();
    event.target.click();
  }
});

// On a phone a button opens the search; its field is not passed on the way through the page.
const phone = matchMedia("(max-width: 59.984375em)");
const pass = () => {
  document.querySelector(".md-search__input").tabIndex = phone.matches ? -1 : 0;
};
phone.addEventListener("change", pass);
pass();
