// @ts-check
// The bar beside the board: who stands better, by the engine while it thinks, by its review of the game, or by what a file
// says of the position. Nothing is reckoned for it.

import { takeApart } from "./commands.js";
import { byId } from "./dom.js";
import { worth } from "./worth.js";

/** @typedef {{ centipawns: number | null, mate: number | null, whitePercent: number }} Evaluation As the side to move sees it; and white's part of the points. */

const SCORE = /^(#?)([+-]?[\d.]+)/;
/** Centipawns at which a side can expect three points of four: the bar of a file's evaluation need be no more exact. */
const THREE_OF_FOUR = 298;

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
    bar.textContent = text;
    byId("evaluation-text").textContent = text;
  }

  /** White's part of the bar, nothing if nobody knows; and in words. @returns {[number | null, string]} */
  verdict() {
    const { now, tree, node } = this.game;
    if (now?.outcome) return now.winner === null ? [50, "½–½"] : now.winner === "white" ? [100, "1–0"] : [0, "0–1"];
    const known = this.thought ?? this.reviewed();
    if (known !== null) return [known.whitePercent, worth(known, now?.turn === "black" ? -1 : 1)];
    return written(tree.nodes[node]?.after ?? []);
  }
}

/**
 * What a file says, as white sees it: pawns, or moves to mate.
 * @param {string[]} comments
 * @returns {[number | null, string]}
 */
function written(comments) {
  const commands = comments.flatMap((comment) => takeApart(comment).commands).filter(({ name }) => name === "eval");
  const [, mate, number] = commands.map(({ value }) => SCORE.exec(value)).find((found) => found !== null) ?? [];
  const value = Number(number);
  if (number === undefined || Number.isNaN(value)) return [null, ""];
  if (mate === "#") return [value > 0 ? 100 : 0, worth({ centipawns: null, mate: value }, 1)];
  const centipawns = Math.round(value * 100);
  return [100 / (1 + 3 ** (-centipawns / THREE_OF_FOUR)), worth({ centipawns, mate: null }, 1)];
}
