// @ts-check
// The page begins: the pieces are fetched and the game is taken up. If the server does not answer, that is said, and it is
// asked again.

import { announce, byId, capital, fill, h } from "./dom.js";
import { loadPieces } from "./pieces.js";
import { Refusal, patience } from "./request.js";
import { settings } from "./settings.js";

/** @param {import("./game.js").Game} game */
export async function takeUp(game) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await Promise.all([loadPieces(settings.liked.pieces), game.restore()]);
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const pause = patience(attempt);
      await again(`${capital(error.message)} Trying again in ${pause / 1000} s.`, pause);
    }
  }
}

/**
 * Says why there is no game yet; waits a while, or until somebody is impatient.
 * @param {string} text
 * @param {number} pause
 */
async function again(text, pause) {
  byId("status").textContent = text;
  announce(text);
  await new Promise((done) => {
    setTimeout(done, pause);
    fill(byId("actions"), h("button", { type: "button", onclick: () => done(undefined) }, "Try again now"));
  });
  fill(byId("actions"));
}
