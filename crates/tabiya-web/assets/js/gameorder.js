// @ts-check
// Search and sorting of a list of games.

/** @typedef {import("./types.js").GameRow} GameRow */

/** @type {[string, (row: GameRow) => string | number][]} */
export const ORDERS = [
  ["as in the file", (row) => row.number],
  ["by White", (row) => folded(row.white)],
  ["by Black", (row) => folded(row.black)],
  ["by date", (row) => (row.date ?? "").replaceAll("?", "0")],
  ["by result", (row) => row.result],
  ["by opening", (row) => `${row.eco ?? "~"} ${row.opening ?? ""}`],
];

/**
 * The searchable text of a game.
 * @param {GameRow} row
 */
export const searchText = ({ white, black, event, date, result, eco, opening }) => folded([white, black, event, date, result, eco, opening].join(" "));

/**
 * The words of a search.
 * @param {string} text
 */
export const searchTerms = (text) => folded(text).split(/\s+/).filter((word) => word !== "");

/**
 * @param {GameRow[]} rows
 * @param {number} order
 * @param {boolean} isBackward
 */
export function sorted(rows, order, isBackward) {
  if (order > 0) {
    const keys = new Map(rows.map((row) => [row, ORDERS[order][1](row)]));
    rows.sort((one, other) => {
      const [a, b] = [/** @type {string} */ (keys.get(one)), /** @type {string} */ (keys.get(other))];
      return a < b ? -1 : a > b ? 1 : one.number - other.number;
    });
  }
  return isBackward ? rows.reverse() : rows;
}

/**
 * A text for comparison: without accents, in lower case.
 * @param {string} text
 */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
