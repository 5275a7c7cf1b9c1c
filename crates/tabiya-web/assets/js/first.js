// @ts-check
// Runs before the first paint, so that a dark page does not flash light and the board has its colors.
document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
try {
  document.documentElement.dataset.theme = localStorage.getItem("tabiya.theme") ?? document.documentElement.dataset.theme;
  const stored = JSON.parse(localStorage.getItem("tabiya.settings") ?? "{}");
  if (typeof stored.board === "string") document.documentElement.dataset.board = stored.board;
  if (stored.coordinates === false) document.documentElement.dataset.coordinates = "off";
} catch {
  // Storage is not available, or has other content.
}
