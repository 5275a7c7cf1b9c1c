// @ts-check
// The bar beside the board.

import assert from "node:assert/strict";
import { AXE, violations } from "../axe.js";
import { load, play, setUp, until } from "../harness.js";
import { tale } from "../tale.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
const bar = (page) => page.getByRole("meter", { name: "Evaluation" });

/** @param {Page} page */
const said = (page) => bar(page).getAttribute("aria-valuetext");

/** How much of the bar is white's, and whether that is below. @param {Page} page */
const white = (page) => bar(page).evaluate((one) => {
  const { height, top } = getComputedStyle(one, "::before");
  return { part: parseFloat(height) / one.clientHeight, isBelow: top !== "0px" };
});

tale("the bar beside the board is there on every tab, and follows the engine", async (page) => {
  await page.evaluate(AXE);
  assert.equal(await said(page), "not evaluated");
  await setUp(page, "4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1");
  await page.locator("body").click({ position: { x: 3, y: 300 } });
  await page.keyboard.press("l");
  await until(async () => /^\+/.test((await said(page)) ?? ""), "white stands better");
  for (const tab of ["Identity", "Engine", "Book", "Files"]) {
    await page.getByRole("tab", { name: tab }).click();
    assert.equal(await bar(page).isVisible(), true, tab);
    assert.match((await said(page)) ?? "", /^\+/, tab);
  }
  await page.waitForTimeout(400);
  const before = await white(page);
  assert.ok(before.part > 0.8 && before.isBelow, JSON.stringify(before));
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Flip" }).click();
  await page.waitForTimeout(400);
  assert.equal((await white(page)).isBelow, false);
  await page.getByRole("tab", { name: "Identity" }).click();
  await page.keyboard.press("l");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyse" }).waitFor();
});

tale("the bar shows what a file says of a position, and how a game ended", async (page) => {
  await load(page, "1. f3 { [%eval -0.6] } 1... e5 { [%eval -0.5,18] } 2. g4 { [%eval #-1] } 2... Qh4# *");
  await until(async () => (await said(page)) === "0–1", "mate");
  const back = async (/** @type {string} */ wanted) => {
    await page.locator("#go-back").click();
    await until(async () => (await said(page)) === wanted, wanted);
  };
  await back("−M1");
  await back("−0.50");
  assert.equal(await page.locator("#evaluation-text").innerText(), "−0.50");
  await back("−0.60");
  const part = Number(await bar(page).getAttribute("aria-valuenow"));
  assert.ok(part > 35 && part < 50, String(part));
  await back("not evaluated");
});

tale("the bar shows what the review found", async (page) => {
  await play(page, "e2e4 e7e5");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.locator("#go-first").click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await until(async () => /^[+−]\d/.test((await said(page)) ?? ""), "an evaluation while the review goes on");
  await page.getByRole("button", { name: "Review again" }).waitFor({ timeout: 40_000 });
  await page.locator("#go-last").click();
  await until(async () => /^[+−]\d/.test((await said(page)) ?? ""), "an evaluation");
});

tale("on a phone the bar lies above the board", async (page) => {
  const [one, board] = [await bar(page).boundingBox(), await page.locator("#board").boundingBox()];
  assert.ok(one && board);
  assert.ok(one.y + one.height <= board.y && one.width > 300, JSON.stringify([one, board]));
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
