// @ts-check
// What the engine's review found in a game: as it is kept, drawn and told.

/** @typedef {{ centipawns: number | null, mate: number | null, whitePercent: number, uci: string[] } | null} Finding As the side to move sees it; nothing where the game is over. */
/** @typedef {{ accuracy: number | null, inaccuracies: number, mistakes: number, blunders: number }} Side */
/** @typedef {{ white: Side, black: Side }} Summary */

/** @typedef {{ findings: Finding[], nodes: number, summary: Summary | null }} Found Of one game; how many positions were looked at for each. */
/** @typedef {Found & { of: string, others: [string, Found][] }} Kept The game it is of, and what was found of other games. */

/**
 * What was kept; null if that cannot be read, and then it is done again.
 * @param {string | null} text
 * @returns {Kept | null}
 */
export function readFindings(text) {
  try {
    const kept = JSON.parse(text ?? "null");
    if (!isFound(kept) || typeof kept.of !== "string" || !Array.isArray(kept.others)) return null;
    const { findings, nodes, summary, of, others } = kept;
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
 * White's share of the points, from 0 to 1.
 * @param {Finding} finding
 * @param {string | undefined} san The move that led to the position.
 * @param {number} half How many half-moves came before the position, those before the start included.
 */
export function whiteShare(finding, san, half) {
  if (finding !== null) return finding.whitePercent / 100;
  // The game is over: mate for whoever moved last, or a draw.
  if (!san?.endsWith("#")) return 0.5;
  return half % 2 === 1 ? 1 : 0;
}

/** @param {Side} side */
export function sideInWords({ accuracy, inaccuracies, mistakes, blunders }) {
  const marks = [[inaccuracies, "?!"], [mistakes, "?"], [blunders, "??"]].filter(([count]) => Number(count) > 0).map(([count, mark]) => `${count} ${mark}`);
  return `${accuracy === null ? "–" : `${accuracy.toFixed(1)}%`}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}`;
}
