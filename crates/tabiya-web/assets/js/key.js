// @ts-check
// The key as 64 cells: a column is a hexadecimal digit, its heaviest bit on top. A move's bits turn over.

import { fill, h } from "./dom.js";
import { inWords } from "./men.js";

/** @typedef {import("./types.js").Feature} Feature */

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
    this.toggles = h("ul", { class: "toggles", "aria-label": "What the last move changed" });
    this.explain = h("p", { class: "explain" });
    this.pointed = h("p", { class: "pointed" });
    place.append(this.text);
    body.append(this.grid, this.flips, this.toggles, this.explain, this.pointed);
    this.shown = 0n;
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
    fill(this.picker, ...choices.map(({ name, title }) => h("option", { value: name, title, selected: name === dialect }, name)));
    const now = bits(key);
    const flipped = before === null ? 0n : bits(before) ^ now;
    const turned = this.shown ^ now;
    this.features = features;
    this.variant = variant;
    this.text.textContent = key;
    const bitOf = (/** @type {number} */ index) => 1n << BigInt(63 - index);
    this.cells.forEach((cell, index) => {
      cell.classList.toggle("on", (now & bitOf(index)) !== 0n);
      cell.classList.toggle("flipped", (flipped & bitOf(index)) !== 0n);
      cell.classList.remove("turning", "part");
    });
    // So that a cell that is still turning turns again. Once for all of them: the page is laid out each time.
    void this.cells[0]?.offsetWidth;
    this.cells.forEach((cell, index) => {
      if ((turned & bitOf(index)) === 0n) return;
      cell.classList.add("turning");
      cell.style.animationDelay = `${(index >> 2) * 12}ms`;
    });
    this.digits.forEach((digit, index) => {
      digit.textContent = key[index];
      digit.classList.toggle("changed", before !== null && before[index] !== key[index]);
    });
    this.shown = now;
    this.grid.classList.remove("dimmed");
    fill(this.pointed);
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
      this.flips.textContent = "Play a move, and see which bits it flips.";
      fill(this.toggles);
    } else {
      this.flips.textContent = `The last move flipped ${ones(flipped)} of 64 bits:`;
      const rows = toggled.map((feature) => this.row(feature));
      const sum = h("li", {}, h("button", {
        type: "button", class: "sum", ...this.shows(hex(flipped)),
      }, h("span", {}, "together ⊕"), h("span", { class: "number" }, hex(flipped))));
      fill(this.toggles, ...rows, sum);
    }
    this.explain.textContent = `The key is the sum (XOR) of the numbers of ${count} facts. Point at a man to see its number.`;
  }

  /** @param {Feature} feature */
  row(feature) {
    const text = inWords(feature.text, this.variant);
    const kind = text.startsWith("−") ? "off" : text.startsWith("+") ? "on" : "";
    return h("li", {}, h("button", { type: "button", ...this.shows(feature.key) },
      h("span", { class: kind }, text), h("span", { class: "number" }, feature.key)));
  }

  /** @param {string} key */
  shows(key) {
    const light = () => this.light(key);
    const dark = () => this.light(null);
    return { onpointerenter: light, onpointerleave: dark, onfocus: light, onblur: dark };
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
   * Shows the number of the man on a square.
   * @param {string | null} square
   */
  pointAt(square) {
    const feature = this.features.find((one) => square !== null && one.square === square);
    this.light(feature ? feature.key : null);
    fill(this.pointed, ...(feature ? [inWords(feature.text, this.variant), h("span", { class: "number" }, feature.key)] : []));
  }
}
