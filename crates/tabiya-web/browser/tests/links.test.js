// @ts-check
// Links to games, and dropped files.

import { gzipSync } from "node:zlib";
import { AXE, violations } from "../axe.js";
import { load, newGame, openTab, play, sans, settled } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

const GAME = '[Event "Club"]\n[White "A"]\n\n1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0';

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** @param {Page} page */
const text = async (page) => (await page.locator("#moves").innerText()).replace(/\s+/g, " ").trim();

/** @param {Page} page */
const shown = (page) => page.locator("#moves .move[aria-current]").evaluateAll((moves) => moves[0]?.firstChild?.textContent ?? "");

/** @param {Page} page */
async function copiedLink(page) {
  await page.getByRole("tab", { name: "Files" }).click();
  await press(page, "Copy link");
  const field = page.getByLabel("Link to this game");
  await field.waitFor();
  return field.inputValue();
}

/**
 * Drops a file on the page.
 * @param {Page} page
 * @param {string} name
 * @param {Buffer} bytes
 */
async function drop(page, name, bytes) {
  const transfer = await page.evaluateHandle(([name, letters]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))], name));
    return transfer;
  }, [name, bytes.toString("base64")]);
  await page.dispatchEvent("#board", "dragover", { dataTransfer: transfer });
  await expect.poll(() => page.locator("#drop-hint").isVisible()).toBeTruthy();
  await page.dispatchEvent("#board", "drop", { dataTransfer: transfer });
  await expect.poll(() => page.locator("#drop-hint").isVisible()).toBeFalsy();
}

test("a link opens the game with variations at the copied move", { tag: "@smoke" }, async ({ page, context }) => {
  await load(page, GAME);
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await page.locator("#moves .variation .move", { hasText: "Nf3" }).click();
  await settled(page);
  const link = await copiedLink(page);
  expect(link).toMatch(/#pgn=z:[A-Za-z0-9_-]+&node=\d+$/);
  const other = await context.newPage();
  await other.goto(link);
  await settled(other);
  await other.locator("#moves .variation .move[aria-current]").waitFor();
  await expect.poll(() => text(other)).toBe(await text(page));
  await expect.poll(() => shown(other)).toBe("Nf3");
  expect(new URL(other.url()).hash).toBe("");
  await page.evaluate(AXE);
  expect(await violations(page)).toEqual([]);
});

test("a position has a short link, also in Makruk", async ({ page }) => {
  await newGame(page, ["Makruk", "Analysis board"]);
  const link = await copiedLink(page);
  expect(link).toMatch(/#fen=rnsmksnr\/8\/pppppppp\/8\/8\/PPPPPPPP\/8\/RNSKMSNR_w_.*&variant=makruk$/);
  await newGame(page, ["Chess", "Analysis board"]);
  await page.goto(link);
  await expect.poll(async () => (await page.locator("#title").innerText()).startsWith("Makruk"), { message: "Makruk" }).toBe(true);
  await page.evaluate(() => (location.hash = "#fen=4k3/8/8/8/8/8/8/4K2R_b_-_-_0_1"));
  await expect.poll(() => page.locator(".board-piece").count(), { message: "three pieces" }).toBe(3);
});

test("a link may contain plain text", async ({ page }) => {
  await page.evaluate(() => (location.hash = "#pgn=1.%20e4%20e5%202.%20Nf3"));
  await expect.poll(async () => (await sans(page)).join(), { message: "the game" }).toBe("e4,e5,Nf3");
  await page.evaluate(() => (location.hash = "#pgn=1. Nf3 d5 *"));
  await expect.poll(async () => (await sans(page)).join(), { message: "the other game" }).toBe("Nf3,d5");
});

test("undo restores the game replaced by a link, also after a reload", async ({ page }) => {
  await play(page, "d2d4 d7d5");
  await page.evaluate(() => (location.hash = "#pgn=1.%20e4%20e5"));
  await expect.poll(async () => (await sans(page)).join(), { message: "the link's game" }).toBe("e4,e5");
  await page.locator(".toast", { hasText: "Undo restores" }).waitFor();
  await page.reload();
  await page.locator('#moves [data-ply="2"][aria-current]').waitFor();
  await expect.poll(() => sans(page)).toEqual(["e4", "e5"]);
  await press(page, "Undo");
  await expect.poll(async () => (await sans(page)).join(), { message: "the game that was there" }).toBe("d4,d5");
  await press(page, "Redo");
  await expect.poll(async () => (await sans(page)).join(), { message: "the link's again" }).toBe("e4,e5");
});

test("a link asks before it ends a game", async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  await play(page, "d2d4");
  await page.evaluate(() => (location.hash = "#pgn=1.%20e4%20e5"));
  await page.getByRole("button", { name: "Keep playing" }).click();
  await expect.poll(() => sans(page)).toEqual(["d4"]);
});

test("an invalid link is reported, and the game stays", async ({ page }) => {
  await play(page, "d2d4");
  for (const [hash, words] of [
    ["#pgn=z:eJwz1DPUU_AsLU5NUQhJTM5WMNYzNAIAS", "damaged or incomplete"],
    ["#pgn=z:!!!", "damaged or incomplete"],
    ["#pgn=%E0%A4%A", "percent encoding"],
    ["#pgn=", "no game"],
    ["#fen=8/8/8/8/8/8/8/8_w_-_-_0_1", "king"],
    ["#fen=nonsense", "FEN"],
    ["#fen=4k3/8/8/8/8/8/8/4K3_w_-_-_0_1&variant=atomic", "unknown variant"],
  ]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.locator(".toast", { hasText: "This link cannot be opened" }).filter({ hasText: words }).first().waitFor();
    await page.evaluate(() => document.querySelector("#toasts")?.replaceChildren());
  }
  await expect.poll(() => sans(page)).toEqual(["d4"]);
});

test("files can be dropped: games, compressed games, a position", async ({ page }) => {
  await drop(page, "game.pgn", Buffer.from(GAME));
  await expect.poll(async () => (await sans(page)).join(), { message: "the game" }).toBe("e4,e5,Nf3,Nc6");
  await drop(page, "other.pgn.gz", gzipSync("1. d4 d5 *"));
  await expect.poll(async () => (await sans(page)).join(), { message: "the compressed game" }).toBe("d4,d5");
  await drop(page, "end.fen", Buffer.from("4k3/8/8/8/8/8/8/4K2R b - - 0 1\n"));
  await expect.poll(() => page.locator(".board-piece").count(), { message: "the position" }).toBe(3);
  await drop(page, "picture.png", Buffer.from("\x89PNG\r\n\x1a\n0000"));
  await page.getByTestId("pgn-answer").locator(".problem").waitFor();
  await press(page, "Undo");
  await expect.poll(async () => (await sans(page)).join(), { message: "what was on the board before the position" }).toBe("d4,d5");
});

test("a link opens in a new tab", async ({ server, context, problems }) => {
  const page = await openTab(context, `${server.url}#pgn=1.%20e4%20c5`, problems);
  await expect.poll(async () => (await sans(page)).join(), { message: "the game" }).toBe("e4,c5");
  expect(problems.filter((one) => !one.startsWith("request to"))).toEqual([]);
});
