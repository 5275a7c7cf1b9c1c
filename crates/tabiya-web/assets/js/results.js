// @ts-check
// Charts of results: a bar, and columns by year.

import { count, h, s } from "./dom.js";
import { byYear, describeResults, games, shares } from "./resultsums.js";

/** @typedef {import("./resultsums.js").Results} Results */

/**
 * A bar of white, gray and black, with percentages where there is room.
 * @param {Results} results
 */
export function resultBar(results) {
  const parts = shares(results).filter(({ share }) => share > 0).map(({ kind, share }) => {
    const part = h("i", { class: kind }, share >= 16 ? `${Math.round(share)}%` : "");
    part.style.width = `${share}%`;
    return part;
  });
  return h("div", { class: "results", role: "img", "aria-label": describeResults(results), title: describeResults(results) }, ...parts);
}

/**
 * A column for each year; null for a single year.
 * @param {({ month: string } & Results)[]} history
 */
export function yearChart(history) {
  const played = byYear(history);
  if (played.length < 2) return null;
  const [first, last] = [played[0][0], played[played.length - 1][0]];
  const [width, height, bottom] = [360, 92, 16];
  const step = width / (last - first + 1);
  const columns = played.flatMap(([year, results]) => column(results, (year - first) * step, Math.max(1, step - 1), height - bottom, `${year}: ${count(games(results))} games, ${describeResults(results)}`));
  const words = `Results by year, ${first} to ${last}: ${first}: ${describeResults(played[0][1])}; ${last}: ${describeResults(played[played.length - 1][1])}`;
  return s("svg", { class: "chart years", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words }, ...columns,
    s("text", { x: 0, y: height - 3 }, first), s("text", { x: width, y: height - 3, "text-anchor": "end" }, last));
}

/**
 * @param {Results} results
 * @param {number} x
 * @param {number} width
 * @param {number} height
 * @param {string} words
 */
function column(results, x, width, height, words) {
  let y = 0;
  // White below, as on the board.
  return shares(results).reverse().filter(({ share }) => share > 0).map(({ kind, share }) => {
    const part = s("rect", { class: kind, x, y, width, height: (share * height) / 100 }, s("title", {}, words));
    y += (share * height) / 100;
    return part;
  });
}
