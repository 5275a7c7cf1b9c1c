// @ts-check
// Asks before something is lost.

import { dialog, fill, h } from "./dom.js";
import { isBeingPlayed } from "./referee.js";

/**
 * Whether another game may take the place of the one on the board. Asks only if that one is being played.
 * @param {import("./game.js").Game} game
 * @returns {Promise<boolean>}
 */
export function mayEnd(game) {
  if (!isBeingPlayed(game)) return Promise.resolve(true);
  const place = dialog("question");
  return new Promise((done) => {
    place.returnValue = "";
    place.addEventListener("close", () => done(place.returnValue === "end"), { once: true });
    fill(place, h("form", { method: "dialog" },
      h("h2", { id: "question-heading" }, "End this game?"),
      h("p", {}, "A game is being played on this board. It cannot be taken up again."),
      h("div", { class: "buttons" },
        h("button", { value: "" }, "Keep playing"),
        h("button", { value: "end", class: "primary" }, "End it"))));
    place.showModal();
  });
}
