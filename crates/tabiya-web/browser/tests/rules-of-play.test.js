// @ts-check
// Whose turn it is, whose clock runs, what undo takes back, and confirmation before a game ends.

import { bookOf, holdRequests, load, newGame, play, sans, setUp, settled, square, status, restoreGame } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

const AGAINST_BLACK = { mode: { kind: "engine", engine: "black", level: 1 } };
const AFTER_E4 = 0x823c9b50fd114196n;

/** @param {Page} page Lets the engine think without a reply. */
const holdReplies = (page) => page.route("**/api/reply", () => {});

/** @param {Page} page @param {string} name */
const press = async (page, name) => {
  await page.getByRole("button", { name, exact: true }).click();
  await settled(page);
};

/** @param {Page} page @param {import("@playwright/test").Page extends never ? never : { name: string, mimeType: string, buffer: Buffer }} book */
async function openBook(page, book) {
  await page.getByRole("tab", { name: "Book" }).click();
  await page.getByLabel("Polyglot book").setInputFiles(book);
}

test("book moves cannot be played on the engine's turn or in a finished game", async ({ page }) => {
  await holdReplies(page);
  await restoreGame(page, AGAINST_BLACK);
  await play(page, "e2e4");
  // e7e5 with weight 5.
  await openBook(page, bookOf(AFTER_E4, [[52, 36, 5]]));
  const panel = page.getByTestId("book");
  await panel.getByText("e5", { exact: true }).waitFor();
  await expect.poll(() => panel.getByRole("button", { name: "e5" }).count()).toBe(0);
  await press(page, "Undo");
  await press(page, "Redo");
  await press(page, "Resign");
  await panel.getByText("e5", { exact: true }).waitFor();
  await expect.poll(() => panel.getByRole("button", { name: "e5" }).count()).toBe(0);
  await expect.poll(() => status(page)).toMatch(/White resigns/);
});

test("book moves at an earlier position do not truncate the game", async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  await play(page, "e2e4 e7e5 g1f3");
  await openBook(page, bookOf(AFTER_E4, [[52, 36, 5]]));
  await press(page, "To the start");
  await press(page, "Next move");
  const panel = page.getByTestId("book");
  await panel.getByText("e5", { exact: true }).waitFor();
  const move = panel.getByRole("button", { name: "e5" });
  if ((await move.count()) > 0) await move.click();
  await settled(page);
  await expect.poll(() => sans(page)).toEqual(["e4", "e5", "Nf3"]);
});

test("setting up a position asks before it ends a game", async ({ page }) => {
  await holdReplies(page);
  await restoreGame(page, AGAINST_BLACK);
  await play(page, "e2e4");
  const question = page.getByRole("dialog", { name: "End this game?" });
  await setUp(page, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await question.getByRole("button", { name: "Keep playing" }).click();
  await expect.poll(() => sans(page)).toEqual(["e4"]);
  await load(page, "1. d4 d5 *");
  await question.getByRole("button", { name: "Keep playing" }).click();
  await expect.poll(() => sans(page)).toEqual(["e4"]);
  await setUp(page, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await question.getByRole("button", { name: "End it" }).click();
  await expect.poll(async () => (await sans(page)).length, { message: "the new position" }).toBe(0);
});

test("play the engine from a position that was set up", async ({ page }) => {
  await setUp(page, "4k3/8/8/8/8/8/4P3/4K2R b K - 0 12");
  await newGame(page, ["the current position", "Play the engine", "White"]);
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  await expect.poll(() => page.locator("#moves").innerText()).toMatch(/12\./);
  await expect.poll(() => page.locator("#title").innerText()).toMatch(/against the engine/);
});

test("navigation does not stop the engine, and its reply is appended to the game", async ({ page }) => {
  /** @type {import("@playwright/test").Route[]} */
  const requests = [];
  await page.route("**/api/reply", (route) => void requests.push(route));
  await restoreGame(page, { ...AGAINST_BLACK, moves: ["e2e4", "e7e5"], at: 2 });
  await play(page, "g1f3");
  await expect.poll(() => requests.length, { message: "the engine is requests" }).toBe(1);
  await press(page, "To the start");
  await page.getByText("thinking…").waitFor();
  await requests[0].fulfill({ status: 200, body: '{"uci":"b8c6","san":"Nc6","depth":1,"nodes":1}' });
  await expect.poll(async () => (await sans(page)).length, { message: "the reply" }).toBe(4);
  await expect.poll(() => sans(page)).toEqual(["e4", "e5", "Nf3", "Nc6"]);
  await expect.poll(() => page.locator(".move[aria-current]").count()).toBe(0);
});

test("resigning while an earlier position is shown counts for the side to move", async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  await play(page, "e2e4 e7e5");
  await press(page, "Previous move");
  await press(page, "Resign");
  await expect.poll(() => status(page)).toMatch(/White resigns, black wins/);
});

test("undo while an earlier position is shown takes back both moves", async ({ page }) => {
  await holdReplies(page);
  await restoreGame(page, { ...AGAINST_BLACK, moves: ["e2e4", "e7e5", "g1f3", "b8c6"], at: 4 });
  await press(page, "Previous move");
  await press(page, "Undo");
  await expect.poll(() => sans(page)).toEqual(["e4", "e5"]);
  await expect.poll(() => page.getByText("thinking…").count()).toBe(0);
});

test("undo does not take back the engine's first move", async ({ page }) => {
  await restoreGame(page, { mode: { kind: "engine", engine: "white", level: 1 }, moves: ["e2e4"], at: 1 });
  await expect.poll(() => page.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("u");
  await settled(page);
  await expect.poll(() => sans(page)).toEqual(["e4"]);
});

test("undo after a fallen flag restores the time", async ({ page }) => {
  await page.clock.install();
  await page.reload();
  await newGame(page, ["Chess", "Two players", "5 min"]);
  await play(page, "e2e4 e7e5");
  await page.clock.runFor(301_000);
  await expect.poll(() => status(page), { message: "the flag" }).toMatch(/White is out of time/);
  await press(page, "Undo");
  await expect.poll(() => page.getByLabel("white's clock").innerText()).toMatch(/5:00|4:59/);
  await expect.poll(() => page.getByLabel("black's clock").innerText()).toMatch(/5:00|4:59/);
});

test("undo and redo add no increment", async ({ page }) => {
  await page.clock.install();
  await page.reload();
  await newGame(page, ["Chess", "Two players", "3 + 2"]);
  await play(page, "e2e4 e7e5 g1f3");
  for (let time = 0; time < 5; time += 1) {
    await page.keyboard.press("u");
    await page.keyboard.press("r");
    await settled(page);
  }
  await expect.poll(() => page.getByLabel("white's clock").innerText()).toMatch(/3:0[0-2]/);
  await expect.poll(() => page.getByLabel("black's clock").innerText()).toMatch(/3:0[0-2]|2:59/);
});

test("failed engine requests are retried with the clock stopped", async ({ page, problems }) => {
  await page.clock.install();
  await restoreGame(page, { ...AGAINST_BLACK, timing: { increment: 0, left: { white: 60_000, black: 60_000 } } });
  let failures = 0;
  await page.route("**/api/reply", (route) => {
    failures += 1;
    return failures < 3 ? route.abort() : route.fulfill({ status: 200, body: '{"uci":"e7e5","san":"e5","depth":1,"nodes":1}' });
  });
  await play(page, "e2e4");
  await page.getByText("no response; retrying…").waitFor();
  await expect.poll(() => page.locator(".time.running").count()).toBe(0);
  // Time passes in these steps, and slightly by itself: the page waits before each retry.
  await expect(async () => {
    await page.clock.runFor(1000);
    expect(await sans(page)).toEqual(["e4", "e5"]);
  }).toPass();
  problems.length = 0;
});

test("the engine's reply is played even if an earlier action fails", { tag: "@smoke" }, async ({ page, problems }) => {
  await page.clock.install();
  const replies = await holdRequests(page, "**/api/reply");
  await restoreGame(page, AGAINST_BLACK);
  await play(page, "e2e4");
  await replies.untilHeld(1);
  const positions = await holdRequests(page, "**/api/position");
  await page.getByLabel("Key scheme").selectOption("rustic");
  await positions.untilHeld(1);
  const response = page.waitForResponse("**/api/reply");
  await replies.takeFirst().fulfill({ status: 200, body: '{"uci":"e7e5","san":"e5","depth":1,"nodes":1}' });
  await (await response).finished();
  // The delay before a reply: now the reply is queued behind the change of the key scheme.
  await page.clock.runFor(300);
  expect(await sans(page)).toEqual(["e4"]);
  await positions.release((route) => route.abort());
  await page.locator(".toast", { hasText: "does not respond" }).waitFor();
  await expect.poll(() => sans(page)).toEqual(["e4", "e5"]);
  problems.length = 0;
});

test("a page without a server reports that and retries", async ({ page, problems }) => {
  await play(page, "e2e4");
  await page.route("**/api/**", (route) => route.abort());
  await page.reload();
  await expect.poll(() => status(page), { message: "a report" }).toMatch(/does not respond/);
  await expect.poll(() => page.locator(".board-piece").count()).toBe(0);
  await page.unroute("**/api/**");
  // The page also retries by itself, which removes the button.
  await page.locator("#actions button").evaluateAll((buttons) => buttons.forEach((one) => one instanceof HTMLElement && one.click()));
  await page.locator('.move[data-ply="1"][aria-current]').waitFor();
  problems.length = 0;
});

test("clicks while a move is being sent are ignored", async ({ page }) => {
  const held = await holdRequests(page, "**/api/position");
  for (const name of ["e2", "e4", "d2", "d4"]) await square(page, name).click();
  await held.untilHeld(1);
  await held.release();
  await settled(page);
  expect(await sans(page)).toEqual(["e4"]);
});
