// @ts-check
// A confirmation dialog.

import { dialog, fill, h } from "./dom.js";
import { isBeingPlayed } from "./referee.js";

/**
 * @param {{ heading: string, text: string, no: string, yes: string }} words
 * @returns {Promise<boolean>}
 */
export function confirm({ heading, text, no, yes }) {
  const place = dialog("question");
  return new Promise((done) => {
    place.returnValue = "";
    place.addEventListener("close", () => done(place.returnValue === "yes"), { once: true });
    fill(place, h("form", { method: "dialog" },
      h("h2", { id: "question-heading" }, heading),
      h("p", {}, text),
      h("div", { class: "buttons" },
        h("button", { value: "" }, no),
        h("button", { value: "yes", class: "primary" }, yes))));
    place.showModal();
  });
}

/**
 * Whether another game may replace the current one. Asks only if a game is being played.
 * @param {import("./game.js").Game} game
 * @returns {Promise<boolean>}
 */
export function confirmEnd(game) {
  // A comment that is being written belongs to this game.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (!isBeingPlayed(game)) return Promise.resolve(true);
  const text = "The current game is not finished. Undo restores it.";
  return confirm({ heading: "End this game?", text, no: "Keep playing", yes: "End it" });
}
