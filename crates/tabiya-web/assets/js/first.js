// @ts-check
// Runs before anything is painted, so that a dark page does not begin with a flash of light.
document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
try {
  document.documentElement.dataset.theme = localStorage.getItem("tabiya.theme") ?? document.documentElement.dataset.theme;
} catch {
  // A browser that keeps nothing for pages.
}
