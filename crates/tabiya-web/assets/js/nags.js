// @ts-check
// What the numbers after moves mean (NAGs), as far as people write them as signs.

/** @type {[number, string, string][]} Of a move: at most one of them. */
export const MOVE_MARKS = [
  [1, "!", "good move"], [2, "?", "mistake"], [3, "!!", "brilliant move"], [4, "??", "blunder"], [5, "!?", "interesting move"], [6, "?!", "dubious move"],
];

/** @type {[number, string][]} Of the position after it. */
const OTHER_MARKS = [
  [7, "□"], [10, "="], [13, "∞"], [14, "⩲"], [15, "⩱"], [16, "±"], [17, "∓"], [18, "+−"], [19, "−+"], [22, "⨀"], [32, "⟳"], [36, "→"], [40, "↑"],
  [132, "⇆"], [140, "∆"], [146, "N"],
];

const SIGNS = new Map([...MOVE_MARKS.map(([nag, sign]) => /** @type {[number, string]} */ ([nag, sign])), ...OTHER_MARKS]);

/** @param {number} nag */
export const markOf = (nag) => SIGNS.get(nag) ?? ` $${nag}`;

/**
 * The NAGs with this mark of the move instead of another; without it, if it was there.
 * @param {number[]} nags
 * @param {number} mark
 */
export function marked(nags, mark) {
  const others = nags.filter((nag) => nag > 6);
  return nags.includes(mark) ? others : [mark, ...others];
}
