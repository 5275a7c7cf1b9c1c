// @ts-check
// The key as 64 cells: a column is a hexadecimal digit with its highest bit on top. Bits changed by a move are animated.

import { h, write } from "./dom.js";
import { localized } from "./pieces.js";
import { revise } from "./revise.js";

/** @typedef {import("./types.js").Feature} Feature */

/** Steps at shorter intervals, in milliseconds, are not animated. */
const QUICK = 150;

/** @param {string} key */
const bits = (key) => BigInt(`0x${key}`);
/** @param {bigint} number */
const hex = (number) => number.toString(16).padStart(16, "0");

/** @param {bigint} number */
function ones(number) {
  let count = 0;
  for (let rest = number; rest > 0n; rest &= rest - 1n) count += 1;
  return count;
}

export class KeyPanel {
  /**
   * @param {HTMLElement} place The place of the key.
   * @param {HTMLElement} body The place of its cells and their explanation.
   * @param {HTMLElement} picker The place of the list of key schemes.
   * @param {(dialect: string) => void} setDialect
   */
  constructor(place, body, picker, setDialect) {
    this.picker = h("select", { "aria-label": "Key scheme", onchange: () => setDialect(this.picker.value) });
    picker.append(this.picker);
    this.text = h("p", { class: "hex", "data-testid": "key" });
    this.digits = Array.from({ length: 16 }, () => h("span", { class: "digit" }));
    /** @type {HTMLElement[]} The highest bit first. */
    this.cells = [];
    const columns = this.digits.map((digit) => {
      const column = Array.from({ length: 4 }, () => h("i", { class: "cell" }));
      this.cells.push(...column);
      return h("div", { class: "nibble" }, ...column, digit);
    });
    this.grid = h("div", { class: "cells", role: "img", "aria-label": "Bits of the key" }, ...columns);
    this.flips = h("p", { class: "flips" });
    const light = (/** @type {Event} */ { target }) => this.light(target instanceof Element ? target.closest("[data-number]")?.getAttribute("data-number") ?? null : null);
    const dark = () => this.light(null);
    this.toggles = h("ul", { class: "toggles", "aria-label": "Changes by the last move", onpointerover: light, onpointerleave: dark, onfocusin: light, onfocusout: dark });
    this.explain = h("p", { class: "explain" });
    this.pointed = h("p", { class: "pointed" });
    place.append(this.text);
    body.append(this.grid, this.flips, this.toggles, this.explain, this.pointed);
    this.shown = 0n;
    this.shownAt = -Infinity;
    this.isEven = false;
    /** @type {Feature[]} */
    this.features = [];
    this.variant = "chess";
  }

  /**
   * @param {import("./types.js").Now} position
   * @param {string | null} before The key before the last move.
   * @param {Feature[]} toggled The facts changed by that move.
   * @param {string} variant
   * @param {string} dialect
   */
  show({ key, features, dialects }, before, toggled, variant, dialect) {
    // Keys of 128 bits have no cells.
    const choices = dialects.filter((one) => one.key.length === 16);
    revise(this.picker, ...choices.map(({ name, title }) => h("option", { value: name, title }, name)));
    if (this.picker.value !== dialect) this.picker.value = dialect;
    const now = bits(key);
    const flipped = before === null ? 0n : bits(before) ^ now;
    const turned = this.shown ^ now;
    this.features = features;
    this.variant = variant;
    write(this.text, key);
    // Quick steps are not animated. Two class names, because an animation restarts only under another name.
    const isSlow = performance.now() - this.shownAt > QUICK;
    [this.isEven, this.shownAt] = [!this.isEven, performance.now()];
    const bitOf = (/** @type {number} */ index) => 1n << BigInt(63 - index);
    this.cells.forEach((cell, index) => {
      cell.classList.toggle("on", (now & bitOf(index)) !== 0n);
      cell.classList.toggle("flipped", (flipped & bitOf(index)) !== 0n);
      const doesTurn = isSlow && (turned & bitOf(index)) !== 0n;
      cell.classList.toggle("turning", doesTurn && this.isEven);
      cell.classList.toggle("turning-again", doesTurn && !this.isEven);
      cell.classList.remove("part");
      if (doesTurn) cell.style.animationDelay = `${(index >> 2) * 12}ms`;
    });
    this.digits.forEach((digit, index) => {
      write(digit, key[index]);
      digit.classList.toggle("changed", before !== null && before[index] !== key[index]);
    });
    this.shown = now;
    this.grid.classList.remove("dimmed");
    this.pointed.replaceChildren();
    this.grid.setAttribute("aria-label", `The key ${key}; the last move flipped ${ones(flipped)} of its 64 bits`);
    this.explainFlips(flipped, before, toggled, features.length);
  }

  /**
   * @param {bigint} flipped
   * @param {string | null} before
   * @param {Feature[]} toggled
   * @param {number} count
   */
  explainFlips(flipped, before, toggled, count) {
    if (before === null) {
      revise(this.flips, "Play a move to see which bits of the key it changes.");
      this.toggles.replaceChildren();
    } else {
      revise(this.flips, `The last move flipped ${ones(flipped)} of 64 bits:`);
      const rows = toggled.map((feature) => this.row(feature));
      const sum = h("li", {}, h("button", {
        type: "button", class: "sum", "data-number": hex(flipped),
      }, h("span", {}, "XOR of all ⊕"), h("span", { class: "number" }, hex(flipped))));
      revise(this.toggles, ...rows, sum);
    }
    revise(this.explain, `The key is the XOR of ${count} Zobrist numbers, one for each fact (piece on square, side to move, castling). Point at a piece to see its number.`);
  }

  /** @param {Feature} feature */
  row(feature) {
    const text = localized(feature.text, this.variant);
    const kind = text.startsWith("−") ? "off" : text.startsWith("+") ? "on" : "";
    return h("li", {}, h("button", { type: "button", "data-number": feature.key },
      h("span", { class: kind }, text), h("span", { class: "number" }, feature.key)));
  }

  /**
   * Highlights the bits of a number.
   * @param {string | null} key
   */
  light(key) {
    const part = key === null ? 0n : bits(key);
    this.grid.classList.toggle("dimmed", key !== null);
    this.cells.forEach((cell, index) => {
      cell.classList.toggle("part", (part & (1n << BigInt(63 - index))) !== 0n);
    });
  }

  /**
   * Shows the Zobrist number of the piece on a square.
   * @param {string | null} square
   */
  pointAt(square) {
    const feature = this.features.find((one) => square !== null && one.square === square);
    this.light(feature ? feature.key : null);
    revise(this.pointed, ...(feature ? [localized(feature.text, this.variant), h("span", { class: "number" }, feature.key)] : []));
  }
}
