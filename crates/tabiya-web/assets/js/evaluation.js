// @ts-check
// The evaluation bar beside the board: by the running analysis, the game review, or the evaluations of a file. It starts no search.

import { byId, write } from "./dom.js";

/** @typedef {{ centipawns: number | null, mate: number | null, whitePercent: number }} Evaluation From the side to move's view; and White's expected score in percent. */

export class EvaluationBar {
  /**
   * @param {import("./game.js").Game} game
   * @param {() => Evaluation | null} reviewed The review's evaluation of the current position.
   */
  constructor(game, reviewed) {
    this.game = game;
    this.reviewed = reviewed;
    /** @type {Evaluation | null} The evaluation of the running analysis. */
    this.analyzed = null;
  }

  /** @param {Evaluation | null} analyzed */
  setAnalyzed(analyzed) {
    this.analyzed = analyzed;
    this.show();
  }

  show() {
    const bar = byId("evaluation");
    const [percent, text] = this.verdict();
    const shown = percent ?? 50;
    bar.classList.toggle("unknown", percent === null);
    bar.classList.toggle("flipped", this.game.saved.flipped);
    bar.classList.toggle("blacks", shown < 50);
    bar.style.setProperty("--white", `${shown.toFixed(1)}%`);
    bar.setAttribute("aria-valuenow", String(Math.round(shown)));
    bar.setAttribute("aria-valuetext", percent === null ? "not evaluated" : text);
    bar.title = percent === null ? "Not evaluated: start the analysis (l) or review the game" : text;
    write(bar, text);
    write(byId("evaluation-text"), text);
  }

  /** White's share of the bar, null if there is no evaluation, and its text. @returns {[number | null, string]} */
  verdict() {
    const { now, tree, node } = this.game;
    if (now?.outcome) return now.winner === null ? [50, "½–½"] : now.winner === "white" ? [100, "1–0"] : [0, "0–1"];
    const known = this.analyzed ?? this.reviewed();
    if (known !== null) return [known.whitePercent, scoreText(known, now?.turn === "black" ? -1 : 1)];
    const written = tree.nodes[node]?.evaluation;
    return written ? [written.whitePercent, scoreText(written, 1)] : [null, ""];
  }
}

/** @typedef {{ centipawns: number | null, mate: number | null }} Score */

/**
 * A score from White's view.
 * @param {Score} score
 * @param {number} sign 1 if the score is from White's view, or else −1.
 */
export function scoreText({ centipawns, mate }, sign) {
  if (mate !== null) return `${mate * sign < 0 ? "−" : "+"}M${Math.abs(mate)}`;
  const pawns = ((centipawns ?? 0) * sign) / 100;
  return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
}
