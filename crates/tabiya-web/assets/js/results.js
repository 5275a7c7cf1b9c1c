// @ts-check
// How games ended, drawn: as a bar, and year by year.

import { count, h, s } from "./dom.js";

/** @typedef {{ white: number, draws: number, black: number, unknown?: number }} Results */

/** @param {Results} results */
export const games = ({ white, draws, black, unknown = 0 }) => white + draws + black + unknown;

/**
 * The shares of the games that ended, in whole percent.
 * @param {Results} results
 */
function shares({ white, draws, black }) {
  const decided = Math.max(1, white + draws + black);
  return [["white", white, "white won"], ["draws", draws, "drawn"], ["black", black, "black won"]]
    .map(([kind, number, words]) => ({ kind: String(kind), share: (100 * Number(number)) / decided, words: String(words) }));
}

/** @param {Results} results */
function inWords(results) {
  const { white, draws, black, unknown = 0 } = results;
  if (white + draws + black === 0) return "no result is known";
  const parts = shares(results).map(({ share, words }) => `${words} ${Math.round(share)} %`);
  return parts.join(", ") + (unknown > 0 ? `, ${count(unknown)} without a result` : "");
}

/**
 * A bar of white, gray and black; the shares stand in it where there is room.
 * @param {Results} results
 */
export function resultBar(results) {
  const parts = shares(results).filter(({ share }) => share > 0).map(({ kind, share }) => {
    const part = h("i", { class: kind }, share >= 16 ? `${Math.round(share)}%` : "");
    part.style.width = `${share}%`;
    return part;
  });
  return h("div", { class: "results", role: "img", "aria-label": inWords(results), title: inWords(results) }, ...parts);
}

/**
 * A column a year, if there are several.
 * @param {({ month: string } & Results)[]} history
 */
export function yearChart(history) {
  /** @type {Map<number, Results>} */
  const years = new Map();
  for (const { month, white, draws, black } of history) {
    const year = Number(month.slice(0, 4));
    const sum = years.get(year) ?? { white: 0, draws: 0, black: 0 };
    years.set(year, { white: sum.white + white, draws: sum.draws + draws, black: sum.black + black });
  }
  const played = [...years].filter(([, results]) => games(results) > 0).sort(([one], [other]) => one - other);
  if (played.length < 2) return null;
  const [first, last] = [played[0][0], played[played.length - 1][0]];
  const [width, height, bottom] = [360, 92, 16];
  const step = width / (last - first + 1);
  const columns = played.flatMap(([year, results]) => column(results, (year - first) * step, Math.max(1, step - 1), height - bottom, `${year}: ${count(games(results))} games, ${inWords(results)}`));
  const words = `Results by year, ${first} to ${last}: at first ${inWords(played[0][1])}; at last ${inWords(played[played.length - 1][1])}`;
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
