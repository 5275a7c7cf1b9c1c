// @ts-check
// Settings: piece sets, boards, options and sound, stored and shared by tabs.

import { AXE, violations } from "../axe.js";
import { load, newGame, openTab, play, reload, settled, square } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Selects options in the dialog and closes it.
 * @param {Page} page
 * @param {string[]} choices
 */
async function choose(page, choices) {
  await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  for (const label of choices) await dialog.getByText(label, { exact: true }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** @param {Page} page */
const squareColor = (page) => square(page, "a1").evaluate((one) => getComputedStyle(one).backgroundColor);

/** The shape of the king that is laid out for the board. @param {Page} page */
const king = (page) => page.locator(".sprite #king").evaluate((symbol) => symbol.innerHTML);

/** Writes down the pitch of every tone the page makes. @param {Page} page */
async function recordTones(page) {
  await page.addInitScript(() => {
    const tones = /** @type {number[]} */ (/** @type {any} */ (window).tones = []);
    const { setValueAtTime } = AudioParam.prototype;
    AudioParam.prototype.setValueAtTime = function (/** @type {number} */ value, /** @type {number} */ time) {
      if (value > 20) tones.push(value);
      return setValueAtTime.call(this, value, time);
    };
  });
  await reload(page);
}

/** How many tones were tones since the last time, and how many kinds of them. @param {Page} page */
const tones = (page) => page.evaluate(() => /** @type {any} */ (window).tones.splice(0).join(" "));

test("board and piece set apply at once, are stored, and reach other tabs", async ({ page, context, server }) => {
  const other = await openTab(context, server.url);
  const [color, shape] = [await squareColor(page), await king(page)];
  await choose(page, ["Wood", "Flat"]);
  await expect.poll(() => king(page), { message: "other pieces" }).not.toBe(shape);
  const wood = await squareColor(page);
  expect(wood).not.toBe(color);
  await expect.poll(async () => (await squareColor(other)) === wood && (await king(other)) === (await king(page)), { message: "the other tab follows" }).toBe(true);
  await reload(page);
  await expect.poll(() => squareColor(page)).toBe(wood);
  await expect.poll(() => king(page)).not.toBe(shape);
  await choose(page, ["Letters", "Slate"]);
  await page.locator(".sprite #king text").waitFor({ state: "attached" });
  await expect.poll(() => squareColor(page), { message: "another board" }).not.toBe(wood);
  await expect.poll(() => page.locator(".board-piece").count()).toBe(32);
});

test("coordinates and animation can be turned off", async ({ page }) => {
  const looks = () => page.evaluate(() => {
    const [coordinates, piece] = [document.querySelector(".coordinates"), document.querySelector(".board-piece")];
    return [coordinates && getComputedStyle(coordinates).display, piece && getComputedStyle(piece).transitionProperty];
  });
  await expect.poll(() => looks()).toEqual(["grid", "transform"]);
  await choose(page, ["Coordinates", "Animation"]);
  await expect.poll(() => looks()).toEqual(["none", "none"]);
  await reload(page);
  await expect.poll(() => looks()).toEqual(["none", "none"]);
});

test("single-key shortcuts can be turned off; arrows, Home and End still work", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await choose(page, ["Single-key shortcuts"]);
  await page.locator("body").click({ position: { x: 2, y: 300 } });
  const top = () => page.locator(".square").first().getAttribute("data-square");
  await page.keyboard.press("f");
  await page.keyboard.press("n");
  await page.keyboard.press(",");
  await page.keyboard.press("u");
  await page.keyboard.press("ArrowLeft");
  await page.locator('.move[data-ply="1"][aria-current]').waitFor();
  await expect.poll(() => top()).toBe("a8");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.keyboard.press("End");
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
  await choose(page, ["Single-key shortcuts"]);
  await page.keyboard.press("f");
  await expect.poll(() => top(), { message: "the board is turned" }).toBe("h1");
});

test("moves, captures, checks and the end have different sounds; steps back have none", async ({ page }) => {
  await recordTones(page);
  await play(page, "e2e4");
  const move = await tones(page);
  expect(move).not.toBe("");
  await play(page, "d7d5");
  expect(await tones(page)).toBe(move);
  await play(page, "e4d5");
  const capture = await tones(page);
  await play(page, "d8d5 g1f3 d5e4");
  const three = await tones(page);
  expect(three.startsWith(capture), three).toBeTruthy();
  const check = three.slice(`${capture} ${move} `.length);
  expect(new Set([move, capture, check]).size).toBe(3);
  await page.locator("#go-back").click();
  await page.locator("#go-first").click();
  await settled(page);
  expect(await tones(page)).toBe("");
  await page.locator("#go-on").click();
  await expect.poll(() => tones(page), { message: "a step forward" }).toBe(move);
  await load(page, "1. f3 e5 2. g4 *");
  await page.locator('.move[data-ply="3"][aria-current]').waitFor();
  expect(await tones(page)).toBe("");
  await play(page, "d8h4");
  const end = await tones(page);
  expect(new Set([move, capture, check, end]).size).toBe(4);
  await choose(page, ["Sound"]);
  await page.locator("#go-back").click();
  await page.locator("#go-on").click();
  await settled(page);
  expect(await tones(page)).toBe("");
});

test("resigning plays the end sound", async ({ page }) => {
  await recordTones(page);
  await newGame(page, ["Chess", "Two players"]);
  await play(page, "e2e4");
  await tones(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await expect.poll(async () => (await tones(page)).startsWith("523"), { message: "the end" }).toBe(true);
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    test.describe(() => {
      test.use({ viewport, colorScheme: scheme });
      test(`axe-core finds nothing serious in the settings, ${scheme}, ${viewport.width} wide`, async ({ page }) => {
        await page.evaluate(AXE);
        await page.getByRole("button", { name: "Settings" }).click();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("settings-button");
      });
    });
  }
}

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test.describe(() => {
    test.use({ colorScheme: scheme });
    test(`the coordinates can be read on every board, ${scheme}`, async ({ page }) => {
      for (const board of ["Sage", "Wood", "Slate"]) {
        await choose(page, [board]);
        for (const plain of [false, true]) {
          const least = await page.evaluate((isPlain) => {
            document.querySelector(".board")?.classList.toggle("plain", isPlain);
            const channel = (/** @type {number} */ value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
            const light = (/** @type {Element} */ one, /** @type {"color" | "backgroundColor"} */ what) => {
              const [red, green, blue] = (getComputedStyle(one)[what].match(/[\d.]+/g) ?? []).map(Number);
              return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
            };
            const letter = document.querySelector(".coordinates span");
            if (!letter) return 0;
            const ink = light(letter, "color");
            return Math.min(...[...document.querySelectorAll(".board .square")].map((one) => (light(one, "backgroundColor") + 0.05) / (ink + 0.05)));
          }, plain);
          expect(least >= 4.5, `${board} ${plain}: ${least.toFixed(2)}:1`).toBeTruthy();
        }
      }
    });
  });
}

test("invalid stored settings are ignored", async ({ page }) => {
  await page.evaluate(() => localStorage.setItem("tabiya.settings", '{"sound":"loud","pieces":7,"board":"slate"}'));
  await reload(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.board)).toBe("slate");
  await page.evaluate(() => localStorage.setItem("tabiya.settings", "nonsense"));
  await reload(page);
  await expect.poll(() => page.locator(".board-piece").count()).toBe(32);
});
