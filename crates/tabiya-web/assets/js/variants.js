// @ts-check
// The games this board knows.

import { h } from "./dom.js";

/** @typedef {import("./types.js").Variant} Variant */

/** @type {[Variant, string][]} */
export const VARIANTS = [["chess", "Chess"], ["chess960", "Chess960"], ["makruk", "Makruk"]];

/**
 * Buttons for what was meant as a position or a game of another kind.
 * @param {HTMLElement} place
 * @param {string} deed
 * @param {Variant[]} variants
 * @param {(variant: Variant) => void} choose
 */
export function offerVariants(place, deed, variants, choose) {
  const offered = VARIANTS.filter(([variant]) => variants.includes(variant));
  place.append(h("div", { class: "row" },
    ...offered.map(([variant, name]) => h("button", { type: "button", onclick: () => choose(variant) }, `${deed} ${name}`))));
}

/** @param {Variant} variant @returns {Variant[]} */
export const othersThan = (variant) => VARIANTS.map(([other]) => other).filter((other) => other !== variant);
