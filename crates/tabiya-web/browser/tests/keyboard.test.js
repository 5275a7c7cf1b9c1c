// @ts-check
// Without a mouse: the keyboard, and screen readers.

import assert from "node:assert/strict";
import { play, sans, square } from "../harness.js";
import { tale } from "../tale.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
const focusedSquare = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-square"));

tale("the board is played with the keyboard alone, and says what happens", async (page) => {
  await square(page, "e2").focus();
  await page.keyboard.press("Enter");
  assert.match((await square(page, "e4").getAttribute("aria-label")) ?? "", /can go here/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  assert.match(await page.locator("#announcer").innerText(), /e4\. Black to move/);
});

tale("the arrows go on from whatever square has the focus, and keep it when the board is turned", async (page) => {
  await play(page, "e2e4 e7e5");
  await square(page, "g1").focus();
  await page.keyboard.press("Enter");
  assert.match((await square(page, "f3").getAttribute("aria-label")) ?? "", /can go here/);
  await page.keyboard.press("ArrowUp");
  assert.equal(await focusedSquare(page), "g2");
  await page.keyboard.press("f");
  await page.locator('[data-square="h1"]').first().waitFor();
  assert.equal(await focusedSquare(page), "g2");
  await page.keyboard.press("ArrowUp");
  assert.equal(await focusedSquare(page), "g1");
});

tale("a click without a pointer, as screen readers make it, moves a man", async (page) => {
  await square(page, "e2").evaluate((one) => one instanceof HTMLElement && one.click());
  await square(page, "e4").evaluate((one) => one instanceof HTMLElement && one.click());
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  assert.deepEqual(await sans(page), ["e4"]);
});

tale("whoever walks the list of moves by keyboard stays in it", async (page) => {
  await play(page, "e2e4 e7e5 g1f3");
  await page.locator('.move[data-ply="1"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('.move[data-ply="1"][aria-current]').waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-ply")), "2");
});
