// @ts-check
// The engine's options and limits, and the game review.

import { AXE, violations } from "../axe.js";
import { holdRequests, load, play, reload, settled } from "../harness.js";
import { site } from "../site.js";
import { expect, programTest, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

test.use({ serverOptions: async ({}, use) => use(["--max-threads", "3", "--max-hash", "64", "--max-lines", "7"]) });

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** @param {Page} page */
async function openEngine(page) {
  const bounds = page.waitForResponse("**/api/engine");
  await page.getByRole("tab", { name: "Engine" }).click();
  await bounds;
}

/** @param {Page} page @param {string} label */
const offered = (page, label) => page.getByLabel(label, { exact: true }).locator("option").evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));

/** @param {Page} page */
const text = async (page) => (await page.locator("#moves").innerText()).replace(/\s+/g, " ").trim();

programTest("lines, threads and hash size are limited by the server and stored", async ({ page }) => {
  await openEngine(page);
  await expect.poll(async () => (await offered(page, "Threads")).join(), { message: "the bounds" }).toBe("1,2,3");
  await expect.poll(async () => (await offered(page, "Hash size")).join()).toBe("1,2,4,8,16,32,64");
  await expect.poll(async () => (await offered(page, "Number of lines")).length).toBe(7);
  await page.getByLabel("Threads", { exact: true }).selectOption("2");
  await page.getByLabel("Hash size", { exact: true }).selectOption("64");
  await page.getByLabel("Number of lines", { exact: true }).selectOption("6");
  const request = page.waitForRequest("**/api/analyze");
  await press(page, "Analyze");
  const { threads, hash, lines } = (await request).postDataJSON();
  expect({ threads, hash, lines }).toEqual({ threads: 2, hash: 64, lines: 6 });
  await expect.poll(() => page.locator(".lines li").count(), { message: "six lines" }).toBe(6);
  await page.evaluate(AXE);
  expect(await violations(page)).toEqual([]);
  await reload(page);
  await expect.poll(() => page.getByLabel("Threads", { exact: true }).inputValue(), { message: "what was chosen" }).toBe("2");
});

test("options beyond the limits are rejected with the limit", async ({ page }) => {
  await openEngine(page);
  await page.route("**/api/analyze", (route) => route.fallback({ postData: JSON.stringify({ ...route.request().postDataJSON(), threads: 99 }) }));
  await press(page, "Analyze");
  await page.locator(".toast", { hasText: `Threads: must be 1 to ${site ? 1 : 3}, not 99` }).waitFor();
});

test("a review is undone as one change", async ({ page }) => {
  await play(page, "f2f3 e7e5 g2g4 d8h4");
  await press(page, "dubious move");
  await expect.poll(() => text(page), { message: "the mark" }).toMatch(/Qh4# \?!/);
  const before = await text(page);
  await openEngine(page);
  await page.getByLabel("Nodes per position").selectOption("20000");
  const request = page.waitForRequest("**/api/analyze");
  await press(page, "Review the game");
  await expect.poll(async () => (await request).postDataJSON().nodes).toBe(20_000);
  const summary = page.getByTestId("review");
  await expect.poll(() => summary.innerText(), { message: "the accuracy" }).toMatch(/White: [\d.]+ % accuracy/);
  const after = await text(page);
  expect(after).toMatch(/2\. g4 \?\?/);
  await press(page, "Undo");
  await expect.poll(() => text(page), { message: "the game as it was" }).toBe(before);
  await press(page, "Undo");
  await expect.poll(() => text(page), { message: "no mark" }).not.toContain("?!");
  await press(page, "Redo");
  await press(page, "Redo");
  await expect.poll(() => text(page), { message: "all of it again" }).toBe(after);
  await page.getByLabel("Nodes per position").selectOption("50000");
  const searches = await holdRequests(page, "**/api/analyze");
  await press(page, "Review again");
  await searches.untilHeld(1);
  await expect(summary, "the review starts over").not.toContainText("%");
  await searches.release();
  await expect(summary).toContainText(/White: [\d.]+ % accuracy/);
});

test("navigation while the review is written is not lost", async ({ page }) => {
  await load(page, "1. f3 e5 2. g4 Qh4# 0-1");
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await openEngine(page);
  await page.getByLabel("Nodes per position").selectOption("20000");
  const held = await holdRequests(page, "**/api/annotate");
  await press(page, "Review the game");
  await held.untilHeld(1, 60_000);
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true })));
  await held.release();
  await expect.poll(() => page.getByTestId("review").innerText(), { message: "the accuracy" }).toMatch(/White: [\d.]+ % accuracy/);
  await settled(page);
  await expect.poll(() => page.locator("#moves [aria-current]").count(), { message: "the start, which was request for meanwhile" }).toBe(0);
  await expect.poll(() => text(page)).toMatch(/2\. g4 \?\?/);
});

test("duplicate tags are kept", async ({ page }) => {
  await load(page, '[White "A"]\n[Source "one"]\n[Source "two"]\n\n1. e4 {best} e5 *');
  await page.locator('#moves [data-ply="2"][aria-current]').waitFor();
  await page.reload();
  await page.locator('#moves [data-ply="2"][aria-current]').waitFor();
  await page.getByRole("tab", { name: "Files" }).click();
  const field = page.getByLabel("PGN", { exact: true });
  await press(page, "Copy PGN");
  await expect.poll(() => field.inputValue(), { message: "the PGN" }).not.toBe("");
  await expect.poll(() => field.inputValue()).toMatch(/\[Source "one"\]\n\[Source "two"\]/);
});
