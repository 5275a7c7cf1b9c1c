// @ts-check
// What the clocks show at each half-move. Times belong to half-moves: whoever takes a move back has the time of then.

/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./types.js").Timing} Timing */

/**
 * @param {number} millis For each side.
 * @param {number} increment
 * @returns {Timing}
 */
export function wound(millis, increment) {
  const left = { white: millis, black: millis };
  return { increment, left, past: [left] };
}

/**
 * A side has made a half-move, the game's first being number 1, and presses its clock.
 * @param {Timing | null} timing
 * @param {Color} color
 * @param {number} ply
 * @returns {Timing | null}
 */
export function pressed(timing, color, ply) {
  if (!timing) return null;
  // The clocks begin to run after the first half-move, so that one earns nothing.
  const earned = ply > 1 ? timing.increment : 0;
  const left = { ...timing.left, [color]: timing.left[color] + earned };
  const past = [...(timing.past ?? []).slice(0, ply)];
  past[ply] = left;
  return { ...timing, left, past };
}

/**
 * The clocks as they stood after so many half-moves.
 * @param {Timing | null} timing
 * @param {number} ply
 * @returns {Timing | null}
 */
export function asOf(timing, ply) {
  return timing && { ...timing, left: timing.past?.[ply] ?? timing.left };
}
