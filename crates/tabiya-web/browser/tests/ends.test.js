// @ts-check
// The end of games: on the board, on the clock, by a claim, by the result of a file.

import { load as paste, newGame, play, ready, sans, settled, square, status, restoreGame } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page @param {string} pgn */
async function load(page, pgn) {
  const answer = page.getByTestId("pgn-answer");
  // Removes the response to an earlier file.
  await answer.evaluate((place) => place.replaceChildren());
  await paste(page, pgn);
  await answer.getByText("One game").waitFor();
  await settled(page);
}

/**
 * The game as exported by the page.
 * @param {Page} page
 */
async function written(page) {
  await page.getByRole("tab", { name: "Files" }).click();
  const field = page.getByLabel("PGN", { exact: true });
  await field.fill("");
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await expect.poll(() => field.inputValue(), { message: "the PGN" }).not.toBe("");
  return field.inputValue();
}

test("navigating in a finished game starts no clock", async ({ page }) => {
  await page.clock.install();
  await page.reload();
  await newGame(page, ["Chess", "Two players", "5 min"]);
  await play(page, "f2f3 e7e5 g2g4 d8h4");
  await expect.poll(() => status(page)).toMatch(/Checkmate/);
  await page.getByRole("button", { name: "Previous move" }).click();
  await page.locator('.move[data-ply="3"][aria-current]').waitFor();
  await settled(page);
  await expect.poll(() => page.locator(".time.running").count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Resign" }).count()).toBe(0);
  await page.clock.fastForward("06:00");
  await expect.poll(() => status(page)).not.toMatch(/out of time/);
  expect(await written(page)).toMatch(/Qh4# 0-1\s*$/);
});

test("a clock stops at resignation", async ({ page }) => {
  await page.clock.install();
  await page.reload();
  await newGame(page, ["Chess", "Two players", "5 min"]);
  await play(page, "e2e4 e7e5 g1f3");
  await page.getByRole("button", { name: "Resign" }).click();
  await expect.poll(() => status(page)).toMatch(/Black resigns, white wins/);
  await page.clock.fastForward("06:00");
  await expect.poll(() => page.locator(".time.running").count(), { message: "the clocks stand" }).toBe(0);
  await expect.poll(() => status(page)).toMatch(/Black resigns, white wins/);
});

test("the delay of the engine's reply is short when its time is", async ({ page }) => {
  await page.route("**/api/reply", (route) => route.fulfill({ status: 200, body: '{"uci":"e7e5","san":"e5","depth":1,"nodes":1}' }));
  await page.clock.install();
  await restoreGame(page, {
    mode: { kind: "engine", engine: "black", level: 1 },
    timing: { increment: 0, left: { white: 300_000, black: 1000 } },
  });
  // From here on time passes only in these steps.
  await page.clock.pauseAt(Date.now() + 60_000);
  await play(page, "e2e4", ready);
  await page.clock.runFor(40);
  await expect.poll(async () => (await sans(page)).length, { message: "a reply within 40 ms" }).toBe(2);
  // Delays do not end while the clock is paused, so this cannot wait until nothing is pending.
  await ready(page);
  await expect.poll(() => page.getByLabel("black's clock").innerText()).toMatch(/0:01\.0/);
});

test("only the side to move can claim a draw", async ({ page }) => {
  await page.route("**/api/reply", () => {});
  await restoreGame(page, {
    moves: "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1".split(" "), at: 7,
    mode: { kind: "engine", engine: "white", level: 1 },
  });
  await play(page, "f6g8");
  await page.getByText("thinking…").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Claim the draw" }).count()).toBe(0);
  await expect.poll(() => page.getByRole("button", { name: "Resign" }).count()).toBe(1);
});

test("a loaded game keeps its result when it is saved", async ({ page }) => {
  await load(page, '[White "Anna"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n');
  await expect.poll(() => status(page)).toMatch(/Result: 1–0\./);
  const pgn = await written(page);
  expect(pgn).toMatch(/\[Result "1-0"\]/);
  expect(pgn).toMatch(/2\. Nf3 1-0\s*$/);
  await page.reload();
  await page.locator('.move[data-ply="3"][aria-current]').waitFor();
  expect(await written(page)).toMatch(/2\. Nf3 1-0\s*$/);
  await page.getByRole("button", { name: "Previous move" }).click();
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
  await expect.poll(() => status(page)).toMatch(/White to move\./);
  expect(await written(page)).toMatch(/2\. Nf3 1-0\s*$/);
});

test("continuing a loaded game clears its result, adding a variation keeps it", async ({ page }) => {
  const pgn = "1. e4 e5 2. Nf3 1/2-1/2\n";
  await load(page, pgn);
  await play(page, "b8c6");
  await expect.poll(() => status(page)).toMatch(/White to move\./);
  expect(await written(page)).toMatch(/2\. Nf3 Nc6 \*\s*$/);
  await load(page, pgn);
  await page.getByRole("button", { name: "To the start" }).click();
  await page.locator(".move[aria-current]").waitFor({ state: "detached" });
  await square(page, "d2").click();
  await square(page, "d4").click();
  await page.locator("#moves .variation .move[aria-current]", { hasText: "d4" }).waitFor();
  expect(await written(page)).toMatch(/1\. e4 \(1\. d4\) 1\.\.\. e5 2\. Nf3 1\/2-1\/2\s*$/);
});

test("checkmate on the board overrides the result of a file", async ({ page }) => {
  await load(page, "1. f3 e5 2. g4 Qh4# 1-0\n");
  await expect.poll(() => status(page)).toMatch(/Checkmate/);
  expect(await written(page)).toMatch(/Qh4# 0-1\s*$/);
});
