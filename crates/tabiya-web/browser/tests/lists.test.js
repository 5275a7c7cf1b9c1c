// @ts-check
// Edited games of a list survive other games, the loss of the file, and reloads.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { kept, newGame, sans, settled } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

const THIRD = '[White "C"]\n\n1. c4  {as   it was} *\n';
const THREE = `[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n\n${THIRD}`;

/** @param {Page} page */
const list = (page) => page.getByTestId("pgn-answer");

/** @param {Page} page @param {string} name @param {string | Buffer} text */
async function load(page, name, text) {
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByLabel("…or open a PGN file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

/** @param {Page} page @param {string} text */
async function expectText(page, text) {
  await page.getByRole("tab", { name: "Files" }).click();
  await list(page).getByText(text).waitFor();
}

/** @param {Page} page @param {number} index @param {string} line */
async function choose(page, index, line) {
  await list(page).locator(".game-row:visible button").nth(index).click();
  await expect.poll(async () => (await sans(page)).join(), { message: line }).toBe(line);
}

/** @param {Page} page @param {string} text */
async function comment(page, text) {
  await page.getByLabel("Comment").fill(text);
  await page.getByLabel("Comment").blur();
  await settled(page);
}

/** @param {Page} page @param {string} text */
const shows = (page, text) => expect.poll(() => page.locator("#moves").innerText(), { message: text }).toContain(text);

/** The file that is saved. @param {Page} page @param {() => Promise<void>} [agree] */
async function saveAll(page, agree = async () => {}) {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save all games" }).click();
  await agree();
  const download = await saving;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

/** Three games, of which the second is worked on and left. @param {Page} page */
async function loadAndChangeSecond(page) {
  await load(page, "three.pgn", THREE);
  await expectText(page, "three.pgn: 3 games.");
  await choose(page, 1, "d4");
  await comment(page, "of the second");
  await choose(page, 2, "c4");
  await kept(page, "files", 1);
  await kept(page, "games", 1);
}

test("edited games survive a reload and are saved together", { tag: "@smoke" }, async ({ page }) => {
  await load(page, "three.pgn", THREE);
  await expectText(page, "three.pgn: 3 games.");
  await choose(page, 0, "e4");
  await comment(page, "of the first");
  await choose(page, 1, "d4");
  await comment(page, "of the second");
  await choose(page, 0, "e4");
  await shows(page, "of the first");
  await expect.poll(() => list(page).getByText("edited").count()).toBe(2);
  await choose(page, 2, "c4");
  await kept(page, "files", 1);
  await kept(page, "games", 2);
  await page.reload();
  await expectText(page, "three.pgn: 3 games.");
  await choose(page, 1, "d4");
  await shows(page, "of the second");

  // Another file would replace the list; one without games does not.
  await load(page, "other.pgn", THREE);
  await page.getByText("2 games of the list were edited").waitFor();
  await page.getByRole("button", { name: "Keep the list" }).click();
  await page.getByLabel("Comment").fill("of the second, again");
  const saved = await saveAll(page);
  expect(saved.name).toBe("three.pgn");
  expect(saved.text).toMatch(/1\. e4 \{of the first\} \*\s+\[[^]*1\. d4 \{of the second, again\} \*\n\n\[White "C"\]/);
  expect(saved.text.endsWith(THIRD)).toBeTruthy();
  await load(page, "empty.pgn", " ");
  await list(page).getByRole("alert").waitFor();
  await choose(page, 0, "e4");
  await shows(page, "of the first");
  await load(page, "other.pgn", THREE);
  await expectText(page, "other.pgn: 3 games.");
  await choose(page, 1, "d4");
  await choose(page, 0, "e4");
  await expect.poll(async () => (await page.locator("#moves").innerText()).includes("of the first")).toBe(false);
});

test("unsaved changes of the current game are reported before another file is loaded", async ({ page }) => {
  await load(page, "three.pgn", THREE);
  await expectText(page, "three.pgn: 3 games.");
  await choose(page, 0, "e4");
  await page.getByLabel("Comment").fill("not lost");
  await load(page, "other.pgn", THREE);
  await page.getByText("1 game of the list was edited").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await expectText(page, "other.pgn: 3 games.");
});

test("the original file may be overwritten or deleted", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "tabiya-"));
  const path = join(folder, "mine.pgn");
  await writeFile(path, THREE);
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByLabel("…or open a PGN file").setInputFiles(path);
  await expectText(page, "mine.pgn: 3 games.");
  await choose(page, 0, "e4");
  await comment(page, "of the first");
  await kept(page, "files", 1);
  await writeFile(path, (await saveAll(page)).text);
  await choose(page, 1, "d4");
  await rm(folder, { recursive: true });
  await choose(page, 2, "c4");
  await page.reload();
  await expectText(page, "mine.pgn: 3 games.");
  await choose(page, 0, "e4");
  await shows(page, "of the first");
});

test("a file loaded in a duplicated tab does not affect the first tab", async ({ page, context }) => {
  await loadAndChangeSecond(page);
  const [other] = await Promise.all([context.waitForEvent("page"), page.evaluate(() => void window.open(location.href))]);
  await expectText(other, "three.pgn: 3 games.");
  await load(other, "other.pgn", THREE);
  await other.getByRole("button", { name: "Discard" }).click();
  await expectText(other, "other.pgn: 3 games.");
  await kept(page, "files", 2);
  await page.reload();
  await expectText(page, "three.pgn: 3 games.");
  await choose(page, 1, "d4");
  await shows(page, "of the second");
});

test("edited games survive the loss of the stored file", async ({ page }) => {
  await loadAndChangeSecond(page);
  await page.evaluate(() => new Promise((done) => {
    const opening = indexedDB.open("tabiya");
    opening.onsuccess = () => {
      opening.result.transaction("files", "readwrite").objectStore("files").clear().onsuccess = done;
      opening.result.close();
    };
  }));
  await page.reload();
  await expectText(page, "One game.");
  await list(page).getByText("only the edited games are shown").waitFor();
  await shows(page, "of the second");
});

test("a link opened with the page keeps the list", async ({ page }) => {
  await load(page, "three.pgn", THREE);
  await expectText(page, "three.pgn: 3 games.");
  await kept(page, "files", 1);
  await choose(page, 1, "d4");
  await comment(page, "of the second");
  await page.goto("about:blank");
  await page.goBack();
  await settled(page);
  await page.evaluate(() => history.replaceState(null, "", "#pgn=1.%20f4"));
  await page.reload();
  await expect.poll(async () => (await sans(page)).join(), { message: "the link's game" }).toBe("f4");
  await expectText(page, "three.pgn: 3 games.");
  await choose(page, 1, "d4");
  await shows(page, "of the second");
});

test("incomplete files are confirmed before saving", async ({ page }) => {
  await load(page, "two.pgn", '[White "A"]\n\n1. e4 Ke4 2. Nf3 {lost} *\n\n[White "B"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 *\n');
  await expectText(page, "two.pgn: 2 games; 1 with errors.");
  await choose(page, 0, "e4");
  await comment(page, "well begun");
  await choose(page, 1, "d4,d5,c4,e6,Nc3,Nf6,Bg5,Be7");
  await list(page).getByText("edited · ").waitFor();
  const { text } = await saveAll(page, async () => {
    await page.getByText("1 edited game could not be read to the end").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
  });
  expect(text).toMatch(/well begun/);
  const compressed = gzipSync(Array.from({ length: 3000 }, (_, index) => `[White "${index}"]\n\n1. e4 {${Math.sin(index)}} *\n\n`).join(""));
  await load(page, "torn.pgn.gz", compressed.subarray(0, compressed.length / 2));
  await list(page).locator(".note", { hasText: "damaged" }).waitFor();
  await kept(page, "files", 2);
  await page.reload();
  await page.getByRole("tab", { name: "Files" }).click();
  await list(page).locator(".note", { hasText: "damaged" }).waitFor();
});

test("a PGN file is chess by default, whatever variant is shown", async ({ page }) => {
  await newGame(page, ["Chess960", "Analysis board"]);
  await load(page, "three.pgn", THREE);
  await expectText(page, "three.pgn: 3 games.");
  await choose(page, 0, "e4");
  await comment(page, "of the first");
  expect(/Variant|FEN/.test((await saveAll(page)).text)).toBe(false);
  await newGame(page, ["Makruk", "Analysis board"]);
  await load(page, "other.pgn", '[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White "B"]\n\n1. d4 Nf6 *\n');
  await page.getByRole("button", { name: "Read as Chess", exact: true }).click();
  await expectText(page, "other.pgn: 2 games.");
});

test("a review belongs to its game", async ({ page }) => {
  await load(page, "two.pgn", '[White "A"]\n\n1. f3 e5 2. g4 Qh4# *\n\n[White "B"]\n\n1. f3 e5 2. g4 Qh4# *\n\n[White "C"]\n\n1. d4 *\n');
  await expectText(page, "two.pgn: 3 games.");
  await choose(page, 0, "f3,e5,g4,Qh4#");
  await page.getByRole("tab", { name: "Engine" }).click();
  // Enough nodes to open the other game long before this review is finished.
  await page.getByLabel("Nodes per position").selectOption("2000000");
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("tab", { name: "Files" }).click();
  await list(page).locator(".game-row:visible button").nth(1).click();
  await expect.poll(() => page.locator("#strip-bottom").innerText(), { message: "the second game" }).toContain("B");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByLabel("Nodes per position").selectOption("20000");
  await page.getByRole("button", { name: /^(Continue|Review the game)$/ }).click();
  await expect.poll(() => page.getByTestId("review").innerText(), { message: "the accuracy" }).toMatch(/B: [\d.]+ % accuracy/);
  const summary = await page.getByTestId("review").innerText();
  await page.getByRole("tab", { name: "Files" }).click();
  await choose(page, 2, "d4");
  await expect.poll(() => page.locator("#review").isVisible()).toBe(false);
  await choose(page, 0, "f3,e5,g4,Qh4#");
  await expect.poll(async () => /\?\?/.test(await page.locator("#moves").innerText())).toBe(false);
  await choose(page, 2, "d4");
  await list(page).locator(".game-row:visible button").nth(1).click();
  await shows(page, "??");
  await expect.poll(() => page.getByTestId("review").textContent()).toBe(summary);
});
