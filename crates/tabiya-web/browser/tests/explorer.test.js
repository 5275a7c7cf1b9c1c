// @ts-check
// Games by position.

import assert from "node:assert/strict";
import { AXE, violations } from "../axe.js";
import { load, makeDatabase, newGame, play, sans, setUp, settled, until } from "../harness.js";
import { serveWith, taleOfServer } from "../tale.js";

/** @typedef {import("playwright-core").Page} Page */

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

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 1/2-1/2

[White "Nobody"]
[Black "<b>Else</b>"]

1. d4 Nf6 2. c4 e6 *
`;

serveWith(() => ["--db", makeDatabase(GAMES)]);

/** @param {Page} page */
const answer = (page) => page.getByTestId("explorer");

/** @param {Page} page */
async function explore(page) {
  await page.getByRole("tab", { name: "Explorer" }).click();
  await answer(page).getByText("reached this position").waitFor();
}

/** @param {Page} page */
const rows = (page) => answer(page).locator(".played tbody tr").evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].slice(0, 2).map((cell) => cell.textContent).join(" ")));

taleOfServer("moves are listed with games and bars, and played by a click", async (page) => {
  await explore(page);
  assert.match(await answer(page).innerText(), /4 of 4 games reached this position/);
  assert.deepEqual((await rows(page)).sort(), ["c4 1 (25%)", "d4 2 (50%)", "e4 1 (25%)"]);
  const bar = answer(page).locator(".played .results").first();
  assert.equal(await bar.getAttribute("aria-label"), "white won 100 %, drawn 0 %, black won 0 %, 1 without a result");
  await answer(page).getByRole("button", { name: "d4", exact: true }).click();
  await settled(page);
  assert.deepEqual(await sans(page), ["d4"]);
  await until(async () => (await rows(page)).join() === "Nf6 2 (100%)", "the moves after it");
});

taleOfServer("pointing at a move shows an arrow", async (page) => {
  await explore(page);
  const arrows = page.locator("#board svg line");
  assert.equal(await arrows.count(), 0);
  await answer(page).locator(".played tbody tr").first().hover();
  await until(async () => (await arrows.count()) === 1, "an arrow");
  await page.locator("#title").hover();
  await until(async () => (await arrows.count()) === 0, "no arrow");
  await answer(page).getByRole("button", { name: "d4", exact: true }).focus();
  await until(async () => (await arrows.count()) === 1, "an arrow for the keyboard");
});

taleOfServer("castling is played as the board writes it", async (page) => {
  await play(page, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5");
  await explore(page);
  await answer(page).getByRole("button", { name: "O-O", exact: true }).click();
  await settled(page);
  assert.equal((await sans(page)).at(-1), "O-O");
  assert.equal(await page.evaluate(() => JSON.parse(sessionStorage.getItem("tabiya.game") ?? "{}").moves.at(-1)), "e1g1");
});

taleOfServer("games that came by other move orders are counted apart, and so are those that ended", async (page) => {
  await play(page, "d2d4 g8f6 c2c4 e7e6");
  await explore(page);
  const more = page.getByTestId("explorer-more");
  await more.getByText("2 came by the moves on the board, 1 by other move orders.").waitFor();
  await more.getByText("1 ended here.").waitFor();
  const chart = more.getByRole("img", { name: /^Results by year, 2018 to 2019/ });
  assert.equal(await chart.locator("rect").count(), 2);
});

taleOfServer("a game is opened where the position stands in it", async (page) => {
  await play(page, "d2d4 g8f6 c2c4 e7e6");
  await explore(page);
  await answer(page).getByRole("button", { name: /^Caruana, Fabiano – Carlsen, Magnus/ }).click();
  await settled(page);
  await until(async () => (await sans(page)).join(" ") === "c4 e6 d4 Nf6 Nf3 d5", "the game");
  assert.equal(await page.locator("#moves .move[aria-current]").getAttribute("data-ply"), "4");
  assert.match(await page.locator("#strip-bottom").innerText(), /Caruana, Fabiano/);
});

taleOfServer("names are text, never markup", async (page) => {
  await explore(page);
  await answer(page).getByText("Nobody – <b>Else</b>").waitFor();
});

taleOfServer("filters leave games out and say so", async (page) => {
  await explore(page);
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Player").fill("carlsen");
  await page.getByLabel("Color").selectOption("white");
  await until(async () => (await rows(page)).join() === "d4 1 (100%)", "one game");
  await page.getByText("Filters (some games are left out)").waitFor();
  await page.getByLabel("From the year").fill("May");
  await page.getByLabel("From the year").blur();
  await answer(page).getByRole("alert").getByText("a date is written").waitFor();
  await page.getByRole("button", { name: "All games" }).click();
  await until(async () => (await rows(page)).length === 3, "all games");
});

taleOfServer("a position nobody reached says so, and Makruk is not chess", async (page) => {
  await setUp(page, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  await page.getByRole("tab", { name: "Explorer" }).click();
  await answer(page).getByText("None of 4 games reached this position.").waitFor();
  await newGame(page, ["Makruk", "just move"]);
  await answer(page).getByText("None of 4 games reached this position.").waitFor();
});

taleOfServer("the games of a file can be explored beside those that are served", async (page) => {
  await load(page, "1. e4 e5 1-0\n\n1. e4 c5 0-1\n");
  await page.getByRole("button", { name: "Explore these games by position" }).click();
  await until(async () => (await rows(page)).join() === "e4 2 (100%)", "the file's games");
  await page.getByLabel("Which games").selectOption({ label: "games.tabiya: 4 games" });
  await until(async () => (await rows(page)).length === 3, "the served games");
  await page.reload();
  await page.locator(".man").first().waitFor();
  await until(async () => (await rows(page)).length === 3, "the same tab after a reload");
});

taleOfServer("where nobody may move, nothing can be played from the Explorer", async (page) => {
  await newGame(page, ["Chess", "a friend here"]);
  await play(page, "d2d4");
  await explore(page);
  await until(async () => (await answer(page).locator(".played button").count()) === 1, "a button for the move");
  await page.getByRole("button", { name: "Resign" }).click();
  await until(async () => (await answer(page).locator(".played button").count()) === 0, "no button any more");
  assert.deepEqual(await rows(page), ["Nf6 2 (100%)"]);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    taleOfServer(`axe-core finds nothing serious in the Explorer, ${colorScheme}, ${viewport.width} wide`, async (page) => {
      await page.evaluate(AXE);
      await play(page, "d2d4 g8f6 c2c4 e7e6");
      await explore(page);
      await page.getByText("Filters", { exact: true }).click();
      await page.getByTestId("explorer-more").getByRole("img").waitFor();
      assert.deepEqual(await violations(page), []);
    }, { viewport, colorScheme });
  }
}
