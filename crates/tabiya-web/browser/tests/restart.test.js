// @ts-check
// Restarts of the server: the page keeps the game.

import { load, newGame, openTab, play, reload, sans, square, startServer } from "../harness.js";
import { expect, test } from "../fixtures.js";
import { site } from "../site.js";

/** @typedef {import("@playwright/test").Page} Page */

test.skip(site !== undefined, "a static site has no server that could stop");

/** @type {Awaited<ReturnType<typeof startServer>>} */
let ownServer;

test.beforeEach(async () => {
  ownServer = await startServer();
});

test.afterEach(() => ownServer.stop());

/** @param {Page} page */
const text = async (page) => (await page.locator("#moves").innerText()).replace(/\s+/g, " ").trim();

/** @param {Page} page @param {string} move */
async function click(page, move) {
  await square(page, move.slice(0, 2)).click();
  await square(page, move.slice(2, 4)).click();
}

/** Kills the server, does something without it, and starts another on its port. @param {() => Promise<void>} [meanwhile] */
async function restart(meanwhile = async () => {}) {
  const { port } = new URL(ownServer.url);
  await ownServer.stop("SIGKILL");
  await meanwhile();
  ownServer = await startServer([], port);
}

test("two tabs keep their games, variations and undo when the server restarts", async ({ context }) => {
  const one = await openTab(context, ownServer.url);
  await load(one, "1. e4 {best} e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *");
  await one.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await click(one, "f1b5");
  await expect.poll(async () => (await sans(one)).length, { message: "another move" }).toBe(5);
  const two = await openTab(context, ownServer.url);
  await newGame(two, ["Makruk", "Two players"]);
  await play(two, "e3e4 e6e5");
  const games = [await text(one), await text(two)];
  await restart(async () => {
    await click(two, "d3d4");
    await two.locator(".toast", { hasText: "does not respond" }).waitFor();
    await expect.poll(() => sans(two)).toEqual(["e4", "e5"]);
    await one.locator('#moves [data-ply="2"]').click();
    await one.locator('#moves [data-ply="2"][aria-current]').waitFor();
  });
  await expect.poll(async () => [await text(one), await text(two)]).toEqual(games);
  await play(two, "d3d4");
  await one.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(async () => (await sans(one)).length, { message: "the move is taken back" }).toBe(4);
  await one.getByRole("button", { name: "Redo", exact: true }).click();
  await expect.poll(() => text(one), { message: "and there again" }).toBe(games[0]);
  await Promise.all([one, two].map(reload));
  await expect.poll(() => text(one), { message: "the same game" }).toBe(games[0]);
  await expect.poll(() => sans(two)).toEqual(["e4", "e5", "d4"]);
});

test("a page reloaded without a server restores its game when the server is back", async ({ context }) => {
  const page = await openTab(context, ownServer.url);
  await load(page, "1. d4 d5 (1... Nf6 2. c4) 2. c4 *");
  await page.locator('#moves [data-ply="3"][aria-current]').waitFor();
  const game = await text(page);
  // The page itself is served; only the API is missing.
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await page.locator("#status", { hasText: "Retrying" }).waitFor();
  await restart();
  await page.unroute("**/api/**");
  // The page also retries by itself, which removes the button.
  await page.locator("#actions button").evaluateAll((buttons) => buttons.forEach((one) => one instanceof HTMLElement && one.click()));
  await page.locator('#moves [data-ply="3"][aria-current]').waitFor();
  await expect.poll(() => text(page), { message: "the same game" }).toBe(game);
});

test("the engine replies after the server restarts", async ({ context }) => {
  const page = await openTab(context, ownServer.url);
  await newGame(page, ["Chess", "Play the engine", "White"]);
  await click(page, "e2e4");
  await expect.poll(async () => (await sans(page)).length, { message: "the reply" }).toBe(2);
  await restart(async () => {
    await click(page, "d2d4");
    await page.locator(".toast").first().waitFor();
  });
  await click(page, "d2d4");
  await expect.poll(async () => (await sans(page)).length, { message: "the next reply" }).toBeGreaterThanOrEqual(4);
});
