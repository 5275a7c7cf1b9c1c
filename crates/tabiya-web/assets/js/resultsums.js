// @ts-check
// Sums of results, as numbers and as text.

import { count } from "./dom.js";

/** @typedef {{ white: number, draws: number, black: number, unknown?: number }} Results */

/** @param {Results} results */
export const games = ({ white, draws, black, unknown = 0 }) => white + draws + black + unknown;

/**
 * The shares of wins, draws and losses, in percent of the finished games.
 * @param {Results} results
 */
export function shares({ white, draws, black }) {
  const decided = Math.max(1, white + draws + black);
  return [["white", white, "white won"], ["draws", draws, "drawn"], ["black", black, "black won"]]
    .map(([kind, number, words]) => ({ kind: String(kind), share: (100 * Number(number)) / decided, words: String(words) }));
}

/** @param {Results} results */
export function describeResults(results) {
  const { white, draws, black, unknown = 0 } = results;
  if (white + draws + black === 0) return "no results";
  const parts = shares(results).map(({ share, words }) => `${words} ${Math.round(share)} %`);
  return parts.join(", ") + (unknown > 0 ? `, ${count(unknown)} without a result` : "");
}

/**
 * Results by year, the earliest first.
 * @param {({ month: string } & Results)[]} history
 * @returns {[number, Results][]}
 */
export function byYear(history) {
  /** @type {Map<number, Results>} */
  const years = new Map();
  for (const { month, white, draws, black } of history) {
    const year = Number(month.slice(0, 4));
    const sum = years.get(year) ?? { white: 0, draws: 0, black: 0 };
    years.set(year, { white: sum.white + white, draws: sum.draws + draws, black: sum.black + black });
  }
  return [...years].filter(([, results]) => games(results) > 0).sort(([one], [other]) => one - other);
}
