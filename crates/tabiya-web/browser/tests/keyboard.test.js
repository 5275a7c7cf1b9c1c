// @ts-check
// Keyboard and screen readers.

import { play, sans, square } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
const focusedSquare = (page) => page.evaluate(() => document.activeElement?.getAttribute("data-square"));

test("moves by keyboard are announced", async ({ page }) => {
  await square(page, "e2").focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await square(page, "e4").getAttribute("aria-label")) ?? "").toMatch(/can move here/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  await expect.poll(() => page.locator("#announcer").innerText()).toMatch(/e4\. Black to move/);
});

test("arrow keys continue from the focused square, also after flipping the board", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await square(page, "g1").focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await square(page, "f3").getAttribute("aria-label")) ?? "").toMatch(/can move here/);
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => focusedSquare(page)).toBe("g2");
  await page.keyboard.press("f");
  await page.locator('[data-square="h1"]').first().waitFor();
  await expect.poll(() => focusedSquare(page)).toBe("g2");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => focusedSquare(page)).toBe("g1");
});

test("clicks of screen readers move a piece", async ({ page }) => {
  await square(page, "e2").evaluate((one) => one instanceof HTMLElement && one.click());
  await square(page, "e4").evaluate((one) => one instanceof HTMLElement && one.click());
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  await expect.poll(() => sans(page)).toEqual(["e4"]);
});

test("keyboard navigation keeps the focus in the list of moves", async ({ page }) => {
  await play(page, "e2e4 e7e5 g1f3");
  await page.locator('.move[data-ply="1"]').focus();
  await page.keyboard.press("Enter");
  await page.locator('.move[data-ply="1"][aria-current]').waitFor();
  await page.keyboard.press("ArrowRight");
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-ply"))).toBe("2");
});
