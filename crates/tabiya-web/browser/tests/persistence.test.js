// @ts-check
// Changes survive the next actions, or their loss is reported.

import { load, movetext, newGame, play, sans, saved, settled, status } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/** Loads a game, and waits until it is on the board. @param {Page} page @param {string} pgn */
async function open(page, pgn) {
  await load(page, pgn);
  await page.locator("#moves .move[aria-current]").waitFor();
  await settled(page);
}

/** @param {Page} page @param {string} text */
async function comment(page, text) {
  await page.getByLabel("Comment").fill(text);
  await page.getByLabel("Comment").blur();
  await settled(page);
}

/** @param {Page} page @param {string} text */
const toast = (page, text) => page.locator(".toast", { hasText: text }).waitFor();

test("the FEN tag is case-insensitive", async ({ page }) => {
  await open(page, '[fen "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 Kd7 *');
  await expect.poll(async () => (await sans(page)).join(), { message: "the game" }).toBe("e4,Kd7");
  expect(await saved(page)).toMatch(/\[FEN "4k3\/8/i);
});

test("undo restores the result of a game, and redo removes it again", async ({ page }) => {
  await open(page, "1. e4 e5 2. Nf3 1-0");
  await expect.poll(() => status(page), { message: "the end" }).toBe("Result: 1–0.");
  await play(page, "b8c6");
  expect(await saved(page)).toMatch(/\[Result "\*"\]/);
  await page.reload();
  await settled(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => status(page), { message: "the end again" }).toBe("Result: 1–0.");
  expect(await saved(page)).toMatch(/\[Result "1-0"\]/);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(() => status(page), { message: "no end" }).toBe("White to move.");
});

test("the end of a variation is not the end of the game", async ({ page }) => {
  await open(page, "1. e4 e5 (1... c5) 2. Nf3 1-0");
  await page.locator("#moves .variation .move", { hasText: "c5" }).click();
  await expect.poll(() => status(page), { message: "whose turn it is" }).toBe("White to move.");
});

test("a game without moves does not replace the stored analysis", async ({ page }) => {
  await open(page, "1. e4 e5 *");
  await comment(page, "worth keeping");
  await page.getByRole("button", { name: "Play from here" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByText("Two players", { exact: true }).click();
  await dialog.getByRole("button", { name: "Start game" }).click();
  await settled(page);
  await newGame(page, ["Analysis board"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator("#moves").innerText(), { message: "the analysis" }).toContain("worth keeping");
});

test("undo returns to the edited game after browsing others", async ({ page }) => {
  await page.getByRole("tab", { name: "Files" }).click();
  const buffer = Buffer.from('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n\n[White "C"]\n\n1. c4 *\n');
  await page.getByLabel("…or open a PGN file").setInputFiles({ name: "three.pgn", mimeType: "text/plain", buffer });
  await page.getByText("three.pgn: 3 games.").waitFor();
  const choose = async (/** @type {number} */ index, /** @type {string} */ san) => {
    await page.locator(".game-row:visible button").nth(index).click();
    await expect.poll(async () => (await sans(page)).join(), { message: san }).toBe(san);
  };
  await choose(0, "e4");
  await comment(page, "my own");
  await choose(1, "d4");
  await choose(2, "c4");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator("#moves").innerText(), { message: "the game with the comment" }).toContain("my own");
});

test("errors in a loaded game are reported", async ({ page }) => {
  await open(page, "1. e4 (1. d4 d5 2. Ke4 {lost} Nf6) e5 2. Nf3 *");
  await toast(page, "Part of this game could not be read: line 1");
});

test("an unfinished comment stays with its game when a link is opened", async ({ page }) => {
  await open(page, "1. e4 e5 *");
  await page.getByLabel("Comment").fill("of the first");
  await page.evaluate(() => (location.hash = "#pgn=1.%20d4%20d5"));
  await expect.poll(async () => (await sans(page)).join(), { message: "the other game" }).toBe("d4,d5");
  await page.locator("h1").click();
  expect(movetext(await saved(page))).toBe("1. d4 d5 *");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => page.locator("#moves").innerText(), { message: "the comment" }).toContain("of the first");
});

test("an unfinished comment survives a reload", async ({ page }) => {
  await open(page, "1. e4 e5 *");
  await page.getByLabel("Comment").fill("half a thought");
  await page.reload();
  await settled(page);
  await expect.poll(() => page.locator("#moves").innerText(), { message: "the comment" }).toContain("half a thought");
});

test("undo of a review removes its evaluations, also after a reload", async ({ page }) => {
  await open(page, "1. e4 e5 *");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Review again" }).waitFor();
  await page.reload();
  await settled(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  expect(movetext(await saved(page))).toBe("1. e4 e5 *");
  await play(page, "g1f3");
  await page.locator("#go-back").click();
  const bar = page.getByRole("meter", { name: "Evaluation" });
  await expect.poll(() => bar.getAttribute("aria-valuetext"), { message: "nothing is known" }).toBe("not evaluated");
});

test("full storage is reported", async ({ page }) => {
  await page.evaluate(() => sessionStorage.setItem("filler", "x".repeat(5_100_000)));
  await open(page, `1. e4 {${"long ".repeat(30_000)}} e5 *`);
  await toast(page, "browser's storage is full");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("tabiya.tree"))).toBe(null);
});

test("a variation can be promoted from any of its moves", async ({ page }) => {
  await open(page, "1. e4 e5 (1... c5 2. Nf3 d6) *");
  await page.locator("#moves .variation .move", { hasText: "d6" }).click();
  await settled(page);
  await page.getByRole("button", { name: "Promote" }).click();
  await settled(page);
  expect(movetext(await saved(page))).toBe("1. e4 c5 (1... e5) 2. Nf3 d6 *");
});

test.describe(() => {
  test.use({ viewport: { width: 375, height: 812 } });
  test("on a phone comments and variations use the full width", async ({ page }) => {
    await open(page, "1. e4 {a comment of several words} e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 *");
    const widths = await page.locator("#moves .comment-text, #moves .variation").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(widths.length === 2 && widths.every((width) => width > 150), String(widths)).toBeTruthy();
  });
});
