// @ts-check
// The clock times after each half-move. Taking a move back restores the times before it.

/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./types.js").Timing} Timing */

/**
 * @param {number} millis The initial time of each side.
 * @param {number} increment
 * @returns {Timing}
 */
export function newTiming(millis, increment) {
  const left = { white: millis, black: millis };
  return { increment, left, past: [left] };
}

/**
 * Presses the clock after a half-move; the game's first is number 1.
 * @param {Timing | null} timing
 * @param {Color} color
 * @param {number} ply
 * @returns {Timing | null}
 */
export function pressClock(timing, color, ply) {
  if (!timing) return null;
  // The clocks start after the first half-move, so it earns no increment.
  const earned = ply > 1 ? timing.increment : 0;
  const left = { ...timing.left, [color]: timing.left[color] + earned };
  const past = [...(timing.past ?? []).slice(0, ply)];
  past[ply] = left;
  return { ...timing, left, past };
}

/**
 * The clocks after a number of half-moves.
 * @param {Timing | null} timing
 * @param {number} ply
 * @returns {Timing | null}
 */
export function timingAt(timing, ply) {
  return timing && { ...timing, left: timing.past?.[ply] ?? timing.left };
}
