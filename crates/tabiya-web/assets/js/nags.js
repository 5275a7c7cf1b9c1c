// @ts-check
// Numeric annotation glyphs (NAGs) and their symbols.

/** @type {[number, string, string][]} Annotations of a move: at most one applies. */
export const MOVE_MARKS = [
  [1, "!", "good move"], [2, "?", "mistake"], [3, "!!", "brilliant move"], [4, "??", "blunder"], [5, "!?", "interesting move"], [6, "?!", "dubious move"],
];

/** @type {[number, string][]} Annotations of the position. */
const OTHER_MARKS = [
  [7, "□"], [10, "="], [13, "∞"], [14, "⩲"], [15, "⩱"], [16, "±"], [17, "∓"], [18, "+−"], [19, "−+"], [22, "⨀"], [32, "⟳"], [36, "→"], [40, "↑"],
  [132, "⇆"], [140, "∆"], [146, "N"],
];

const SIGNS = new Map([...MOVE_MARKS.map(([nag, sign]) => /** @type {[number, string]} */ ([nag, sign])), ...OTHER_MARKS]);

/** @param {number} nag */
export const markOf = (nag) => SIGNS.get(nag) ?? ` $${nag}`;

/**
 * Toggles a move annotation; it replaces another one.
 * @param {number[]} nags
 * @param {number} mark
 */
export function marked(nags, mark) {
  const others = nags.filter((nag) => nag > 6);
  return nags.includes(mark) ? others : [mark, ...others];
}
