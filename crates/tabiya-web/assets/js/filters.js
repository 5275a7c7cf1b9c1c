// @ts-check
// The filters of the Explorer.

import { h } from "./dom.js";

/** @type {[string, string][]} */
const COLORS = [["", "any"], ["white", "white"], ["black", "black"]];
/** @type {[string, string][]} */
const RESULTS = [["", "any"], ["1-0", "1–0"], ["1/2-1/2", "½–½"], ["0-1", "0–1"], ["*", "no result"]];
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
    this.clear = h("button", { type: "button", class: "quiet", onclick: () => { this.reset(); changed(); } }, "Clear filters");
    this.summary = h("summary", {}, "Filters");
    const { player, color, from, to, since, until, result, speed, event, eco } = this.fields;
    this.element = h("details", { class: "filters" }, this.summary,
      h("form", { onchange: () => { this.show(); changed(); }, onsubmit: (/** @type {Event} */ submitted) => submitted.preventDefault() },
        field("Player", player), field("Color", color), field("Rating from", from), field("Rating to", to), field("Year from", since), field("Year to", until),
        field("Result", result), field("Speed", speed), field("Event", event), field("ECO", eco), this.clear));
    this.show();
  }

  /** The values for the server. */
  get values() {
    return Object.fromEntries(Object.entries(this.fields).map(([name, field]) => [name, field.value]));
  }

  /** The number of active filters. A color filters nothing without a player. */
  get active() {
    const isSet = (/** @type {string} */ name) => this.fields[name].value.trim() !== "";
    return Object.keys(this.fields).filter((name) => isSet(name) && (name !== "color" || isSet("player"))).length;
  }

  reset() {
    for (const field of Object.values(this.fields)) field.value = "";
    this.show();
  }

  show() {
    this.summary.textContent = this.active > 0 ? `Filters (${this.active} active)` : "Filters";
    this.clear.hidden = this.active === 0;
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
