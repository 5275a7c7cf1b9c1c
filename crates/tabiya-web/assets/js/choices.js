// @ts-check
// A few things to choose from, of which one is chosen.

import { h } from "./dom.js";

/**
 * @param {string} legend
 * @param {string} name
 * @param {string[][]} options Values and their names.
 * @param {string} chosen
 */
export function choices(legend, name, options, chosen) {
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" },
    ...options.map(([value, text]) => h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen }), text))));
}
