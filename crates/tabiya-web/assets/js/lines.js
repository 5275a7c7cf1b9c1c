// @ts-check
// The engine's best lines. In an analysis each move can be previewed by pointing at it, and played together with those before it.
// Elements are reused during a search, so that a button does not move under the pointer.

import { h, write } from "./dom.js";
import { numeral } from "./numbering.js";

/** @typedef {{ score: string, uci: string[], san: string[] }} Shown */
/** @typedef {{ row: HTMLLIElement, score: HTMLElement, moves: HTMLButtonElement[] }} Row */

/** The maximum number of moves shown of a line. */
const MAX_MOVES = 14;

export class LineList {
  /**
   * @param {(moves: string[]) => void} play
   * @param {(moves: string[] | null) => void} preview
   */
  constructor(play, preview) {
    this.element = h("ol", { class: "lines", "aria-label": "Best lines" });
    /** @type {Row[]} */
    this.rows = [];
    /** @type {Shown[]} */
    this.shown = [];
    this.isFree = false;
    const chosen = (/** @type {Event} */ event, /** @type {(moves: string[]) => void} */ action) => {
      const moves = this.movesTo(event.target);
      if (moves !== null) action(moves);
    };
    this.element.addEventListener("click", (event) => chosen(event, play));
    this.element.addEventListener("pointerover", (event) => event.pointerType === "mouse" && chosen(event, preview));
    this.element.addEventListener("pointerleave", () => preview(null));
    this.element.addEventListener("focusin", (event) => chosen(event, preview));
    this.element.addEventListener("focusout", () => preview(null));
  }

  /**
   * The moves of a line up to one of its buttons.
   * @param {EventTarget | null} target
   */
  movesTo(target) {
    if (!this.isFree || !(target instanceof HTMLButtonElement)) return null;
    const rank = this.rows.findIndex(({ moves }) => moves.includes(target));
    return this.shown[rank]?.uci.slice(0, this.rows[rank].moves.indexOf(target) + 1) ?? null;
  }

  /**
   * @param {Shown[]} lines
   * @param {number} first The number of half-moves before the lines.
   * @param {boolean} isFree Whether the lines can be played.
   */
  show(lines, first, isFree) {
    this.shown = lines;
    this.isFree = isFree;
    while (this.rows.length < lines.length) this.rows.push(makeRow());
    const rows = this.rows.slice(0, lines.length);
    if (this.element.childElementCount !== rows.length) this.element.replaceChildren(...rows.map(({ row }) => row));
    rows.forEach(({ score, moves }, rank) => {
      write(score, lines[rank].score);
      moves.forEach((button, index) => {
        const san = lines[rank].san[index];
        button.hidden = san === undefined;
        if (san === undefined) return;
        const text = (first + index) % 2 === 0 || index === 0 ? `${numeral(first + index)}${san}` : san;
        write(button, text);
        button.disabled = !isFree;
      });
    });
  }
}

/** @returns {Row} */
function makeRow() {
  const score = h("span", { class: "line-score" });
  // One tab stop per line: its first move.
  const moves = Array.from({ length: MAX_MOVES }, (_, index) => h("button", { type: "button", class: "line-move", tabindex: index === 0 ? 0 : -1 }));
  const line = h("span", { class: "line" });
  for (const move of moves) line.append(move, " ");
  return { row: h("li", {}, score, line), score, moves };
}
