// @ts-check
// Which games the Explorer is asked about.

import { h } from "./dom.js";

/** @type {[string, string][]} */
const COLORS = [["", "either"], ["white", "white"], ["black", "black"]];
/** @type {[string, string][]} */
const RESULTS = [["", "any"], ["1-0", "1-0"], ["1/2-1/2", "½-½"], ["0-1", "0-1"], ["*", "none"]];
/** @type {[string, string][]} */
const SPEEDS = [["", "any"], ["ultraBullet", "ultra-bullet"], ["bullet", "bullet"], ["blitz", "blitz"], ["rapid", "rapid"], ["classical", "classical"], ["correspondence", "correspondence"]];

export class Filters {
  /** @param {() => void} changed */
  constructor(changed) {
    /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = {
      player: text(), color: choice(COLORS), from: text("numeric"), to: text("numeric"), since: text("numeric"), until: text("numeric"),
      result: choice(RESULTS), speed: choice(SPEEDS), event: text(), eco: text(),
    };
    this.clear = h("button", { type: "button", class: "quiet", onclick: () => { this.reset(); changed(); } }, "All games");
    this.summary = h("summary", {}, "Filters");
    const { player, color, from, to, since, until, result, speed, event, eco } = this.fields;
    this.element = h("details", { class: "filters" }, this.summary,
      h("form", { onchange: () => { this.show(); changed(); }, onsubmit: (/** @type {Event} */ submitted) => submitted.preventDefault() },
        field("Player", player), field("Color", color), field("Rating from", from), field("Rating to", to), field("From the year", since), field("To the year", until),
        field("Result", result), field("Speed", speed), field("Event", event), field("ECO", eco), this.clear));
    this.show();
  }

  /** As the server reads them. */
  get values() {
    return Object.fromEntries(Object.entries(this.fields).map(([name, field]) => [name, field.value]));
  }

  /** Whether games are left out. */
  get isSet() {
    return Object.entries(this.fields).some(([name, field]) => name !== "color" && field.value.trim() !== "");
  }

  reset() {
    for (const field of Object.values(this.fields)) field.value = "";
    this.show();
  }

  show() {
    this.summary.textContent = this.isSet ? "Filters (some games are left out)" : "Filters";
    this.clear.hidden = !this.isSet;
  }
}

/** @param {string} [mode] */
const text = (mode) => h("input", { type: "text", autocomplete: "off", spellcheck: "false", inputmode: mode });

/** @param {[string, string][]} choices */
const choice = (choices) => h("select", {}, ...choices.map(([value, name]) => h("option", { value }, name)));

/**
 * @param {string} name
 * @param {HTMLElement} element
 */
const field = (name, element) => h("label", {}, h("span", { class: "label" }, name), element);
