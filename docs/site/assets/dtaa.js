// What the theme leaves out for people who use a keyboard or a screen reader.
window.addEventListener("load", () => {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap")) {
    wrap.tabIndex = 0; // a wide table scrolls, also without a mouse
    wrap.setAttribute("role", "group");
    wrap.setAttribute("aria-label", "Table");
  }
  // Every navigation has a name of its own: branches of the tree, and the buttons of each example.
  const branches = document.querySelectorAll("nav.md-nav[data-md-level]:not([data-md-level='0'])");
  branches.forEach((nav, at) => {
    const label = nav.querySelector(".md-nav__title")?.textContent.trim() ?? "Pages";
    nav.removeAttribute("aria-labelledby");
    nav.setAttribute("aria-label", `${label}, branch ${at + 1}`);
  });
  document.querySelectorAll(".md-code__nav").forEach((nav, at) => {
    nav.setAttribute("aria-label", `Example ${at + 1}`);
  });
});
