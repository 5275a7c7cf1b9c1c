// @ts-check
// Numbers and names of half-moves.

/**
 * The number of half-moves before a start position, by its side to move and move number.
 * @param {string | null} start A FEN, or null for the standard start position.
 */
export function halvesBefore(start) {
  const [, turn, , , , number] = (start ?? "").split(" ");
  return 2 * ((Number(number) || 1) - 1) + (turn === "b" ? 1 : 0);
}

// Move numbers may have 32 bits, so no shift.
/** @param {number} half The first of a game is 0. */
export const moveNumber = (half) => Math.floor(half / 2) + 1;

/**
 * The number before a half-move: "12." for White, "12…" for Black.
 * @param {number} half
 */
export const numeral = (half) => `${moveNumber(half)}${half % 2 === 0 ? "." : "…"}`;

/**
 * A line with move numbers: "12…Nf6 13.Nf3 Ng8".
 * @param {string[]} sans
 * @param {number} first The number of half-moves before the line.
 */
export function numbered(sans, first) {
  return sans.map((san, index) => ((first + index) % 2 === 0 || index === 0 ? `${numeral(first + index)}${san}` : san)).join(" ");
}

/**
 * The name of a half-move: "12…Nf6".
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function plyName(game, ply) {
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
 * A quantity: "1 half-move", "12 half-moves".
 * @param {number} number
 * @param {string} what
 */
export const several = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
