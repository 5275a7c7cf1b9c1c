// @ts-check
// Keys in other programs, component keys, and other move orders of a position.

import { byId, h } from "./dom.js";
import { halvesBefore, numbered, several } from "./numbering.js";
import { pendingDelay } from "./pending.js";
import { revise } from "./revise.js";
import { query } from "./server.js";

/** @typedef {import("./game.js").Game} Game */

/** The maximum number of lines of each kind. */
const MAX_LINES = 5;
/** Milliseconds before other move orders of a new position are requested. */
const PAUSE = 80;

/**
 * @param {Game} game
 * @param {(dialect: string) => void} setDialect Selects the key scheme shown beside the board.
 */
export function showDialects(game, setDialect) {
  const { now, saved } = game;
  if (!now) return;
  const right = now.times;
  const rows = now.dialects.map(({ name, title, key, times }) =>
    h("tr", { class: times === right ? "" : "wrong" },
      h("td", { title }, key.length === 16
        ? h("button", { type: "button", class: "quiet", "data-dialect": name, "aria-pressed": String(name === saved.dialect) }, name)
        : name),
      h("td", { class: "key" }, key),
      h("td", { class: "number", title: times === right ? "" : "This program's keys count repetitions incorrectly here" }, `${times}×`)));
  const wrong = now.dialects.some(({ times }) => times !== right);
  const place = byId("dialects");
  place.onclick = ({ target }) => {
    const name = target instanceof Element ? target.closest("[data-dialect]")?.getAttribute("data-dialect") : null;
    if (name) setDialect(name);
  };
  revise(place,
    h("div", { class: "scroll" }, h("table", { class: "table" },
      h("thead", {}, h("tr", {}, h("th", {}, "program"), h("th", {}, "key"), h("th", { class: "number" }, "occurrences"))),
      h("tbody", {}, ...rows))),
    wrong && h("p", { class: "note" }, `By the rules, this position has occurred ${several(right, "time")}. The marked programs count differently: `
      + "their keys include facts that the rules ignore."));
}

/** @param {Game} game */
export function showParts({ now, saved }) {
  if (!now) return;
  const pawns = saved.variant === "makruk" ? "Bia" : "Pawns";
  const parts = [[pawns, now.keys.pawn], ["White's pieces", now.keys.nonPawn[0]], ["Black's pieces", now.keys.nonPawn[1]],
    ["Material", now.keys.material], ["128-bit key", now.keys.long]];
  revise(byId("parts"), h("table", { class: "table" }, h("tbody", {},
    ...parts.map(([name, key]) => h("tr", {}, h("td", {}, name), h("td", { class: "key" }, key))))));
}

/** Shows other move orders that lead to the position: of this game's moves, and in the opening book. */
export class MoveOrders {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {string[][]} */
    this.inBook = [];
    /** @type {import("./types.js").MoveOrders | null} */
    this.found = null;
    this.requests = 0;
  }

  async refresh() {
    const number = ++this.requests;
    byId("move-orders").ariaBusy = "true";
    if (this.game.at >= 2) await pendingDelay(PAUSE);
    // Nothing is requested for positions that are only passed.
    if (number !== this.requests) return;
    if (this.game.at < 2) {
      this.found = null;
      this.finish();
      return;
    }
    try {
      const found = await query("/api/move-orders", this.game.toRequest());
      if (number !== this.requests) return;
      this.found = found;
    } catch {
      if (number !== this.requests) return;
      this.found = null;
    }
    this.finish();
  }

  finish() {
    this.draw();
    byId("move-orders").ariaBusy = "false";
  }

  /** @param {string[][]} moveOrders */
  setBook(moveOrders) {
    this.inBook = moveOrders;
    this.draw();
  }

  draw() {
    const place = byId("move-orders");
    const { found, inBook } = this;
    const lines = [
      ...(found?.lines ?? []).slice(0, MAX_LINES).map((line) => this.line("game", line, found?.from ?? 0)),
      ...inBook.slice(0, MAX_LINES).map((line) => this.line("book", line, 0)),
    ];
    const orders = found?.orders ?? 1;
    const moves = found ? this.game.at - found.from : 0;
    const text = !found ? "Play a few moves to see other move orders that lead to the same position."
      : orders === 1 && inBook.length === 0 ? "No other order of this game's moves leads to this position."
        : `The last ${several(moves, "half-move")} can be played in ${several(orders, "order")}` + (lines.length > 0 ? ":" : ".");
    revise(place, h("p", { class: "explain" }, text), lines.length > 0 && h("ol", { class: "move-orders" }, ...lines));
  }

  /**
   * @param {string} from
   * @param {string[]} sans
   * @param {number} ply
   */
  line(from, sans, ply) {
    const first = halvesBefore(from === "book" ? null : this.game.saved.start) + ply;
    return h("li", {}, h("span", { class: "tag" }, from), numbered(sans, first));
  }
}
