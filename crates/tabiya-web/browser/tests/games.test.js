// @ts-check
// Files of many games: listed, searched and sorted; a game is read when it is opened.

import { gzipSync } from "node:zlib";
import { AXE, violations } from "../axe.js";
import { kept, sans, settled } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

const OPENINGS = ["1. e4 e5 2. Nf3 Nc6 3. Bb5", "1. d4 d5 2. c4", "1. e4 c5 2. Nf3", "1. c4"];
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];

/**
 * Different games; the last one has unique players.
 * @param {number} count
 */
function games(count) {
  const game = (/** @type {number} */ index) => `[Event "Club ${index % 7}"]\n[Date "${1900 + (index % 120)}.01.02"]\n[White "Player ${index % 97}"]\n[Black "Gegner ${index % 89}"]\n`
    + `[Result "${RESULTS[index % 4]}"]\n\n${OPENINGS[index % 4]} {game ${index + 1}} ${RESULTS[index % 4]}\n\n`;
  return Array.from({ length: count - 1 }, (_, index) => game(index)).join("")
    + '[White "Müller, Zoë"]\n[Black "Last"]\n[Date "2026.??.??"]\n\n1. f3 e5 2. g4 Qh4# {the end} (2... d5) 0-1\n';
}

/** @param {Page} page @param {string} name @param {string | Buffer} text */
async function choose(page, name, text) {
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByLabel("…or open a PGN file").setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
}

/** @param {Page} page */
const rows = (page) => page.locator(".game-row:visible .players").allInnerTexts();

/** The first row in view. @param {Page} page */
const top = (page) => page.locator('.game-row[aria-posinset="1"] .players').innerText();

test("a list of many games keeps the document small", async ({ page }) => {
  const before = await page.locator("*").count();
  await choose(page, "many.pgn", games(20_000));
  await page.getByTestId("pgn-answer").getByText("20,000 games.").waitFor();
  await expect.poll(async () => (await page.locator("*").count()) - before < 300).toBeTruthy();
  await page.locator(".game-list").evaluate((list) => (list.scrollTop = list.scrollHeight));
  await expect.poll(async () => (await rows(page)).some((text) => text.startsWith("20000. Müller")), { message: "the last game" }).toBe(true);
  await page.getByRole("button", { name: /Müller/ }).click();
  await expect.poll(async () => (await sans(page)).join(), { message: "the last game on the board" }).toBe("f3,e5,g4,Qh4#");
  await expect.poll(() => page.locator("#moves").innerText()).toMatch(/the end/);
  await expect.poll(() => page.locator("#moves .variation").count()).toBe(1);
  await page.evaluate(AXE);
  expect(await violations(page)).toEqual([]);
});

test("games are searched by player, year and opening, ignoring accents", async ({ page }) => {
  await choose(page, "many.pgn", games(5000));
  await page.getByTestId("pgn-answer").getByText("5,000 games.").waitFor();
  const search = page.getByLabel("Search the games");
  await search.fill("muller zoe");
  await expect.poll(async () => (await rows(page)).join(), { message: "one game" }).toBe("5000. Müller, Zoë – Last");
  await page.getByText("1 game found").waitFor();
  await search.fill("ruy lopez 1900");
  await expect.poll(async () => (await rows(page)).length, { message: "some games" }).toBeGreaterThan(1);
  const facts = await page.locator(".game-row:visible .where").allInnerTexts();
  expect(facts.every((text) => /1900\.01\.02.*C60 Ruy Lopez/.test(text)), facts.join("\n")).toBeTruthy();
  await search.fill("nobody at all");
  await page.getByText("0 games found").waitFor();
  await expect.poll(() => page.locator(".game-row:visible").count()).toBe(0);
});

test("games are sorted by player, date, result and opening, in both orders", async ({ page }) => {
  await choose(page, "many.pgn", games(5000));
  await page.getByTestId("pgn-answer").getByText("5,000 games.").waitFor();
  const order = page.getByLabel("Order of the games");
  await order.selectOption("by White");
  await expect.poll(() => top(page)).toMatch(/^5000\. Müller/);
  await order.selectOption("by date");
  await expect.poll(() => top(page)).toMatch(/^1\. /);
  await page.getByRole("button", { name: "Reverse order" }).click();
  await expect.poll(() => top(page)).toMatch(/^5000\. Müller/);
  await order.selectOption("by opening");
  await expect.poll(() => page.locator('.game-row[aria-posinset="1"] .where').innerText()).toMatch(/D06 Queen's Gambit/);
  await page.getByRole("button", { name: "Reverse order" }).click();
  await expect.poll(() => page.locator('.game-row[aria-posinset="1"] .where').innerText()).toMatch(/A00 Barnes Opening/);
  await order.selectOption("as in the file");
  await expect.poll(() => top(page)).toMatch(/^1\. Player 0/);
});

test("the list of games is one tab stop with arrow keys", async ({ page }) => {
  await choose(page, "many.pgn", games(3000));
  await page.getByTestId("pgn-answer").getByText("3,000 games.").waitFor();
  await expect.poll(() => page.locator('.game-row button[tabindex="0"]:visible').count()).toBe(1);
  await page.locator('.game-row button[tabindex="0"]:visible').focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused()).toMatch(/^2\. /);
  await page.keyboard.press("End");
  await expect.poll(() => focused()).toMatch(/^3000\. /);
  await page.keyboard.press("PageUp");
  await expect.poll(() => focused()).toMatch(/^299\d\. /);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await sans(page)).join(), { message: "the second game" }).toBe("d4,d5,c4");
});

test("compressed files are listed, damaged ones as far as intact", async ({ page }) => {
  const compressed = gzipSync(games(20_000));
  await choose(page, "many.pgn.gz", compressed);
  await page.getByTestId("pgn-answer").getByText("20,000 games.").waitFor();
  await choose(page, "torn.pgn.gz", compressed.subarray(0, compressed.length / 2));
  await page.getByTestId("pgn-answer").locator(".note", { hasText: "damaged" }).waitFor();
  await expect.poll(() => top(page)).toMatch(/^1\. Player 0/);
});

test("the list survives a reload and is replaced by the next file", async ({ page }) => {
  await choose(page, "many.pgn", games(300));
  await page.getByTestId("pgn-answer").getByText("many.pgn: 300 games.").waitFor();
  await page.getByRole("button", { name: /^2\. / }).click();
  await expect.poll(async () => (await sans(page)).join(), { message: "the second game" }).toBe("d4,d5,c4");
  await kept(page, "files", 1);
  await page.reload();
  await expect.poll(async () => (await sans(page)).join(), { message: "the second game again" }).toBe("d4,d5,c4");
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByTestId("pgn-answer").getByText("many.pgn: 300 games.").waitFor();
  await page.getByRole("button", { name: /^3\. / }).click();
  await expect.poll(async () => (await sans(page)).join(), { message: "the third game" }).toBe("e4,c5,Nf3");
  await choose(page, "one.pgn", "1. f4 *");
  await expect.poll(async () => (await sans(page)).join(), { message: "the only game" }).toBe("f4");
  await page.reload();
  await expect.poll(async () => (await sans(page)).join(), { message: "the only game again" }).toBe("f4");
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByLabel("FEN").waitFor();
  await expect.poll(() => page.locator(".game-row").count()).toBe(0);
});

test("a file in Latin-1 is decoded", async ({ page }) => {
  await choose(page, "old.pgn", Buffer.from('[White "M\xfcller"]\n[Black "P\xe9rez"]\n\n1. e4 {gr\xfcn} *\n', "latin1"));
  await expect.poll(async () => (await sans(page)).join(), { message: "the game" }).toBe("e4");
  await expect.poll(() => page.locator("#strip-bottom").innerText()).toMatch(/Müller/);
  await expect.poll(() => page.locator("#moves").innerText()).toMatch(/grün/);
});

test("another file replaces one that is still being read", async ({ page }) => {
  await choose(page, "many.pgn", games(60_000));
  await page.locator(".game-row").first().waitFor();
  await choose(page, "one.pgn", "1. e4 *");
  await page.getByTestId("pgn-answer").getByText("One game").waitFor();
  await settled(page);
  expect(await page.getByTestId("pgn-answer").locator(".explain").first().innerText()).toBe("one.pgn: One game.");
});

test.describe(() => {
  test.use({ viewport: { width: 375, height: 812 } });
  test("on a phone names are not cut off, and opening a game scrolls to the board", async ({ page }) => {
    await choose(page, "many.pgn", games(300));
    await page.getByTestId("pgn-answer").getByText("300 games.").waitFor();
    const cut = await page.locator(".game-row:visible span").evaluateAll((spans) => spans.filter((span) => span.scrollHeight > span.clientHeight).length);
    expect(cut).toBe(0);
    await page.evaluate(AXE);
    expect(await violations(page)).toEqual([]);
    const isSeen = () => page.locator("#board").evaluate((board) => {
      const { top, bottom } = board.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    await page.locator(".game-row:visible").nth(2).scrollIntoViewIfNeeded();
    await expect.poll(() => isSeen()).toBe(false);
    await page.locator(".game-row:visible button").nth(2).click();
    await expect.poll(async () => (await sans(page)).join(), { message: "the third game on the board" }).toBe("e4,c5,Nf3");
    await expect.poll(isSeen, { message: "the board" }).toBe(true);
  });
});
