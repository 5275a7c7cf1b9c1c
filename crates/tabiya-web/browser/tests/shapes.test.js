// @ts-check
// Arrows and circles: drawn by mouse, finger and keyboard, stored in the tree and in the PGN.

import { AXE, violations } from "../axe.js";
import { center, load, newGame, play, sans, settled, square } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page @param {string} name */
const middle = (page, name) => center(square(page, name));

/**
 * Draws with the right mouse button while keys are held.
 * @param {Page} page
 * @param {string} from
 * @param {string} [to]
 * @param {string[]} keys
 */
async function draw(page, from, to = from, keys = []) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  for (const key of keys) await page.keyboard.down(key);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up({ button: "right" });
  for (const key of keys) await page.keyboard.up(key);
}

/** @param {Page} page */
const drawn = (page) => page.locator(".shapes g").evaluateAll((shapes) => shapes.map((shape) => shape.getAttribute("data-shape")).sort().join(" "));

/** @param {Page} page @param {string} expected */
const untilDrawn = (page, expected) => expect.poll(() => drawn(page), { message: `drawn: ${expected}` }).toBe(expected);

/** @param {Page} page */
async function pgn(page) {
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await page.locator(".toast").first().waitFor();
  return page.getByLabel("PGN", { exact: true }).inputValue();
}

test("the right button draws arrows and circles in four colors, stored in the PGN", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await draw(page, "g1", "f3");
  await draw(page, "d5", "d5", ["Shift"]);
  await draw(page, "f1", "c4", ["Alt"]);
  await draw(page, "f7", "f7", ["Shift", "Alt"]);
  await draw(page, "b1", "c3", ["Control"]);
  await untilDrawn(page, "Bf1c4 Gg1f3 Rb1c3 Rd5 Yf7");
  expect(await pgn(page)).toMatch(/1\. e4 e5 \{\s*\[%csl Rd5,Yf7\]\s+\[%cal\s+Gg1f3,Bf1c4,Rb1c3\]\s*\}/);
  await page.reload();
  await page.locator(".board-piece").first().waitFor();
  await untilDrawn(page, "Bf1c4 Gg1f3 Rb1c3 Rd5 Yf7");
  await expect.poll(async () => (await square(page, "d5").getAttribute("aria-label")) ?? "").toMatch(/red circle/);
  await expect.poll(async () => (await square(page, "g1").getAttribute("aria-label")) ?? "").toMatch(/green arrow to f3/);
  await expect.poll(() => sans(page)).toEqual(["e4", "e5"]);
});

test("drawing a shape again removes it or changes its color, with undo and redo", async ({ page }) => {
  await draw(page, "e2", "e4");
  await draw(page, "e2", "e4", ["Shift"]);
  await untilDrawn(page, "Re2e4");
  await draw(page, "e2", "e4", ["Shift"]);
  await untilDrawn(page, "");
  for (const [button, expected] of [["Undo", "Re2e4"], ["Undo", "Ge2e4"], ["Undo", ""], ["Redo", "Ge2e4"]]) {
    await page.getByRole("button", { name: button }).click();
    await untilDrawn(page, expected);
  }
});

test("a click clears drawings; a move or a selected piece does not", async ({ page }) => {
  await draw(page, "a4");
  await draw(page, "e2", "e4");
  await square(page, "g1").click();
  await square(page, "g1").click();
  await untilDrawn(page, "Ga4 Ge2e4");
  await play(page, "e2e4");
  await untilDrawn(page, "");
  await page.locator("#go-back").click();
  await untilDrawn(page, "Ga4 Ge2e4");
  await square(page, "d5").click();
  await untilDrawn(page, "");
  await page.getByRole("button", { name: "Undo" }).click();
  await untilDrawn(page, "Ga4 Ge2e4");
});

test("shapes of a loaded game are shown, and other comments are kept", async ({ page }) => {
  await load(page, "[White \"A\"]\n\n{ [%csl Gd4] Look } 1. d4 { [%clk 0:01:00] [%cal Rd4d5,Yc2c4] [%csl Bd5] good } 1... d5 { Well. } *");
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
  await untilDrawn(page, "");
  await page.locator("#go-back").click();
  await untilDrawn(page, "Bd5 Rd4d5 Yc2c4");
  await page.locator("#go-back").click();
  await untilDrawn(page, "Gd4");
  await page.locator("#go-on").click();
  await draw(page, "d4", "d5", ["Shift"]);
  await untilDrawn(page, "Bd5 Yc2c4");
  const written = (await pgn(page)).replace(/\s+/g, " ");
  expect(written).toMatch(/1\. d4 \{ ?\[%csl Bd5\] \[%cal Yc2c4\] \[%clk 0:01:00\] good ?\}/);
  expect(written).toMatch(/\{ ?Well\. ?\}/);
});

test("drawing does not restart the analysis; drawings follow flipping the board", async ({ page }) => {
  await page.getByRole("tab", { name: "Engine" }).click();
  let requests = 0;
  page.on("request", (request) => (requests += request.url().endsWith("/api/analyze") ? 1 : 0));
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect.poll(() => page.locator(".lines li").count(), { message: "three lines" }).toBe(3);
  await draw(page, "a2", "a4");
  await untilDrawn(page, "Ga2a4");
  const before = await page.locator(".shapes line").getAttribute("x1");
  await page.getByRole("button", { name: "Flip" }).click();
  await expect.poll(() => page.locator(".shapes line").getAttribute("x1"), { message: "the arrow is turned" }).not.toBe(before);
  expect(requests).toBe(1);
  await page.getByRole("button", { name: "Stop" }).click();
});

test("in a played game drawings vanish with the next move", async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  await draw(page, "e2", "e4");
  await untilDrawn(page, "Ge2e4");
  await play(page, "d2d4");
  await untilDrawn(page, "");
  expect(await pgn(page)).not.toMatch(/%cal/);
});

test("Shift+Enter draws and announces the shape", async ({ page }) => {
  await page.evaluate(AXE);
  await square(page, "e2").focus();
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Shift+Enter");
  await untilDrawn(page, "Ge2e4");
  await expect.poll(() => page.locator("#announcer").innerText()).toMatch(/green arrow from e2 to e4/);
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.press("Shift+Enter");
  await untilDrawn(page, "Ge2e4 Ge4");
  expect(await violations(page)).toEqual([]);
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("a finger held still draws, with the next color each time; a tap moves", async ({ page, context }) => {
    const client = await context.newCDPSession(page);
    /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {{ x: number, y: number }[]} touchPoints */
    const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    const hold = async (/** @type {string} */ from, /** @type {string} */ to) => {
      await touch("touchStart", [await middle(page, from)]);
      await page.locator(".shapes .being-drawn").waitFor();
      await touch("touchMove", [await middle(page, to)]);
      await touch("touchEnd", []);
      await settled(page);
    };
    await hold("e2", "e4");
    await untilDrawn(page, "Ge2e4");
    await hold("d5", "d5");
    await untilDrawn(page, "Gd5 Ge2e4");
    await hold("d5", "d5");
    await untilDrawn(page, "Ge2e4 Rd5");
    await expect.poll(() => sans(page)).toEqual([]);
    const [from, to] = [await middle(page, "e2"), await middle(page, "e4")];
    await page.touchscreen.tap(from.x, from.y);
    await page.touchscreen.tap(to.x, to.y);
    await expect.poll(async () => (await sans(page)).join(), { message: "the move" }).toBe("e4");
  });
});
