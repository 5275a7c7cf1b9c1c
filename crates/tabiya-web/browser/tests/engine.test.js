// @ts-check
// What the engine may take of the machine, and its review of a whole game.

import assert from "node:assert/strict";
import { AXE, violations } from "../axe.js";
import { load, play, settled, until } from "../harness.js";
import { site } from "../site.js";
import { serveWith, tale, taleOfServer } from "../tale.js";

/** @typedef {import("playwright-core").Page} Page */

serveWith(() => ["--max-threads", "3", "--max-hash", "64", "--max-lines", "7"]);

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

taleOfServer("lines, threads and memory are chosen within the server's bounds, and kept", async (page) => {
  await openEngine(page);
  await until(async () => (await offered(page, "Threads")).join() === "1,2,3", "the bounds");
  assert.equal((await offered(page, "Size of the table")).join(), "1,2,4,8,16,32,64");
  assert.equal((await offered(page, "Number of lines")).length, 7);
  await page.getByLabel("Threads", { exact: true }).selectOption("2");
  await page.getByLabel("Size of the table", { exact: true }).selectOption("64");
  await page.getByLabel("Number of lines", { exact: true }).selectOption("6");
  const asked = page.waitForRequest("**/api/analyse");
  await press(page, "Analyse");
  const { threads, hash, lines } = (await asked).postDataJSON();
  assert.deepEqual({ threads, hash, lines }, { threads: 2, hash: 64, lines: 6 });
  await until(async () => (await page.locator(".lines li").count()) === 6, "six lines");
  await page.evaluate(AXE);
  assert.deepEqual(await violations(page), []);
  await page.reload();
  await page.locator(".man").first().waitFor();
  await until(async () => (await page.getByLabel("Threads", { exact: true }).inputValue()) === "2", "what was chosen");
});

tale("who asks for more than there is hears how much there is", async (page) => {
  await openEngine(page);
  await page.route("**/api/analyse", (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), threads: 99 }) }));
  await press(page, "Analyse");
  await page.locator(".toast", { hasText: `Threads: 1 to ${site ? 1 : 3} here, not 99` }).waitFor();
});

tale("a review is one change: undo takes it back, and what came before it too", async (page) => {
  await play(page, "f2f3 e7e5 g2g4 d8h4");
  await press(page, "dubious move");
  await until(async () => /Qh4# \?!/.test(await text(page)), "the mark");
  const before = await text(page);
  await openEngine(page);
  await page.getByLabel("Positions for each move").selectOption("20000");
  const asked = page.waitForRequest("**/api/analyse");
  await press(page, "Review the game");
  assert.equal((await asked).postDataJSON().nodes, 20_000);
  const told = page.getByTestId("review");
  await until(async () => /White [\d.]+% /.test(await told.innerText()), "the accuracy", 40_000);
  const after = await text(page);
  assert.match(after, /2\. g4 \?\?/);
  await press(page, "Undo");
  await until(async () => (await text(page)) === before, "the game as it was");
  await press(page, "Undo");
  await until(async () => !(await text(page)).includes("?!"), "no mark");
  await press(page, "Redo");
  await press(page, "Redo");
  await until(async () => (await text(page)) === after, "all of it again");
  await page.getByLabel("Positions for each move").selectOption("50000");
  await press(page, "Review again");
  await until(async () => /^[1-4] of 5 positions/.test(await told.innerText()), "it begins anew", 30_000);
});

tale("a move made while the review is written is not lost", async (page) => {
  await load(page, "1. f3 e5 2. g4 Qh4# 0-1");
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await openEngine(page);
  await page.getByLabel("Positions for each move").selectOption("20000");
  await page.route("**/api/annotate", async (route) => {
    await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true })));
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await press(page, "Review the game");
  await until(async () => /White [\d.]+% /.test(await page.getByTestId("review").innerText()), "the accuracy", 40_000);
  await settled(page);
  await until(async () => (await page.locator("#moves [aria-current]").count()) === 0, "the start, which was asked for meanwhile");
  assert.match(await text(page), /2\. g4 \?\?/);
});

tale("tags that come twice are kept", async (page) => {
  await load(page, '[White "A"]\n[Source "one"]\n[Source "two"]\n\n1. e4 {best} e5 *');
  await page.locator('#moves [data-ply="2"][aria-current]').waitFor();
  await page.reload();
  await page.locator('#moves [data-ply="2"][aria-current]').waitFor();
  await page.getByRole("tab", { name: "Files" }).click();
  const field = page.getByLabel("PGN", { exact: true });
  await press(page, "Copy PGN");
  await until(async () => (await field.inputValue()) !== "", "the PGN");
  assert.match(await field.inputValue(), /\[Source "one"\]\n\[Source "two"\]/);
});
