// @ts-check
// The evaluation bar.

import { AXE, violations } from "../axe.js";
import { boundingBox, load, play, setUp, settled } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
const bar = (page) => page.getByRole("meter", { name: "Evaluation" });

/** @param {Page} page */
const valueText = (page) => bar(page).getAttribute("aria-valuetext");

/** How much of the bar is white's, and whether that is below. @param {Page} page */
const white = (page) => bar(page).evaluate((one) => {
  const { height, top } = getComputedStyle(one, "::before");
  return { part: parseFloat(height) / one.clientHeight, isBelow: top !== "0px" };
});

test("the evaluation bar is visible on every tab and follows the analysis", async ({ page }) => {
  await page.evaluate(AXE);
  await expect.poll(() => valueText(page)).toBe("not evaluated");
  await setUp(page, "4k3/8/8/8/8/8/3Q4/4K3 b - - 0 1");
  await page.locator("body").click({ position: { x: 3, y: 300 } });
  await page.keyboard.press("l");
  await expect.poll(async () => (await valueText(page)) ?? "", { message: "white is better" }).toMatch(/^\+/);
  for (const tab of ["Identity", "Engine", "Book", "Files"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect.poll(() => bar(page).isVisible(), { message: tab }).toBe(true);
    await expect.poll(async () => (await valueText(page)) ?? "", { message: tab }).toMatch(/^\+/);
  }
  await settled(page);
  await expect.poll(async () => (await white(page)).part).toBeGreaterThan(0.8);
  await expect.poll(async () => (await white(page)).isBelow).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Flip" }).click();
  await expect.poll(async () => (await white(page)).isBelow).toBe(false);
  await page.getByRole("tab", { name: "Identity" }).click();
  await page.keyboard.press("l");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).waitFor();
});

test("the evaluation bar shows evaluations of a file and the result", async ({ page }) => {
  await load(page, "1. f3 { [%eval -0.6] } 1... e5 { [%eval -0.5,18] } 2. g4 { [%eval #-1] } 2... Qh4# *");
  await expect.poll(() => valueText(page), { message: "mate" }).toBe("0–1");
  const back = async (/** @type {string} */ expected) => {
    await page.locator("#go-back").click();
    await expect.poll(() => valueText(page), { message: expected }).toBe(expected);
  };
  await back("−M1");
  await back("−0.50");
  await expect.poll(() => page.locator("#evaluation-text").innerText()).toBe("−0.50");
  await back("−0.60");
  const part = Number(await bar(page).getAttribute("aria-valuenow"));
  expect(part > 35 && part < 50, String(part)).toBeTruthy();
  await back("not evaluated");
});

test("the evaluation bar shows the review's evaluations", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.locator("#go-first").click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await expect.poll(async () => (await valueText(page)) ?? "", { message: "an evaluation while the review goes on" }).toMatch(/^[+−]\d/);
  await page.getByRole("button", { name: "Review again" }).waitFor();
  await page.locator("#go-last").click();
  await expect.poll(async () => (await valueText(page)) ?? "", { message: "an evaluation" }).toMatch(/^[+−]\d/);
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("on a phone the evaluation bar is above the board", async ({ page }) => {
    const [one, board] = [await boundingBox(bar(page)), await boundingBox(page.locator("#board"))];
    expect(one.y + one.height <= board.y && one.width > 300, JSON.stringify([one, board])).toBeTruthy();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over <= 0).toBeTruthy();
  });
});
