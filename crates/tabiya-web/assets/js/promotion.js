// @ts-check
// What shall the pawn become?

import { dialog, fill, h } from "./dom.js";
import { drawPiece, inWords } from "./pieces.js";

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
    const over = new AbortController();
    /** @type {import("./types.js").LegalMove | null} */
    let chosen = null;
    // A finger that has just been lifted from the board clicks on whatever lies there now. Only a press that began in
    // the picker chooses; keys and screen readers click without a press.
    let isPressed = false;
    place.addEventListener("pointerdown", () => (isPressed = true), { signal: over.signal });
    const isMeant = (/** @type {MouseEvent} */ event) => isPressed || event.detail === 0;
    const buttons = moves.map((move) => {
      const choose = (/** @type {MouseEvent} */ event) => {
        if (!isMeant(event)) return;
        chosen = move;
        place.close();
      };
      const name = inWords(move.promotion ?? "", variant);
      return h("button", { type: "button", "aria-label": name, onclick: choose }, drawPiece(`${color} ${move.promotion}`, variant));
    });
    fill(place, h("div", { class: "pieces piece" }, ...buttons));
    place.addEventListener("click", (event) => event.target === place && isMeant(event) && place.close(), { signal: over.signal });
    place.addEventListener("close", () => {
      over.abort();
      done(chosen);
    }, { signal: over.signal });
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
