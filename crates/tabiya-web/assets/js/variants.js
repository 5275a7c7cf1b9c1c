// @ts-check
// The variants of the board.

import { h } from "./dom.js";

/** @typedef {import("./types.js").Variant} Variant */

/** @type {[Variant, string][]} */
export const VARIANTS = [["chess", "Chess"], ["chess960", "Chess960"], ["makruk", "Makruk"]];

/**
 * Buttons to read a position or games as another variant.
 * @param {HTMLElement} place
 * @param {string} action
 * @param {Variant[]} variants
 * @param {(variant: Variant) => void} choose
 */
export function offerVariants(place, action, variants, choose) {
  const offered = VARIANTS.filter(([variant]) => variants.includes(variant));
  place.append(h("div", { class: "row" },
    ...offered.map(([variant, name]) => h("button", { type: "button", onclick: () => choose(variant) }, `${action} ${name}`))));
}

/** @param {Variant} variant @returns {Variant[]} */
export const othersThan = (variant) => VARIANTS.map(([other]) => other).filter((other) => other !== variant);
