// @ts-check
// The Explorer with a database.

import { AXE, violations } from "../axe.js";
import { load, makeDatabase, newGame, play, reload, sans, setUp, settled } from "../harness.js";
import { expect, programTest, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

const GAMES = `
[White "Carlsen, Magnus"]
[Black "Caruana, Fabiano"]
[WhiteElo "2850"]
[BlackElo "2820"]
[Date "2018.11.09"]

1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 1-0

[White "Caruana, Fabiano"]
[Black "Carlsen, Magnus"]
[Date "2019.05.31"]

1. c4 e6 2. d4 Nf6 3. Nf3 d5 0-1

[White "Short"]
[Black "Kasparov"]
[Date "1993.09.07"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 {Italian} (3. Bb5 a6) 3... Bc5 $1 4. O-O Nf6 1/2-1/2

[White "Nobody"]
[Black "<b>Else</b>"]

1. d4 Nf6 2. c4 e6 *
`;

test.use({ serverOptions: async ({}, use) => use(["--db", makeDatabase(GAMES)]) });

/** @param {Page} page */
const answer = (page) => page.getByTestId("explorer");

/** @param {Page} page */
async function explore(page) {
  await page.getByRole("tab", { name: "Explorer" }).click();
  await answer(page).getByText("reached this position").waitFor();
}

/** @param {Page} page */
const rows = (page) => answer(page).locator(".played tbody tr").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].slice(0, 2).map((cell) => cell.textContent).join(" ")));

programTest("moves are listed with their results and played by a click", { tag: "@smoke" }, async ({ page }) => {
  await explore(page);
  await expect.poll(() => answer(page).innerText()).toMatch(/4 of 4 games reached this position/);
  await expect.poll(async () => (await rows(page)).sort()).toEqual(["c4 1 (25%)", "d4 2 (50%)", "e4 1 (25%)"]);
  const bar = answer(page).locator(".played .results").first();
  await expect.poll(() => bar.getAttribute("aria-label")).toBe("white won 100 %, drawn 0 %, black won 0 %, 1 without a result");
  await answer(page).getByRole("button", { name: "d4", exact: true }).click();
  await settled(page);
  await expect.poll(() => sans(page)).toEqual(["d4"]);
  await expect.poll(async () => (await rows(page)).join(), { message: "the moves after it" }).toBe("Nf6 2 (100%)");
});

programTest("pointing at a move shows an arrow", async ({ page }) => {
  await explore(page);
  const arrows = page.locator("#board svg line");
  await expect.poll(() => arrows.count()).toBe(0);
  await answer(page).locator(".played tbody tr").first().hover();
  await expect.poll(() => arrows.count(), { message: "an arrow" }).toBe(1);
  await page.locator("#title").hover();
  await expect.poll(() => arrows.count(), { message: "no arrow" }).toBe(0);
  await answer(page).getByRole("button", { name: "d4", exact: true }).focus();
  await expect.poll(() => arrows.count(), { message: "an arrow for the keyboard" }).toBe(1);
});

programTest("castling uses the board's UCI notation", async ({ page }) => {
  await play(page, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5");
  await explore(page);
  await answer(page).getByRole("button", { name: "O-O", exact: true }).click();
  await settled(page);
  await expect.poll(async () => (await sans(page)).at(-1)).toBe("O-O");
  await expect.poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem("tabiya.game") ?? "{}").moves.at(-1))).toBe("e1g1");
});

programTest("other move orders and finished games are counted", async ({ page }) => {
  await play(page, "d2d4 g8f6 c2c4 e7e6");
  await explore(page);
  const more = page.getByTestId("explorer-more");
  await more.getByText("2 used the moves on the board, 1 other move orders.").waitFor();
  await more.getByText("1 ended in this position.").waitFor();
  const chart = more.getByRole("img", { name: /^Results by year, 2018 to 2019/ });
  await expect.poll(() => chart.locator("rect").count()).toBe(2);
});

programTest("a game is opened at the position", async ({ page }) => {
  await play(page, "d2d4 g8f6 c2c4 e7e6");
  await explore(page);
  await answer(page).getByRole("button", { name: /^Caruana, Fabiano – Carlsen, Magnus/ }).click();
  await settled(page);
  await expect.poll(async () => (await sans(page)).join(" "), { message: "the game" }).toBe("c4 e6 d4 Nf6 Nf3 d5");
  await expect.poll(() => page.locator("#moves .move[aria-current]").getAttribute("data-ply")).toBe("4");
  await expect.poll(() => page.locator("#strip-bottom").innerText()).toMatch(/Caruana, Fabiano/);
});

programTest("a game of a database opens with its comments and variations", async ({ page }) => {
  await play(page, "e2e4");
  await explore(page);
  await answer(page).getByRole("button", { name: /^Short – Kasparov/ }).click();
  await settled(page);
  await expect.poll(() => page.locator("#moves").innerText()).toMatch(/Italian/);
  await expect.poll(() => page.locator("#moves").innerText()).toMatch(/Bb5 a6/);
  await expect.poll(() => page.locator("#moves .move[aria-current]").getAttribute("data-ply")).toBe("1");
});

programTest("names are text, never markup", async ({ page }) => {
  await explore(page);
  await answer(page).getByText("Nobody – <b>Else</b>").waitFor();
});

programTest("filters reduce the games and are counted", async ({ page }) => {
  await explore(page);
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Player").fill("carlsen");
  await page.getByLabel("Color").selectOption("white");
  await expect.poll(async () => (await rows(page)).join(), { message: "one game" }).toBe("d4 1 (100%)");
  await page.getByText("Filters (2 active)").waitFor();
  await page.getByLabel("Year from").fill("May");
  await page.getByLabel("Year from").blur();
  await answer(page).getByRole("alert").getByText("expected a date").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(async () => (await rows(page)).length, { message: "all games" }).toBe(3);
});

programTest("a position without games is reported; Makruk is separate from chess", async ({ page }) => {
  await setUp(page, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.getByRole("tab", { name: "Explorer" }).click();
  await answer(page).getByText("None of 4 games reached this position.").waitFor();
  await newGame(page, ["Makruk", "Analysis board"]);
  await answer(page).getByText("None of 4 games reached this position.").waitFor();
});

programTest("a loaded file and the served database can both be explored", async ({ page }) => {
  await load(page, "1. e4 e5 1-0\n\n1. e4 c5 0-1\n");
  await page.getByRole("button", { name: "Explore these games by position" }).click();
  await expect.poll(async () => (await rows(page)).join(), { message: "the file's games" }).toBe("e4 2 (100%)");
  await page.getByLabel("Database").selectOption({ label: "games.tabiya: 4 games" });
  await expect.poll(async () => (await rows(page)).length, { message: "the served games" }).toBe(3);
  await reload(page);
  await expect.poll(async () => (await rows(page)).length, { message: "the same tab after a reload" }).toBe(3);
});

programTest("the Explorer plays no moves in a finished game", async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  await play(page, "d2d4");
  await explore(page);
  await expect.poll(() => answer(page).locator(".played button").count(), { message: "a button for the move" }).toBe(1);
  await page.getByRole("button", { name: "Resign" }).click();
  await expect.poll(() => answer(page).locator(".played button").count(), { message: "no button any more" }).toBe(0);
  await expect.poll(() => rows(page)).toEqual(["Nf6 2 (100%)"]);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    test.describe(() => {
      test.use({ viewport, colorScheme });
      programTest(`axe-core finds nothing serious in the Explorer, ${colorScheme}, ${viewport.width} wide`, async ({ page }) => {
        await page.evaluate(AXE);
        await play(page, "d2d4 g8f6 c2c4 e7e6");
        await explore(page);
        await page.getByText("Filters", { exact: true }).click();
        await page.getByTestId("explorer-more").getByRole("img").waitFor();
        expect(await violations(page)).toEqual([]);
      });
    });
  }
}
