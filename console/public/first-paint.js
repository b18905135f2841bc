// Puts the saved display settings on the document before anything is painted, so that a dark desk never flashes white.
// Outside the bundle because it has to block, and because the content policy forbids inline scripts.
// The rules are those of src/lib/settings.ts; src/lib/settings.test.ts holds the two together.
(function () {
  var saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("settings") || "{}") || {};
  } catch {
    // a value that cannot be read counts as none: the defaults of index.html stay
  }
  var root = document.documentElement;
  root.dir = saved.direction === "rtl" ? "rtl" : "ltr";
  root.dataset.theme = saved.theme === "dark" ? "dark" : "light";
  root.dataset.fontSizes = saved.responsiveFontSizes === false ? "fixed" : "responsive";
})();
