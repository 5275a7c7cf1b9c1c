// @ts-check
// The key as 64 cells: a column is a hexadecimal digit, its heaviest bit on top. A move's bits turn over.

import { h, write } from "./dom.js";
import { inWords } from "./pieces.js";
import { revise } from "./revise.js";

/** @typedef {import("./types.js").Feature} Feature */

/** Steps that follow each other by less, in milliseconds, are quick. */
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
   * @param {HTMLElement} place For the key itself.
   * @param {HTMLElement} body For its cells and what they mean.
   * @param {HTMLElement} picker Where to choose whose key is shown.
   * @param {(dialect: string) => void} speak
   */
  constructor(place, body, picker, speak) {
    this.picker = h("select", { "aria-label": "Whose key", onchange: () => speak(this.picker.value) });
    picker.append(this.picker);
    this.text = h("p", { class: "hex", "data-testid": "key" });
    this.digits = Array.from({ length: 16 }, () => h("span", { class: "digit" }));
    /** @type {HTMLElement[]} The heaviest bit first. */
    this.cells = [];
    const columns = this.digits.map((digit) => {
      const column = Array.from({ length: 4 }, () => h("i", { class: "cell" }));
      this.cells.push(...column);
      return h("div", { class: "nibble" }, ...column, digit);
    });
    this.grid = h("div", { class: "cells", role: "img", "aria-label": "The bits of the key" }, ...columns);
    this.flips = h("p", { class: "flips" });
    const light = (/** @type {Event} */ { target }) => this.light(target instanceof Element ? target.closest("[data-number]")?.getAttribute("data-number") ?? null : null);
    const dark = () => this.light(null);
    this.toggles = h("ul", { class: "toggles", "aria-label": "What the last move changed", onpointerover: light, onpointerleave: dark, onfocusin: light, onfocusout: dark });
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
   * @param {string | null} before The key one move ago.
   * @param {Feature[]} toggled What that move changed.
   * @param {string} variant
   * @param {string} dialect
   */
  show({ key, features, dialects }, before, toggled, variant, dialect) {
    // Only keys of 64 bits have 64 cells.
    const choices = dialects.filter((one) => one.key.length === 16);
    revise(this.picker, ...choices.map(({ name, title }) => h("option", { value: name, title }, name)));
    if (this.picker.value !== dialect) this.picker.value = dialect;
    const now = bits(key);
    const flipped = before === null ? 0n : bits(before) ^ now;
    const turned = this.shown ^ now;
    this.features = features;
    this.variant = variant;
    write(this.text, key);
    // Of two steps one right after the other nobody sees the bits turn. By two names, a cell that still turns turns again.
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
    this.tell(flipped, before, toggled, features.length);
  }

  /**
   * @param {bigint} flipped
   * @param {string | null} before
   * @param {Feature[]} toggled
   * @param {number} count
   */
  tell(flipped, before, toggled, count) {
    if (before === null) {
      revise(this.flips, "Play a move, and see which bits it flips.");
      this.toggles.replaceChildren();
    } else {
      revise(this.flips, `The last move flipped ${ones(flipped)} of 64 bits:`);
      const rows = toggled.map((feature) => this.row(feature));
      const sum = h("li", {}, h("button", {
        type: "button", class: "sum", "data-number": hex(flipped),
      }, h("span", {}, "together ⊕"), h("span", { class: "number" }, hex(flipped))));
      revise(this.toggles, ...rows, sum);
    }
    revise(this.explain, `The key is the sum (XOR) of the numbers of ${count} facts. Point at a piece to see its number.`);
  }

  /** @param {Feature} feature */
  row(feature) {
    const text = inWords(feature.text, this.variant);
    const kind = text.startsWith("−") ? "off" : text.startsWith("+") ? "on" : "";
    return h("li", {}, h("button", { type: "button", "data-number": feature.key },
      h("span", { class: kind }, text), h("span", { class: "number" }, feature.key)));
  }

  /**
   * Frames the bits of one number.
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
   * Shows the number of the piece on a square.
   * @param {string | null} square
   */
  pointAt(square) {
    const feature = this.features.find((one) => square !== null && one.square === square);
    this.light(feature ? feature.key : null);
    revise(this.pointed, ...(feature ? [inWords(feature.text, this.variant), h("span", { class: "number" }, feature.key)] : []));
  }
}
