// @ts-check
// The rest of a position's identity: its key in other programs, the keys of its parts, and the roads that lead to it.

import { pendingDelay } from "./pending.js";
import { byId, h } from "./dom.js";
import { halvesBefore, numbered, several } from "./numbering.js";
import { revise } from "./revise.js";
import { ask } from "./server.js";

/** @typedef {import("./game.js").Game} Game */

/** Roads written out, of each kind. */
const MOST_LINES = 5;
/** Milliseconds a position must stand on the board before its roads are asked for. */
const PAUSE = 80;

/**
 * @param {Game} game
 * @param {(dialect: string) => void} speak Shows the key of this dialect beside the board.
 */
export function showDialects(game, speak) {
  const { now, saved } = game;
  if (!now) return;
  const right = now.times;
  const rows = now.dialects.map(({ name, title, key, times }) =>
    h("tr", { class: times === right ? "" : "wrong" },
      h("td", { title }, key.length === 16
        ? h("button", { type: "button", class: "quiet", "data-dialect": name, "aria-pressed": String(name === saved.dialect) }, name)
        : name),
      h("td", { class: "key" }, key),
      h("td", { class: "number", title: times === right ? "" : "These keys are wrong about repetition here" }, `${times}×`)));
  const wrong = now.dialects.some(({ times }) => times !== right);
  const place = byId("dialects");
  place.onclick = ({ target }) => {
    const name = target instanceof Element ? target.closest("[data-dialect]")?.getAttribute("data-dialect") : null;
    if (name) speak(name);
  };
  revise(place,
    h("div", { class: "scroll" }, h("table", { class: "table" },
      h("thead", {}, h("tr", {}, h("th", {}, "dialect"), h("th", {}, "key"), h("th", { class: "number" }, "stood"))),
      h("tbody", {}, ...rows))),
    wrong && h("p", { class: "note" }, `By the rules this position has stood ${right}×. The marked programs count otherwise: `
      + "their keys hold something the rules do not see."));
}

/** @param {Game} game */
export function showParts({ now, saved }) {
  if (!now) return;
  const pawns = saved.variant === "makruk" ? "bia" : "pawns";
  const parts = [[pawns, now.keys.pawn], ["white's others", now.keys.nonPawn[0]], ["black's others", now.keys.nonPawn[1]],
    ["material, exactly", now.keys.material], ["128 bits", now.keys.long]];
  revise(byId("parts"), h("table", { class: "table" }, h("tbody", {},
    ...parts.map(([name, key]) => h("tr", {}, h("td", {}, name), h("td", { class: "key" }, key))))));
}

/** Shows the orders of moves that lead here: of this game's own moves, and in the book. */
export class Roads {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {string[][]} */
    this.inBook = [];
    /** @type {import("./types.js").Roads | null} */
    this.found = null;
    this.asked = 0;
  }

  async refresh() {
    const number = ++this.asked;
    byId("roads").ariaBusy = "true";
    if (this.game.at >= 2) await pendingDelay(PAUSE);
    // Whoever steps on at once does not ask.
    if (number !== this.asked) return;
    if (this.game.at < 2) {
      this.found = null;
      this.finish();
      return;
    }
    try {
      const found = await ask("/api/roads", this.game.question());
      if (number !== this.asked) return;
      this.found = found;
    } catch {
      if (number !== this.asked) return;
      this.found = null;
    }
    this.finish();
  }

  finish() {
    this.draw();
    byId("roads").ariaBusy = "false";
  }

  /** @param {string[][]} roads */
  setBook(roads) {
    this.inBook = roads;
    this.draw();
  }

  draw() {
    const place = byId("roads");
    const { found, inBook } = this;
    const lines = [
      ...(found?.lines ?? []).slice(0, MOST_LINES).map((line) => this.line("game", line, found?.from ?? 0)),
      ...inBook.slice(0, MOST_LINES).map((line) => this.line("book", line, 0)),
    ];
    const orders = found?.orders ?? 1;
    const moves = found ? this.game.at - found.from : 0;
    const text = !found ? "A position is one, by whatever moves it is reached. Play a few."
      : orders === 1 && inBook.length === 0 ? "The moves of this game lead here in no other order."
        : `The last ${several(moves, "half-move")} lead here in ${several(orders, "order")}` + (lines.length > 0 ? ", among them:" : ".");
    revise(place, h("p", { class: "explain" }, text), lines.length > 0 && h("ol", { class: "roads" }, ...lines));
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
