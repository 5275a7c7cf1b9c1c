// @ts-check
// A Polyglot book beside the board.

import { capital, count, fill, h } from "./dom.js";
import { ofTab } from "./memory.js";
import { whyNobodyMoves } from "./referee.js";
import { Refusal } from "./request.js";
import { ask, upload } from "./server.js";
import { onForgotten } from "./session.js";

export class BookPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("./game.js").Game} game
   * @param {(uci: string) => void} play
   * @param {(roads: string[][]) => void} showRoads
   */
  constructor(place, game, play, showRoads) {
    this.game = game;
    this.play = play;
    this.showRoads = showRoads;
    this.isOpen = ofTab.get("tabiya.book") !== null;
    this.asked = 0;
    /** @type {import("./types.js").BookTold | null} */
    this.told = null;
    this.file = h("input", { type: "file", accept: ".bin", "aria-label": "A Polyglot book", onchange: () => void this.open() });
    this.answer = h("div", { "data-testid": "book" });
    this.close = h("button", { type: "button", class: "quiet", onclick: () => void this.shut() }, "Put it away");
    place.append(h("div", { class: "stack" },
      h("div", {}, h("span", { class: "label" }, "Load a Polyglot book (.bin)"), this.file), this.answer, h("div", {}, this.close)));
    onForgotten(() => this.lose("The book is not beside this board any more; load it again."));
    this.draw(null);
  }

  async open() {
    const file = this.file.files?.[0];
    if (!file) return;
    fill(this.answer, h("p", { class: "explain" }, "Reading the book…"));
    try {
      await upload("/api/book", file, "application/octet-stream");
      this.isOpen = true;
      ofTab.set("tabiya.book", file.name);
      await this.refresh();
    } catch (error) {
      fill(this.answer, h("p", { class: "problem", role: "alert" }, error instanceof Refusal ? capital(error.message) : "The book could not be read."));
    }
    this.file.value = "";
  }

  async shut() {
    this.lose();
    await ask("/api/book/close", {}).catch(() => {});
  }

  /** @param {string} [why] What to say if there was a book and nobody asked to put it away. */
  lose(why) {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    ofTab.forget("tabiya.book");
    this.showRoads([]);
    this.draw(null);
    if (why && wasOpen) this.answer.prepend(h("p", { class: "note", role: "status" }, why));
  }

  /** The position is another: what does the book say? */
  async refresh() {
    if (!this.isOpen) return;
    const number = ++this.asked;
    try {
      const told = await ask("/api/book/moves", this.game.question());
      if (number !== this.asked || !this.isOpen) return;
      this.showRoads(told.roads);
      this.draw(told);
    } catch (error) {
      if (number !== this.asked || !(error instanceof Refusal)) return;
      this.told = null;
      if (error.status === 404) return this.lose("The book was put away to make room for other boards' books; load it again.");
      this.showRoads([]);
      fill(this.answer, h("p", { class: "explain" }, capital(error.message)));
    }
  }

  /** Who may move may have changed. */
  redraw() {
    if (this.told) this.draw(this.told);
  }

  /** @param {import("./types.js").BookTold | null} told */
  draw(told) {
    this.told = told;
    this.close.hidden = !this.isOpen;
    if (!told) {
      fill(this.answer, h("p", { class: "explain" }, "Its moves for the position on the board will stand here, with their weights, "
        + "and the roads through the book that lead to it."));
      return;
    }
    const name = ofTab.get("tabiya.book") ?? "The book";
    // A move of the book is a move on the board, and asks for the same leave.
    const mayPlay = whyNobodyMoves(this.game) === null;
    const rows = told.moves.map((move) => {
      const weight = h("div", { class: "weight" });
      weight.style.width = `${Math.round(100 * move.share)}%`;
      return h("tr", {},
        h("td", {}, mayPlay ? h("button", { type: "button", onclick: () => this.play(move.uci) }, move.san) : move.san),
        h("td", { class: "number" }, count(move.weight)),
        h("td", { class: "number" }, `${Math.round(100 * move.share)}%`),
        h("td", {}, weight));
    });
    fill(this.answer,
      h("p", { class: "explain" }, `${name}: ${count(told.entries)} entries.`),
      rows.length > 0
        ? h("table", { class: "table weights" }, h("thead", {}, h("tr", {}, h("th", {}, "move"), h("th", { class: "number" }, "weight"), h("th", { class: "number" }, "share"), h("th", {}, ""))), h("tbody", {}, ...rows))
        : h("p", {}, "The book has nothing for this position."),
      told.wrong > 0 && h("p", { class: "note" }, `${told.wrong} ${told.wrong === 1 ? "entry for this position is not a legal move" : "entries for this position are not legal moves"}.`));
  }
}
