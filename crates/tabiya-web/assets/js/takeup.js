// @ts-check
// The page begins: the men are fetched and the game is taken up. If the server does not answer, that is said, and it is
// asked again.

import { byId, capital, fill, h } from "./dom.js";
import { loadMen } from "./men.js";
import { Refusal } from "./request.js";

/** Milliseconds before the next attempt. */
const PAUSES = [1000, 2000, 4000, 8000];

/** @param {import("./game.js").Game} game */
export async function takeUp(game) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await Promise.all([loadMen(), game.restore()]);
      return;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const pause = PAUSES[Math.min(attempt, PAUSES.length - 1)];
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
  byId("announcer").textContent = text;
  await new Promise((done) => {
    setTimeout(done, pause);
    fill(byId("actions"), h("button", { type: "button", onclick: () => done(undefined) }, "Try again now"));
  });
  fill(byId("actions"));
}
