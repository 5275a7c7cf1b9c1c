// @ts-check
// Settings: sets of pieces and boards, switches, sound; kept, and shared by the tabs of a browser.

import { AXE, violations } from "../axe.js";
import { load, newGame, openTab, play, reload, settled, square } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Chooses in the dialog, and closes it.
 * @param {Page} page
 * @param {string[]} choices
 */
async function like(page, choices) {
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
async function listenToTones(page) {
  await page.addInitScript(() => {
    const heard = /** @type {number[]} */ (/** @type {any} */ (window).heard = []);
    const { setValueAtTime } = AudioParam.prototype;
    AudioParam.prototype.setValueAtTime = function (/** @type {number} */ value, /** @type {number} */ time) {
      if (value > 20) heard.push(value);
      return setValueAtTime.call(this, value, time);
    };
  });
  await reload(page);
}

/** How many tones were heard since the last time, and how many kinds of them. @param {Page} page */
const heard = (page) => page.evaluate(() => /** @type {any} */ (window).heard.splice(0).join(" "));

test("a board and a set of pieces are chosen, seen at once, kept, and seen in the other tab", async ({ page, context, server }) => {
  const other = await openTab(context, server.url);
  const [color, shape] = [await squareColor(page), await king(page)];
  await like(page, ["Wood", "Flat"]);
  await expect.poll(() => king(page), { message: "other pieces" }).not.toBe(shape);
  const wood = await squareColor(page);
  expect(wood).not.toBe(color);
  await expect.poll(async () => (await squareColor(other)) === wood && (await king(other)) === (await king(page)), { message: "the other tab follows" }).toBe(true);
  await reload(page);
  await expect.poll(() => squareColor(page)).toBe(wood);
  await expect.poll(() => king(page)).not.toBe(shape);
  await like(page, ["Letters", "Slate"]);
  await page.locator(".sprite #king text").waitFor({ state: "attached" });
  await expect.poll(() => squareColor(page), { message: "another board" }).not.toBe(wood);
  await expect.poll(() => page.locator(".board-piece").count()).toBe(32);
});

test("coordinates and animation are switched off, and stay off", async ({ page }) => {
  const looks = () => page.evaluate(() => {
    const [coordinates, piece] = [document.querySelector(".coordinates"), document.querySelector(".board-piece")];
    return [coordinates && getComputedStyle(coordinates).display, piece && getComputedStyle(piece).transitionProperty];
  });
  await expect.poll(() => looks()).toEqual(["grid", "transform"]);
  await like(page, ["Coordinates", "Animation"]);
  await expect.poll(() => looks()).toEqual(["none", "none"]);
  await reload(page);
  await expect.poll(() => looks()).toEqual(["none", "none"]);
});

test("single keys are switched off; arrows, Home and End stay", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await like(page, ["Single-key shortcuts"]);
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
  await like(page, ["Single-key shortcuts"]);
  await page.keyboard.press("f");
  await expect.poll(() => top(), { message: "the board is turned" }).toBe("h1");
});

test("moves, captures, checks and the end sound differently, steps back not at all, and nothing when it is switched off", async ({ page }) => {
  await listenToTones(page);
  await play(page, "e2e4");
  const move = await heard(page);
  expect(move).not.toBe("");
  await play(page, "d7d5");
  expect(await heard(page)).toBe(move);
  await play(page, "e4d5");
  const capture = await heard(page);
  await play(page, "d8d5 g1f3 d5e4");
  const three = await heard(page);
  expect(three.startsWith(capture), three).toBeTruthy();
  const check = three.slice(`${capture} ${move} `.length);
  expect(new Set([move, capture, check]).size).toBe(3);
  await page.locator("#go-back").click();
  await page.locator("#go-first").click();
  await settled(page);
  expect(await heard(page)).toBe("");
  await page.locator("#go-on").click();
  await expect.poll(() => heard(page), { message: "a step forward" }).toBe(move);
  await load(page, "1. f3 e5 2. g4 *");
  await page.locator('.move[data-ply="3"][aria-current]').waitFor();
  expect(await heard(page)).toBe("");
  await play(page, "d8h4");
  const end = await heard(page);
  expect(new Set([move, capture, check, end]).size).toBe(4);
  await like(page, ["Sound"]);
  await page.locator("#go-back").click();
  await page.locator("#go-on").click();
  await settled(page);
  expect(await heard(page)).toBe("");
});

test("resigning sounds as an end", async ({ page }) => {
  await listenToTones(page);
  await newGame(page, ["Chess", "Two players"]);
  await play(page, "e2e4");
  await heard(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await expect.poll(async () => (await heard(page)).startsWith("523"), { message: "the end" }).toBe(true);
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
        await like(page, [board]);
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

test("what was kept and makes no sense is passed over", async ({ page }) => {
  await page.evaluate(() => localStorage.setItem("tabiya.settings", '{"sound":"loud","pieces":7,"board":"slate"}'));
  await reload(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.board)).toBe("slate");
  await page.evaluate(() => localStorage.setItem("tabiya.settings", "nonsense"));
  await reload(page);
  await expect.poll(() => page.locator(".board-piece").count()).toBe(32);
});
