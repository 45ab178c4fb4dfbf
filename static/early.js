// Runs before the first paint: says whether figures can come alive, and takes a frame's theme.
(function () {
  var root = document.documentElement;
  var query = new URLSearchParams(location.search);
  var theme = query.get("theme");
  if (theme === "light" || theme === "dark") root.classList.add("theme-" + theme);
  if (query.get("present") === "1") root.classList.add("present");
  if (typeof WebAssembly !== "object" || !("noModule" in HTMLScriptElement.prototype)) return;
  root.classList.add("js");
  // A script that can't be loaded must leave nothing hidden.
  document.addEventListener("error", function (event) {
    if (event.target instanceof HTMLScriptElement) root.classList.remove("js");
  }, true);
})();
