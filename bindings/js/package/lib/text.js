import { moveText } from "../wasm/core.js";

/** Longer than any FEN, move or name. WebAssembly memory never shrinks, so longer text is refused. */
const MAX_LENGTH = 4096;

/**
 * Checks that a value is a string.
 * @param {unknown} value
 * @param {string} what
 */
export function text(value, what) {
  if (typeof value !== "string") throw new TypeError(`${what} must be a string, not ${value === null ? "null" : typeof value}`);
  if (value.length > MAX_LENGTH) throw new RangeError(`${what} of ${value.length} characters: the maximum is ${MAX_LENGTH}`);
  return value;
}

/** Cached move texts, by promotion letter and squares. @type {string[][]} */
const TEXTS = [];

/**
 * The UCI text of a move code.
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
 * Splits at blanks.
 * @param {string} joined
 */
export function words(joined) {
  return joined === "" ? [] : joined.split(" ");
}
