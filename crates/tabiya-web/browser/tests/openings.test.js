// @ts-check
// The opening's name beside the board.

import assert from "node:assert/strict";
import { load, newGame, play, settled, until } from "../harness.js";
import { tale } from "../tale.js";

tale("the opening is named as the game goes, and by position", async (page) => {
  const opening = page.locator("#opening");
  assert.equal(await opening.innerText(), "");
  await play(page, "e2e4");
  assert.equal(await opening.innerText(), "B00 King's Pawn Game");
  await play(page, "e7e6 d2d4 d7d5");
  assert.equal(await opening.innerText(), "C00 French Defense");
  await page.getByRole("button", { name: "To the start" }).click();
  await settled(page);
  assert.equal(await opening.innerText(), "");
  await newGame(page, ["Chess", "just move"]);
  await play(page, "d2d4 e7e6 e2e4 d7d5 a2a4");
  assert.equal(await opening.innerText(), "C00 French Defense");
  await newGame(page, ["Makruk", "just move"]);
  await play(page, "e3e4");
  assert.equal(await opening.innerText(), "");
});

tale("a game that is written names its opening", async (page) => {
  await load(page, "1. e4 c5 *");
  await until(async () => (await page.locator("#opening").innerText()) === "B20 Sicilian Defense", "the Sicilian");
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await until(async () => /\[ECO "B20"\]\n\[Opening "Sicilian Defense"\]/.test(await page.getByLabel("PGN", { exact: true }).inputValue()), "the tags");
});
