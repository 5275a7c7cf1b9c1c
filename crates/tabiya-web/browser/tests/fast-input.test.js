// @ts-check
// Input faster than the network is applied in order and not lost.

import { holdRequests, load, play, sans, settled, square } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

const LONG = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 "
  + "13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 20. Bg5 Be7 *";

/** @param {Page} page */
const shown = (page) => page.locator(".move[aria-current]").evaluateAll((moves) => moves[0]?.getAttribute("data-ply") ?? "0");

test("a move and an undo in quick succession cancel out", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  const held = await holdRequests(page, "**/api/position");
  await square(page, "g1").click();
  await square(page, "f3").click();
  await page.keyboard.press("u");
  await held.untilHeld(1);
  await held.release();
  await settled(page);
  await expect.poll(() => page.getByRole("button", { name: "Redo" }).getAttribute("aria-disabled"), { message: "the move is taken back" }).not.toBe("true");
  await expect.poll(() => sans(page)).toEqual(["e4", "e5"]);
  await page.keyboard.press("r");
  await expect.poll(async () => (await sans(page)).length, { message: "the move again" }).toBe(3);
  await expect.poll(() => sans(page)).toEqual(["e4", "e5", "Nf3"]);
});

test("four quick steps back are four steps back", async ({ page }) => {
  await play(page, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
  const held = await holdRequests(page, "**/api/position");
  for (let step = 0; step < 4; step += 1) await page.keyboard.press(",");
  await held.release();
  await settled(page);
  await expect.poll(() => shown(page)).toBe("2");
});

test("a held key loses no step in a loaded game", async ({ page }) => {
  await load(page, LONG);
  await page.locator('.move[data-ply="40"][aria-current]').waitFor();
  await settled(page);
  await page.getByRole("tab", { name: "Identity" }).click();
  const held = await holdRequests(page, "**/api/position");
  for (let step = 0; step < 35; step += 1) await page.keyboard.press(",");
  await held.release();
  await expect.poll(() => shown(page), { message: "thirty-five steps back" }).toBe("5");
  for (let step = 0; step < 33; step += 1) await page.keyboard.press(".");
  await expect.poll(() => shown(page), { message: "and thirty-three on" }).toBe("38");
  await settled(page);
  await expect.poll(() => shown(page)).toBe("38");
});

test("cached positions are not requested again", async ({ page }) => {
  await play(page, "e2e4 e7e5 g1f3");
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => request.url().endsWith("/api/position") && requests.push(request.postData() ?? ""));
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.keyboard.press("u");
  await page.keyboard.press("r");
  await page.locator('.move[data-ply="3"][aria-current]').waitFor();
  expect(requests).toEqual([]);
});

test("a failed move changes nothing and can be repeated", async ({ page, problems }) => {
  await play(page, "e2e4 e7e5");
  const held = await holdRequests(page, "**/api/position");
  await square(page, "g1").click();
  await square(page, "f3").click();
  await page.keyboard.press("u");
  await held.untilHeld(1);
  await held.takeFirst().abort();
  await page.locator(".toast", { hasText: "does not respond" }).waitFor();
  await settled(page);
  await expect.poll(() => sans(page)).toEqual(["e4", "e5"]);
  await page.unroute("**/api/position");
  await play(page, "g1f3");
  problems.length = 0;
});
