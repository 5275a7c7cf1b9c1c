// @ts-check
// Half-moves as people number and name them.

/**
 * How many half-moves came before a start, as its turn and its move number say.
 * @param {string | null} start A FEN, or nothing for the usual start.
 */
export function halvesBefore(start) {
  const [, turn, , , , number] = (start ?? "").split(" ");
  return 2 * ((Number(number) || 1) - 1) + (turn === "b" ? 1 : 0);
}

// Move numbers may have 32 bits, so no shift.
/** @param {number} half The first of a game is 0. */
export const moveNumber = (half) => Math.floor(half / 2) + 1;

/**
 * What stands before a half-move: "12." for white, "12…" for black.
 * @param {number} half
 */
export const numeral = (half) => `${moveNumber(half)}${half % 2 === 0 ? "." : "…"}`;

/**
 * A line of moves with its numbers: "12…Nf6 13.Nf3 Ng8".
 * @param {string[]} sans
 * @param {number} first The half-move it begins with.
 */
export function numbered(sans, first) {
  return sans.map((san, index) => ((first + index) % 2 === 0 || index === 0 ? `${numeral(first + index)}${san}` : san)).join(" ");
}

/**
 * A half-move of the game as people name it: "12…Nf6".
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function nameOf(game, ply) {
  if (ply === 0) return "the start";
  return `${numeral(halvesBefore(game.saved.start) + ply - 1)}${game.plies[ply - 1]?.san ?? ""}`;
}

const ENDINGS = /** @type {Record<string, string>} */ ({ one: "st", two: "nd", few: "rd", other: "th" });
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });

/** @param {number} number */
export function ordinal(number) {
  return ["first", "second", "third", "fourth", "fifth"][number - 1] ?? `${number}${ENDINGS[ordinals.select(number)]}`;
}

/**
 * So many of something: "1 half-move", "12 half-moves".
 * @param {number} number
 * @param {string} what
 */
export const several = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
