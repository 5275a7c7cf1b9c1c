// @ts-check
// The bar beside the board: who stands better, by the engine while it thinks, by its review of the game, or by what a file
// says of the position. Nothing is reckoned for it.

import { byId, write } from "./dom.js";
import { worth } from "./worth.js";

/** @typedef {{ centipawns: number | null, mate: number | null, whitePercent: number }} Evaluation As the side to move sees it; and white's part of the points. */

export class EvaluationBar {
  /**
   * @param {import("./game.js").Game} game
   * @param {() => Evaluation | null} reviewed What the review found on the board.
   */
  constructor(game, reviewed) {
    this.game = game;
    this.reviewed = reviewed;
    /** @type {Evaluation | null} What the engine thinks now. */
    this.thought = null;
  }

  /** @param {Evaluation | null} thought */
  think(thought) {
    this.thought = thought;
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
    bar.title = percent === null ? "Not evaluated: let the engine analyse (l), or review the game" : text;
    write(bar, text);
    write(byId("evaluation-text"), text);
  }

  /** White's part of the bar, nothing if nobody knows; and in words. @returns {[number | null, string]} */
  verdict() {
    const { now, tree, node } = this.game;
    if (now?.outcome) return now.winner === null ? [50, "½–½"] : now.winner === "white" ? [100, "1–0"] : [0, "0–1"];
    const known = this.thought ?? this.reviewed();
    if (known !== null) return [known.whitePercent, worth(known, now?.turn === "black" ? -1 : 1)];
    const written = tree.nodes[node]?.evaluation;
    return written ? [written.whitePercent, worth(written, 1)] : [null, ""];
  }
}
