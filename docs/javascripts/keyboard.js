// What the theme leaves out of reach of the keyboard.

// A table or a sample that is wider than its place scrolls by itself. The theme wraps tables when it
// comes to that, and what opens or closes changes their place.
const reach = () => {
  for (const wide of document.querySelectorAll(".md-typeset__scrollwrap, pre > code")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
};
document.querySelectorAll("article").forEach((article) => {
  new ResizeObserver(reach).observe(article);
  new MutationObserver(reach).observe(article, { childList: true, subtree: true });
});

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
