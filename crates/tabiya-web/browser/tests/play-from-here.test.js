// @ts-check
// Playing the engine from the position on the board, draw offers, and what comes after a game.

import assert from "node:assert/strict";
import { AXE, violations } from "../axe.js";
import { newGame, play, sans, settled, square, status, takeUp, until } from "../harness.js";
import { tale } from "../tale.js";

/** @typedef {import("playwright-core").Page} Page */

/**
 * From the position on the board, by the button below it.
 * @param {Page} page
 * @param {string[]} choices
 */
async function playFromHere(page, choices) {
  await page.getByRole("button", { name: "Play from here" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  for (const label of choices) await dialog.getByText(label, { exact: true }).click();
  await dialog.getByRole("button", { name: "Begin" }).click();
  await dialog.waitFor({ state: "hidden" });
  await settled(page);
}

for (const [variant, moves] of [["Chess", "e2e4 c7c5"], ["Makruk", "e3e4 d6d5"]]) {
  tale(`the engine is played from the position on the board, with either color: ${variant}`, async (page) => {
    await newGame(page, [variant, "just move"]);
    await play(page, moves);
    const fen = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("tabiya.game") ?? "{}").start);
    await playFromHere(page, []);
    const start = await fen();
    assert.match(start, / w /);
    assert.match(await page.locator("#title").innerText(), new RegExp(`^${variant} · against the engine`));
    assert.equal(await status(page), "White to move.");
    await newGame(page, ["just move"]);
    await play(page, moves);
    await playFromHere(page, ["Black"]);
    assert.equal(await fen(), start);
    await until(async () => (await sans(page)).length === 1, "the engine moves as white");
    assert.equal(await page.locator(".square").first().getAttribute("data-square"), "h1");
  });
}

tale("an analysis is there again after a game was played from it", async (page) => {
  await play(page, "e2e4 e7e5");
  await page.locator("#go-back").click();
  await square(page, "c7").click();
  await square(page, "c5").click();
  await page.locator(".variation .move[aria-current]").waitFor();
  const all = () => page.locator("#moves .move[data-node]").allInnerTexts();
  await playFromHere(page, ["a friend here"]);
  await page.getByRole("button", { name: "Back to the analysis" }).waitFor();
  await play(page, "d2d4");
  assert.equal(await page.getByRole("button", { name: "Back to the analysis" }).count(), 0);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Back to the analysis" }).click();
  await until(async () => (await all()).join(" ") === "e4 e5 c5", "both lines");
  await newGame(page, ["a friend here"]);
  await play(page, "d2d4");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => (await all()).join(" ") === "e4 e5 c5", "both lines, by undo");
});

/** A queen against a bare king; the person has one of them. @param {string} engine @param {string} [fen] */
const unequal = (engine, fen = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 40") => ({
  variant: "chess", start: fen, moves: ["d2d3", "e8e7"], at: 2, mode: { kind: "engine", engine, level: 5 },
});

tale("the engine refuses a draw when it stands better, and can be asked again only after another move", async (page) => {
  await takeUp(page, { ...unequal("white"), moves: ["d2d3"], at: 1 });
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.locator(".toast", { hasText: "it thinks it stands better" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Offer a draw" }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Resign" }).count(), 1);
  await play(page, "e8e7");
  await until(async () => (await sans(page)).length === 3, "the engine's move");
  await page.getByRole("button", { name: "Offer a draw" }).waitFor();
});

tale("the engine takes a draw when it stands worse, and then the game can be analysed", async (page) => {
  await takeUp(page, unequal("black"));
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await until(async () => (await status(page)) === "Draw agreed.", "a draw");
  assert.equal(await page.getByRole("button", { name: "Resign" }).count(), 0);
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await until(async () => /just moving/.test(await page.locator("#title").innerText()), "nobody plays");
  assert.deepEqual(await sans(page), ["Qd3", "Ke7"]);
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await until(async () => /1\/2-1\/2/.test(await page.getByLabel("PGN", { exact: true }).inputValue()), "the result");
});

tale("in Makruk the engine judges an offer as well", async (page) => {
  const game = { variant: "makruk", start: "4k3/8/8/8/r7/6r1/8/4K3 b - - 0 40", moves: ["e8d8"], at: 1 };
  await takeUp(page, { ...game, mode: { kind: "engine", engine: "black", level: 5 } });
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.locator(".toast", { hasText: "it thinks it stands better" }).waitFor();
  assert.equal(await status(page), "White to move.");
});

tale("at one screen both players must agree to a draw", async (page) => {
  await page.evaluate(AXE);
  await newGame(page, ["Chess", "a friend here"]);
  assert.equal(await page.getByRole("button", { name: "Offer a draw" }).count(), 0);
  await play(page, "e2e4");
  await page.getByRole("button", { name: "Offer a draw" }).click();
  const question = page.getByRole("dialog", { name: "Agree to a draw?" });
  await question.waitFor();
  assert.deepEqual(await violations(page), []);
  await question.getByRole("button", { name: "Play on" }).click();
  assert.equal(await status(page), "Black to move.");
  await play(page, "e7e5");
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await question.getByRole("button", { name: "Draw", exact: true }).click();
  await until(async () => (await status(page)) === "Draw agreed.", "a draw");
});

tale("an offer that gets no answer can be made again", async (page, _, complaints) => {
  await takeUp(page, unequal("black"));
  await page.route("**/api/draw", (route) => route.abort());
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.locator(".toast").waitFor();
  await page.getByRole("button", { name: "Offer a draw" }).waitFor();
  complaints.length = 0;
});
