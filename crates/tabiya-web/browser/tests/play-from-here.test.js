// @ts-check
// Games against the engine from the current position, draw offers, and the analysis after a game.

import { AXE, violations } from "../axe.js";
import { newGame, play, sans, settled, square, status, restoreGame } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Starts a game from the current position.
 * @param {Page} page
 * @param {string[]} choices
 */
async function playFromHere(page, choices) {
  await page.getByRole("button", { name: "Play from here" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  for (const label of choices) await dialog.getByText(label, { exact: true }).click();
  await dialog.getByRole("button", { name: "Start game" }).click();
  await dialog.waitFor({ state: "hidden" });
  await settled(page);
}

for (const [variant, moves] of [["Chess", "e2e4 c7c5"], ["Makruk", "e3e4 d6d5"]]) {
  test(`play the engine from the current position with both colors: ${variant}`, async ({ page }) => {
    await newGame(page, [variant, "Analysis board"]);
    await play(page, moves);
    const fen = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("tabiya.game") ?? "{}").start);
    await playFromHere(page, []);
    const start = await fen();
    expect(start).toMatch(/ w /);
    await expect.poll(() => page.locator("#title").innerText()).toMatch(new RegExp(`^${variant} · against the engine`));
    await expect.poll(() => status(page)).toBe("White to move.");
    await newGame(page, ["Analysis board"]);
    await play(page, moves);
    await playFromHere(page, ["Black"]);
    await expect.poll(() => fen()).toBe(start);
    await expect.poll(async () => (await sans(page)).length, { message: "the engine moves as white" }).toBe(1);
    await expect.poll(() => page.locator(".square").first().getAttribute("data-square")).toBe("h1");
  });
}

test("the side to play is the side to move, whenever the button was drawn", async ({ page }) => {
  for (const [move, side] of [["e2e4", "Black"], ["e7e5", "White"], ["g1f3", "Black"]]) {
    await play(page, move);
    await page.getByRole("button", { name: "Play from here" }).click();
    const dialog = page.getByRole("dialog", { name: "New game" });
    await expect(dialog.getByRole("radio", { name: side, exact: true })).toBeChecked();
    await dialog.getByRole("button", { name: "Cancel" }).click();
  }
});

test("an analysis can be restored after a game was played from it", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await page.locator("#go-back").click();
  await square(page, "c7").click();
  await square(page, "c5").click();
  await page.locator(".variation .move[aria-current]").waitFor();
  const all = () => page.locator("#moves .move[data-node]").allInnerTexts();
  await playFromHere(page, ["Two players"]);
  await page.getByRole("button", { name: "Back to the analysis" }).waitFor();
  await play(page, "d2d4");
  await expect.poll(() => page.getByRole("button", { name: "Back to the analysis" }).count()).toBe(0);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Back to the analysis" }).click();
  await expect.poll(async () => (await all()).join(" "), { message: "both lines" }).toBe("e4 e5 c5");
  await newGame(page, ["Two players"]);
  await play(page, "d2d4");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Analyze the game" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await all()).join(" "), { message: "both lines, by undo" }).toBe("e4 e5 c5");
});

/** A queen against a bare king; the person has one of them. @param {string} engine @param {string} [fen] */
const unequal = (engine, fen = "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 40") => ({
  variant: "chess", start: fen, moves: ["d2d3", "e8e7"], at: 2, mode: { kind: "engine", engine, level: 5 },
});

test("the engine declines a draw in a better position; one offer per move", async ({ page }) => {
  await restoreGame(page, { ...unequal("white"), moves: ["d2d3"], at: 1 });
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.locator(".toast", { hasText: "declines" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Offer a draw" }).count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Resign" }).count()).toBe(1);
  await play(page, "e8e7");
  await expect.poll(async () => (await sans(page)).length, { message: "the engine's move" }).toBe(3);
  await page.getByRole("button", { name: "Offer a draw" }).waitFor();
});

test("the engine accepts a draw in a worse position, and the game can be analyzed", async ({ page }) => {
  await restoreGame(page, unequal("black"));
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await expect.poll(() => status(page), { message: "a draw" }).toBe("Draw agreed.");
  await expect.poll(() => page.getByRole("button", { name: "Resign" }).count()).toBe(0);
  await page.getByRole("button", { name: "Analyze the game" }).click();
  await expect.poll(() => page.locator("#title").innerText(), { message: "no engine plays" }).toMatch(/Analysis board/);
  await expect.poll(() => sans(page)).toEqual(["Qd3", "Ke7"]);
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await expect.poll(() => page.getByLabel("PGN", { exact: true }).inputValue(), { message: "the result" }).toMatch(/1\/2-1\/2/);
});

test("the engine answers draw offers in Makruk", async ({ page }) => {
  const game = { variant: "makruk", start: "4k3/8/8/8/r7/6r1/8/4K3 b - - 0 40", moves: ["e8d8"], at: 1 };
  await restoreGame(page, { ...game, mode: { kind: "engine", engine: "black", level: 5 } });
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.locator(".toast", { hasText: "declines" }).waitFor();
  await expect.poll(() => status(page)).toBe("White to move.");
});

test("at one screen both players must agree to a draw", async ({ page }) => {
  await page.evaluate(AXE);
  await newGame(page, ["Chess", "Two players"]);
  await expect.poll(() => page.getByRole("button", { name: "Offer a draw" }).count()).toBe(0);
  await play(page, "e2e4");
  await page.getByRole("button", { name: "Offer a draw" }).click();
  const question = page.getByRole("dialog", { name: "Agree to a draw?" });
  await question.waitFor();
  expect(await violations(page)).toEqual([]);
  await question.getByRole("button", { name: "Play on" }).click();
  await expect.poll(() => status(page)).toBe("Black to move.");
  await play(page, "e7e5");
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await question.getByRole("button", { name: "Draw", exact: true }).click();
  await expect.poll(() => status(page), { message: "a draw" }).toBe("Draw agreed.");
});

test("a failed offer can be repeated", async ({ page, problems }) => {
  await restoreGame(page, unequal("black"));
  await page.route("**/api/draw", (route) => route.abort());
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.locator(".toast").waitFor();
  await page.getByRole("button", { name: "Offer a draw" }).waitFor();
  problems.length = 0;
});
