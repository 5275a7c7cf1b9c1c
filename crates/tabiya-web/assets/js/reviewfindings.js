// @ts-check
// The findings of a game review: stored, drawn, and summarized.

/** @typedef {{ centipawns: number | null, mate: number | null, whitePercent: number, uci: string[] } | null} Finding From the side to move's view; null where the game is over. */
/** @typedef {{ accuracy: number | null, inaccuracies: number, mistakes: number, blunders: number }} Side */
/** @typedef {{ white: Side, black: Side }} Summary */

/** @typedef {{ findings: Finding[], nodes: number, summary: Summary | null }} Found The review of a game, with the nodes per position. */
/** @typedef {Found & { of: string, others: [string, Found][] }} StoredReviews The current game's review, its game, and the reviews of other games. */

/**
 * The stored reviews; null if they cannot be read.
 * @param {string | null} text
 * @returns {StoredReviews | null}
 */
export function readFindings(text) {
  try {
    const stored = JSON.parse(text ?? "null");
    if (!isFound(stored) || typeof stored.of !== "string" || !Array.isArray(stored.others)) return null;
    const { findings, nodes, summary, of, others } = stored;
    return { findings, nodes, summary, of, others: others.filter((/** @type {any} */ one) => typeof one?.[0] === "string" && isFound(one[1])) };
  } catch {
    return null;
  }
}

/** @param {any} found */
const isFound = (found) => Array.isArray(found?.findings) && found.findings.every(isFinding) && Number.isFinite(found.nodes)
  && (found.summary === null || (isSide(found.summary?.white) && isSide(found.summary.black)));

/** @param {any} finding */
const isFinding = (finding) => finding === null || (Number.isFinite(finding?.whitePercent) && Array.isArray(finding.uci)
  && [finding.centipawns, finding.mate].every((score) => score === null || Number.isFinite(score)));

/** @param {any} side */
const isSide = (side) => (side?.accuracy === null || Number.isFinite(side?.accuracy)) && [side.inaccuracies, side.mistakes, side.blunders].every(Number.isFinite);

/**
 * White's expected score, from 0 to 1.
 * @param {Finding} finding
 * @param {string | undefined} san The move that led to the position.
 * @param {number} half The number of half-moves before the position, including those before the start.
 */
export function whiteShare(finding, san, half) {
  if (finding !== null) return finding.whitePercent / 100;
  // The game is over: checkmate by the last mover, or a draw.
  if (!san?.endsWith("#")) return 0.5;
  return half % 2 === 1 ? 1 : 0;
}

/** @param {Side} side */
export function describeSide({ accuracy, inaccuracies, mistakes, blunders }) {
  const plural = (/** @type {number} */ number, /** @type {string} */ one, /** @type {string} */ many) => (number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]);
  return [accuracy === null ? "no accuracy" : `${accuracy.toFixed(1)} % accuracy`, ...plural(inaccuracies, "inaccuracy", "inaccuracies"), ...plural(mistakes, "mistake", "mistakes"), ...plural(blunders, "blunder", "blunders")].join(", ");
}
