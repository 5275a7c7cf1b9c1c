// @ts-check
// The panel of a Polyglot opening book.

import { capital, count, fill, h } from "./dom.js";
import { whyLocked } from "./referee.js";
import { RequestError } from "./request.js";
import { query, upload } from "./server.js";
import { onSessionLost } from "./session.js";
import { tabStorage } from "./storage.js";

export class BookPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("./game.js").Game} game
   * @param {(uci: string) => void} play
   * @param {(moveOrders: string[][]) => void} showMoveOrders
   */
  constructor(place, game, play, showMoveOrders) {
    this.game = game;
    this.play = play;
    this.showMoveOrders = showMoveOrders;
    this.isOpen = tabStorage.get("tabiya.book") !== null;
    this.requests = 0;
    /** @type {import("./types.js").BookResponse | null} */
    this.response = null;
    this.file = h("input", { type: "file", accept: ".bin", "aria-label": "Polyglot book", onchange: () => void this.open() });
    this.answer = h("div", { "data-testid": "book" });
    this.close = h("button", { type: "button", class: "quiet", onclick: () => void this.closeBook() }, "Close book");
    place.append(h("div", { class: "stack" },
      h("div", {}, h("span", { class: "label" }, "Load a Polyglot book (.bin)"), this.file), this.answer, h("div", {}, this.close)));
    onSessionLost(() => this.clearBook("The book is no longer loaded; load it again."));
    this.draw(null);
  }

  async open() {
    const file = this.file.files?.[0];
    if (!file) return;
    fill(this.answer, h("p", { class: "explain" }, "Reading the book…"));
    try {
      await upload("/api/book", file, "application/octet-stream");
      this.isOpen = true;
      tabStorage.set("tabiya.book", file.name);
      await this.refresh();
    } catch (error) {
      fill(this.answer, h("p", { class: "problem", role: "alert" }, error instanceof RequestError ? capital(error.message) : "The book could not be read."));
    }
    this.file.value = "";
  }

  async closeBook() {
    this.clearBook();
    await query("/api/book/close", {}).catch(() => {});
  }

  /** @param {string} [why] A message if the user did not close the book. */
  clearBook(why) {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    tabStorage.remove("tabiya.book");
    this.showMoveOrders([]);
    this.draw(null);
    if (why && wasOpen) this.answer.prepend(h("p", { class: "note", role: "status" }, why));
  }

  /** Updates the panel for a new position. */
  async refresh() {
    if (!this.isOpen) return;
    const number = ++this.requests;
    try {
      const response = await query("/api/book/moves", this.game.toRequest());
      if (number !== this.requests || !this.isOpen) return;
      this.showMoveOrders(response.moveOrders);
      this.draw(response);
    } catch (error) {
      if (number !== this.requests || !(error instanceof RequestError)) return;
      this.response = null;
      if (error.status === 404) return this.clearBook("The server closed the book to free memory; load it again.");
      this.showMoveOrders([]);
      fill(this.answer, h("p", { class: "explain" }, capital(error.message)));
    }
  }

  /** Redraws because the right to move may have changed. */
  redraw() {
    if (this.response) this.draw(this.response);
  }

  /** @param {import("./types.js").BookResponse | null} response */
  draw(response) {
    this.response = response;
    this.close.hidden = !this.isOpen;
    if (!response) {
      fill(this.answer, h("p", { class: "explain" }, "The book's moves for the current position appear here with their weights, "
        + "and other move orders in the book that lead to it."));
      return;
    }
    const name = tabStorage.get("tabiya.book") ?? "The book";
    // A book move is subject to the same rules as a move on the board.
    const mayPlay = whyLocked(this.game) === null;
    const rows = response.moves.map((move) => {
      const weight = h("div", { class: "weight" });
      weight.style.width = `${Math.round(100 * move.share)}%`;
      return h("tr", {},
        h("td", {}, mayPlay ? h("button", { type: "button", onclick: () => this.play(move.uci) }, move.san) : move.san),
        h("td", { class: "number" }, count(move.weight)),
        h("td", { class: "number" }, `${Math.round(100 * move.share)}%`),
        h("td", {}, weight));
    });
    fill(this.answer,
      h("p", { class: "explain" }, `${name}: ${count(response.entries)} entries.`),
      rows.length > 0
        ? h("table", { class: "table weights" }, h("thead", {}, h("tr", {}, h("th", {}, "move"), h("th", { class: "number" }, "weight"), h("th", { class: "number" }, "share"), h("th", {}, ""))), h("tbody", {}, ...rows))
        : h("p", {}, "The book has no moves for this position."),
      response.illegal > 0 && h("p", { class: "note" }, `${response.illegal} ${response.illegal === 1 ? "entry for this position is not a legal move" : "entries for this position are not legal moves"}.`));
  }
}
