// @ts-check
// The choice of the promotion piece.

import { dialog, fill, h } from "./dom.js";
import { drawPiece, localized } from "./pieces.js";

/**
 * Asks for one of several promotions; null if none was chosen.
 * @param {import("./types.js").LegalMove[]} moves
 * @param {string} color
 * @param {string} variant
 * @param {Element} square The target square.
 * @returns {Promise<import("./types.js").LegalMove | null>}
 */
export function choosePromotion(moves, color, variant, square) {
  const place = dialog("promotion");
  return new Promise((done) => {
    const over = new AbortController();
    /** @type {import("./types.js").LegalMove | null} */
    let chosen = null;
    // Lifting a finger from the board clicks on whatever is there now. Only a press that began in the dialog selects; keyboard and
    // screen readers click without a press.
    let isPressed = false;
    place.addEventListener("pointerdown", () => (isPressed = true), { signal: over.signal });
    const isIntended = (/** @type {MouseEvent} */ event) => isPressed || event.detail === 0;
    const buttons = moves.map((move) => {
      const choose = (/** @type {MouseEvent} */ event) => {
        if (!isIntended(event)) return;
        chosen = move;
        place.close();
      };
      const name = localized(move.promotion ?? "", variant);
      return h("button", { type: "button", "aria-label": name, onclick: choose }, drawPiece(`${color} ${move.promotion}`, variant));
    });
    fill(place, h("div", { class: "pieces piece" }, ...buttons));
    place.addEventListener("click", (event) => event.target === place && isIntended(event) && place.close(), { signal: over.signal });
    place.addEventListener("close", () => {
      over.abort();
      done(chosen);
    }, { signal: over.signal });
    place.showModal();
    placeOver(place, square);
  });
}

/**
 * Places the dialog over the square, inside the window.
 * @param {HTMLElement} picker
 * @param {Element} square
 */
function placeOver(picker, square) {
  const [at, own] = [square.getBoundingClientRect(), picker.getBoundingClientRect()];
  const left = at.left + at.width / 2 - own.width / 2;
  const top = at.top + at.height / 2 - own.height / 2;
  picker.style.left = `${Math.max(8, Math.min(left, innerWidth - own.width - 8))}px`;
  picker.style.top = `${Math.max(8, Math.min(top, innerHeight - own.height - 8))}px`;
}
