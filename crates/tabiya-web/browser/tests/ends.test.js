// @ts-check
// How games end: on the board, on the clock, by a claim, and as a file says.

import assert from "node:assert/strict";
import { play, sans, settled, until } from "../harness.js";
import { tale } from "../tale.js";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Takes up a game as a reload would.
 * @param {Page} page
 * @param {object} saved
 */
async function takeUp(page, saved) {
  await page.evaluate((text) => sessionStorage.setItem("tabiya.game", text), JSON.stringify(saved));
  await page.reload();
  await page.locator(".man").first().waitFor();
  await settled(page);
}

tale("the pause before the engine's reply is short when its clock is", async (page) => {
  await page.route("**/api/reply", (route) => route.fulfill({ status: 200, body: '{"uci":"e7e5","san":"e5","depth":1,"nodes":1}' }));
  await page.clock.install();
  await takeUp(page, {
    mode: { kind: "engine", engine: "black", level: 1 },
    timing: { increment: 0, left: { white: 300_000, black: 1000 } },
  });
  // From here on time goes only as we say.
  await page.clock.pauseAt(Date.now() + 60_000);
  await play(page, "e2e4");
  await page.clock.runFor(40);
  await until(async () => (await sans(page)).length === 2, "a reply within a twenty-fifth of a second");
  await settled(page);
  assert.match(await page.getByLabel("black's clock").innerText(), /0:01\.0/);
});
