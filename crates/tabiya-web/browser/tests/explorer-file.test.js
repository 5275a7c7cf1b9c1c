// @ts-check
// The Explorer with the games of a file.

import { load, play, sans, settled, square } from "../harness.js";
import { expect, programTest, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
const tab = (page) => page.getByRole("tab", { name: "Explorer" });

programTest("the Explorer appears when a file is loaded", async ({ page }) => {
  await page.waitForLoadState("networkidle");
  await expect.poll(() => tab(page).count()).toBe(0);
  await load(page, "[White \"A\"]\n\n1. d4 Nf6 2. c4 e6 1-0\n\n[White \"B\"]\n\n1. c4 e6 2. d4 Nf6 0-1\n\n[White \"C\"]\n\n1. e4 Ke7 *\n");
  await page.getByRole("button", { name: "Explore these games by position" }).click();
  const answer = page.getByTestId("explorer");
  await answer.getByText("3 of 3 games reached this position.").waitFor();
  await play(page, "d2d4 g8f6 c2c4 e7e6");
  await answer.getByText("1 used the moves on the board, 1 other move orders.").waitFor();
  await answer.getByRole("button", { name: /^B – \?/ }).click();
  await settled(page);
  await expect.poll(async () => (await sans(page)).join(" "), { message: "the game" }).toBe("c4 e6 d4 Nf6");
});

programTest("a game is opened with comments and variations at its position", async ({ page }) => {
  await load(page, `[White "X"]\n[FEN "nonsense"]\n\n1. e4 *\n\n[White "A"]\n\n1. d4 {solid} Nf6 (1... d5 {too}) 2. c4 e6 1-0\n\n[White "B"]\n\n1. e4 e5 0-1\n`);
  await page.getByRole("button", { name: "Explore these games by position" }).click();
  const answer = page.getByTestId("explorer");
  await answer.getByText("2 of 2 games reached this position.").waitFor();
  await play(page, "d2d4");
  await answer.getByText("1 of 2 games reached this position.").waitFor();
  await answer.getByRole("button", { name: /^A – \?/ }).click();
  await page.locator("#moves .variation .move", { hasText: "d5" }).waitFor();
  await expect.poll(() => page.locator("#moves").innerText()).toMatch(/solid/);
  await expect.poll(() => page.locator(".move[aria-current]").innerText()).toMatch(/d4/);
  // It is the game of the list: changes are stored there.
  await square(page, "a7").click();
  await square(page, "a6").click();
  await page.locator("#moves .variation .move[aria-current]", { hasText: "a6" }).waitFor();
  await page.getByRole("tab", { name: "Files" }).click();
  await page.locator(".game-row", { hasText: "B – ?" }).click();
  await expect.poll(async () => (await sans(page)).join(" "), { message: "the other game" }).toBe("e4 e5");
  await page.locator(".game-row", { hasText: "A – ?" }).click();
  await page.locator("#moves .variation .move", { hasText: "a6" }).waitFor();
});

programTest("evicted games are reported", async ({ page, problems }) => {
  await load(page, "1. d4 1-0\n\n1. e4 *\n");
  await page.getByRole("button", { name: "Explore these games by position" }).click();
  await page.getByTestId("explorer").getByText("2 of 2 games").waitFor();
  await page.route("**/api/explore", (route) => route.fulfill({ status: 404, body: '{"error":"gone"}' }));
  await play(page, "e2e4");
  await page.getByText("The games of the file are no longer loaded; load the file again.").waitFor();
  problems.length = 0;
});

test("keyboard navigation skips hidden tabs", async ({ page }) => {
  await page.getByRole("tab", { name: "Files" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("tab-book");
});

programTest("all games can be listed", async ({ page }) => {
  await load(page, "1. e4 *\n\n".repeat(20));
  await page.getByRole("button", { name: "Explore these games by position" }).click();
  const games = page.getByTestId("explorer").locator(".games li");
  await expect.poll(() => games.count(), { message: "the first games" }).toBe(16);
  await page.getByRole("button", { name: "Show more (16 of 20 listed)" }).click();
  await expect.poll(() => games.count(), { message: "all games" }).toBe(20);
  await expect.poll(() => page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-game") !== null), { message: "the keyboard goes on in the list" }).toBe(true);
});
