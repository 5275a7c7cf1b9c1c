// @ts-check
// Runs before anything is painted, so that a dark page does not begin with a flash of light, nor a board in the wrong colors.
document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
try {
  document.documentElement.dataset.theme = localStorage.getItem("tabiya.theme") ?? document.documentElement.dataset.theme;
  const liked = JSON.parse(localStorage.getItem("tabiya.settings") ?? "{}");
  if (typeof liked.board === "string") document.documentElement.dataset.board = liked.board;
  if (liked.coordinates === false) document.documentElement.dataset.coordinates = "off";
} catch {
  // A browser that keeps nothing for pages, or something else.
}
