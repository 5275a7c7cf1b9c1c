// @ts-check
// A list of games with search and sorting. Only the visible rows are in the document. One tab stop: arrow keys walk through the
// list.

import { h } from "./dom.js";
import { ORDERS, searchTerms, searchText, sorted } from "./gameorder.js";
import { several } from "./numbering.js";

/** @typedef {import("./types.js").GameRow} GameRow */
/** @typedef {{ item: HTMLLIElement, button: HTMLButtonElement, players: HTMLElement, where: HTMLElement, row: GameRow | null }} Slot */

/** In rem. */
const ROW = 3.4;
const MAX_HEIGHT = 24;
/** Extra rows above and below the visible ones. */
const EXTRA_ROWS = 6;
/** The minimum time between two updates of a growing list that is sorted or searched, in milliseconds. */
const UPDATE_INTERVAL = 400;
/** The minimum number of games of a list with a search. */
const MIN_SEARCHABLE = 6;

export class GameList {
  /**
   * @param {(row: GameRow) => void} open
   * @param {(row: GameRow) => boolean} isEdited Whether the game was edited.
   */
  constructor(open, isEdited) {
    this.open = open;
    this.isEdited = isEdited;
    /** @type {GameRow[]} */
    this.all = [];
    /** @type {GameRow[]} The games found, in the chosen order. */
    this.rows = [];
    /** @type {string[]} The searchable text of each game. */
    this.texts = [];
    /** @type {Slot[]} */
    this.slots = [];
    this.active = 0;
    this.arrangedAt = 0;
    this.height = ROW * (parseFloat(getComputedStyle(document.documentElement).fontSize) || 16);
    this.search = h("input", { type: "search", placeholder: "Player, event, year, opening…", "aria-label": "Search the games", oninput: () => this.arrange() });
    this.order = h("select", { "aria-label": "Order of the games", onchange: () => this.arrange() },
      ...ORDERS.map(([name], index) => h("option", { value: index }, name)));
    this.backward = h("button", { type: "button", class: "quiet", title: "Reverse order", "aria-label": "Reverse order", "aria-pressed": "false", onclick: () => this.reverse() }, "⇅");
    this.found = h("p", { class: "explain", role: "status" });
    this.tools = h("div", { class: "stack", hidden: true }, this.search, h("div", { class: "row" }, this.order, this.backward, this.found));
    this.space = h("li", { role: "presentation", class: "game-space", "aria-hidden": "true" });
    this.list = h("ul", { class: "games game-list", role: "list", "aria-label": "Games", onscroll: () => this.draw(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) });
    this.element = h("div", { class: "stack" }, this.tools, this.list);
  }

  get isArranged() {
    return this.order.value !== "0" || this.backward.getAttribute("aria-pressed") === "true" || this.search.value.trim() !== "";
  }

  /**
   * Adds games.
   * @param {GameRow[]} all
   * @param {boolean} isComplete Whether these are all.
   */
  show(all, isComplete) {
    this.all = all;
    this.tools.hidden = all.length < MIN_SEARCHABLE;
    if (!this.isArranged || isComplete || performance.now() - this.arrangedAt > UPDATE_INTERVAL) this.arrange(false);
  }

  reverse() {
    this.backward.setAttribute("aria-pressed", String(this.backward.getAttribute("aria-pressed") === "false"));
    this.arrange();
  }

  /**
   * Searches and sorts.
   * @param {boolean} [isAnother] Whether the user changed the search or the order.
   */
  arrange(isAnother = true) {
    this.arrangedAt = performance.now();
    const terms = searchTerms(this.search.value);
    const matching = terms.length === 0 ? [...this.all] : this.all.filter((_, index) => terms.every((word) => this.text(index).includes(word)));
    this.rows = sorted(matching, Number(this.order.value), this.backward.getAttribute("aria-pressed") === "true");
    this.found.textContent = terms.length > 0 ? `${several(this.rows.length, "game")} found` : "";
    if (isAnother) [this.active, this.list.scrollTop] = [0, 0];
    const height = this.rows.length * this.height;
    this.space.style.height = `${height}px`;
    this.list.style.height = `${Math.min(height, MAX_HEIGHT / ROW * this.height)}px`;
    this.draw();
  }

  /** @param {number} index */
  text(index) {
    return (this.texts[index] ??= searchText(this.all[index]));
  }

  /** Redraws all rows. */
  redraw() {
    for (const slot of this.slots) slot.row = null;
    this.draw();
  }

  /** Draws the visible rows. Elements are reused: a row's element depends on its index. */
  draw() {
    const { list, height, rows } = this;
    const inView = Math.ceil((MAX_HEIGHT / ROW)) + 1;
    const first = Math.max(0, Math.floor(list.scrollTop / height) - EXTRA_ROWS);
    const last = Math.min(rows.length, first + inView + 2 * EXTRA_ROWS);
    const size = inView + 2 * EXTRA_ROWS;
    if (this.slots.length === 0) {
      this.slots = Array.from({ length: size }, () => this.makeSlot());
      list.append(this.space, ...this.slots.map(({ item }) => item));
    }
    const stop = this.active >= first && this.active < last ? this.active : Math.min(first + EXTRA_ROWS, last - 1);
    for (let index = first; index < first + size; index += 1) {
      const slot = this.slots[index % size];
      slot.item.hidden = index >= last;
      if (index < last) this.fillSlot(slot, index, index === stop);
    }
  }

  /**
   * @param {Slot} slot
   * @param {number} index
   * @param {boolean} isStop
   */
  fillSlot(slot, index, isStop) {
    const row = this.rows[index];
    const { item, button, players, where } = slot;
    button.tabIndex = isStop ? 0 : -1;
    item.style.transform = `translateY(${index * this.height}px)`;
    item.ariaPosInSet = String(index + 1);
    item.ariaSetSize = String(this.rows.length);
    if (slot.row === row) return;
    slot.row = row;
    const known = (/** @type {string | undefined} */ text) => text !== undefined && text !== "" && !text.startsWith("?");
    players.textContent = `${row.number}. ${row.white || "?"} – ${row.black || "?"}`;
    const facts = [row.result, row.date, row.eco && `${row.eco} ${row.opening}`, row.event, several(row.plies, "half-move")].filter(known);
    const changed = this.isEdited(row) ? "edited · " : "";
    where.textContent = changed + (row.fault ?? facts.join(" · "));
    where.className = row.fault ? "fault" : "where";
    button.title = [players.textContent, facts.join(" · "), row.fault].filter(Boolean).join("\n");
    button.disabled = row.variant === null;
  }

  /** @returns {Slot} */
  makeSlot() {
    const players = h("span", { class: "players" });
    const where = h("span", { class: "where" });
    const button = h("button", { type: "button", tabindex: -1, onclick: () => slot.row && this.open(slot.row) }, players, where);
    /** @type {Slot} */
    const slot = { item: h("li", { class: "game-row" }, button), button, players, where, row: null };
    return slot;
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const page = Math.floor(MAX_HEIGHT / ROW) - 1;
    const target = event.target instanceof Element ? event.target.closest("li") : null;
    const from = Number(target?.ariaPosInSet ?? 1) - 1;
    /** @type {Record<string, number>} */
    const places = { ArrowUp: from - 1, ArrowDown: from + 1, PageUp: from - page, PageDown: from + page, Home: 0, End: this.rows.length - 1 };
    const place = places[event.key];
    if (place === undefined) return;
    event.preventDefault();
    this.active = Math.max(0, Math.min(place, this.rows.length - 1));
    const [top, bottom] = [this.active * this.height, (this.active + 1) * this.height];
    if (top < this.list.scrollTop) this.list.scrollTop = top;
    if (bottom > this.list.scrollTop + this.list.clientHeight) this.list.scrollTop = bottom - this.list.clientHeight;
    this.draw();
    this.slots[this.active % this.slots.length].button.focus({ preventScroll: true });
  }
}
