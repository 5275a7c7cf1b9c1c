// @ts-check
// What a position is worth, in words.

/** @typedef {{ centipawns: number | null, mate: number | null }} Worth */

/**
 * A score as white sees it.
 * @param {Worth} score
 * @param {number} sign 1 if it is white's already, or else −1.
 */
export function worth({ centipawns, mate }, sign) {
  if (mate !== null) return `${mate * sign < 0 ? "−" : "+"}M${Math.abs(mate)}`;
  const pawns = ((centipawns ?? 0) * sign) / 100;
  return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
}
