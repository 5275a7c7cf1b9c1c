import { moveText } from "../wasm/core.js";

/** No FEN, move or name is as long; what is handed over takes memory that the module never gives back. */
const LONGEST = 4096;

/**
 * A text, or an error that names what should have been one.
 * @param {unknown} value
 * @param {string} what
 */
export function text(value, what) {
  if (typeof value !== "string") throw new TypeError(`${what} must be a string, not ${value === null ? "null" : typeof value}`);
  if (value.length > LONGEST) throw new RangeError(`${what} of ${value.length} characters: none has more than ${LONGEST}`);
  return value;
}

/** The texts of moves that have been seen, by the letter of a promotion and the squares. @type {string[][]} */
const TEXTS = [];

/**
 * The text of a move that the other side has handed over as a number.
 * @param {number} code
 */
export function moveOf(code) {
  const texts = (TEXTS[code >> 12] ??= []);
  return (texts[code & 0xfff] ??= moveText(code));
}

/** @param {Uint32Array} codes */
export function movesOf(codes) {
  const moves = new Array(codes.length);
  for (let index = 0; index < codes.length; index += 1) moves[index] = moveOf(codes[index]);
  return moves;
}

/**
 * What stands between blanks.
 * @param {string} joined
 */
export function words(joined) {
  return joined === "" ? [] : joined.split(" ");
}
