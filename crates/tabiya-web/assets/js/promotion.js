// @ts-check
// What shall the pawn become?

import { dialog, fill, h } from "./dom.js";
import { drawMan, inWords } from "./men.js";

/**
 * Asks which of several moves is meant; null if none.
 * @param {import("./types.js").LegalMove[]} moves
 * @param {string} color
 * @param {string} variant
 * @param {Element} square Where the pawn goes.
 * @returns {Promise<import("./types.js").LegalMove | null>}
 */
export function choosePromotion(moves, color, variant, square) {
  const place = dialog("promotion");
  return new Promise((done) => {
    /** @type {import("./types.js").LegalMove | null} */
    let chosen = null;
    const buttons = moves.map((move) => {
      const man = `${color} ${move.promotion}`;
      const choose = () => {
        chosen = move;
        place.close();
      };
      return h("button", { type: "button", "aria-label": inWords(move.promotion ?? "", variant), onclick: choose }, drawMan(man, variant));
    });
    fill(place, h("div", { class: "pieces piece" }, ...buttons));
    place.addEventListener("close", () => done(chosen), { once: true });
    place.addEventListener("click", (event) => event.target === place && place.close(), { once: true });
    place.showModal();
    stand(place, square);
  });
}

/**
 * Puts the picker over its square, inside the window.
 * @param {HTMLElement} picker
 * @param {Element} square
 */
function stand(picker, square) {
  const [at, own] = [square.getBoundingClientRect(), picker.getBoundingClientRect()];
  const left = at.left + at.width / 2 - own.width / 2;
  const top = at.top + at.height / 2 - own.height / 2;
  picker.style.left = `${Math.max(8, Math.min(left, innerWidth - own.width - 8))}px`;
  picker.style.top = `${Math.max(8, Math.min(top, innerHeight - own.height - 8))}px`;
}
