// @ts-check
// Opening names.

import { load, newGame, play, settled } from "../harness.js";
import { expect, test } from "../fixtures.js";

test("the opening is named by position", async ({ page }) => {
  const opening = page.locator("#opening");
  await expect.poll(() => opening.innerText()).toBe("");
  await play(page, "e2e4");
  await expect.poll(() => opening.innerText()).toBe("B00 King's Pawn Game");
  await play(page, "e7e6 d2d4 d7d5");
  await expect.poll(() => opening.innerText()).toBe("C00 French Defense");
  await page.getByRole("button", { name: "To the start" }).click();
  await settled(page);
  await expect.poll(() => opening.innerText()).toBe("");
  await newGame(page, ["Chess", "Analysis board"]);
  await play(page, "d2d4 e7e6 e2e4 d7d5 a2a4");
  await expect.poll(() => opening.innerText()).toBe("C00 French Defense");
  await newGame(page, ["Makruk", "Analysis board"]);
  await play(page, "e3e4");
  await expect.poll(() => opening.innerText()).toBe("");
});

test("an exported game has opening tags", async ({ page }) => {
  await load(page, "1. e4 c5 *");
  await expect.poll(() => page.locator("#opening").innerText(), { message: "the Sicilian" }).toBe("B20 Sicilian Defense");
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await expect.poll(() => page.getByLabel("PGN", { exact: true }).inputValue(), { message: "the tags" }).toMatch(/\[ECO "B20"\]\n\[Opening "Sicilian Defense"\]/);
});
