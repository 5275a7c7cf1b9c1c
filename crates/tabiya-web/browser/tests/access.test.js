// @ts-check
// Accessibility: axe-core on every view, forced colors, focus, announcements.

import { AXE, violations } from "../axe.js";
import { load, newGame, play, sans, setUp, settled, square } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
    test.describe(() => {
      test.use({ viewport, colorScheme: scheme });
      test(`axe-core finds nothing serious, ${scheme}, ${viewport.width} wide`, async ({ page }) => {
        await page.evaluate(AXE);
        expect(await violations(page), "the start").toEqual([]);
        await newGame(page, ["Chess", "Two players", "5 min"]);
        await play(page, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
        for (const tab of ["Identity", "Engine", "Book", "Files"]) {
          await page.getByRole("tab", { name: tab }).click();
          expect(await violations(page), tab).toEqual([]);
        }
        await square(page, "e2").click();
        expect(await violations(page), "a piece is chosen").toEqual([]);
        await setUp(page, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        const question = page.getByRole("dialog", { name: "End this game?" });
        await question.waitFor();
        expect(await violations(page), "the question whether to end the game").toEqual([]);
        await question.getByRole("button", { name: "Keep playing" }).click();
        await page.getByRole("button", { name: "Resign" }).click();
        expect(await violations(page), "the game is over").toEqual([]);
        await page.getByRole("button", { name: "New game" }).click();
        expect(await violations(page), "the dialog for a new game").toEqual([]);
        await page.keyboard.press("Escape");
        await setUp(page, "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1");
        await page.getByTestId("fen-answer").locator(".problem").waitFor();
        expect(await violations(page), "a wrong FEN").toEqual([]);
        await setUp(page, "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
        await square(page, "e7").click();
        await square(page, "e8").click();
        await page.getByRole("dialog", { name: "Promote to" }).waitFor();
        expect(await violations(page), "a promotion").toEqual([]);
      });
    });
  }
}

test("axe-core finds nothing serious during an analysis and in Makruk", async ({ page }) => {
  await page.evaluate(AXE);
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect.poll(() => page.locator(".lines li").count(), { message: "three lines" }).toBe(3);
  expect(await violations(page)).toEqual([]);
  await newGame(page, ["Makruk", "Analysis board"]);
  await play(page, "e3e4 d6d5");
  expect(await violations(page)).toEqual([]);
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  test.describe(() => {
    test.use({ colorScheme: scheme });
    test(`the coordinates can be read on every square, ${scheme}`, async ({ page }) => {
      const least = await page.evaluate(() => {
        const channel = (/** @type {number} */ value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
        const light = (/** @type {string} */ color) => {
          const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map(Number);
          return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
        };
        const text = document.querySelector(".coordinates span, .coordinate");
        const squares = [...document.querySelectorAll(".square")].map((one) => light(getComputedStyle(one).backgroundColor));
        const letters = [...document.querySelectorAll(".square.dark .coordinate, .coordinates span")].map((one) => light(getComputedStyle(one).color));
        if (!text) return 0;
        const contrast = (/** @type {number} */ a, /** @type {number} */ b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        return Math.min(...squares.flatMap((ground) => letters.map((letter) => contrast(ground, letter))));
      });
      expect(least >= 4.5, `${least.toFixed(2)}:1`).toBeTruthy();
    });
  });
}

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: "reduce", forcedColors: "active" } });
  test("forced colors show the board, the selection, the targets, the last move and the selected tab", async ({ page }) => {
    await play(page, "e2e4 e7e5");
    await square(page, "g1").click();
    const looks = await page.evaluate(() => {
      const paint = (/** @type {string} */ selector, /** @type {string} */ pseudo) => {
        const element = document.querySelector(selector);
        if (!element) return "missing";
        const { backgroundColor, boxShadow } = getComputedStyle(element, pseudo);
        return `${backgroundColor} ${boxShadow}`;
      };
      return {
        light: paint('[data-square="h1"]', ""), dark: paint('[data-square="a1"]', ""),
        chosen: paint(".square.chosen", "::before"), dot: paint(".square.dot", "::after"), last: paint(".square.last", "::before"),
        plain: paint('[data-square="a5"]', "::before"),
        tab: paint('[role="tab"][aria-selected="true"]', ""), otherTab: paint('[role="tab"][aria-selected="false"]', ""),
        on: paint(".cell.on", ""), off: paint(".cell:not(.on)", ""),
      };
    });
    expect(looks.light).not.toBe(looks.dark);
    expect(looks.chosen).not.toBe(looks.plain);
    expect(looks.dot).not.toBe(looks.plain);
    expect(looks.last).not.toBe(looks.plain);
    expect(looks.tab).not.toBe(looks.otherTab);
    expect(looks.on).not.toBe(looks.off);
  });
});

test("shortcuts work after a click on a checkbox or a list", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByLabel("use the table").click();
  await page.keyboard.press(",");
  await page.locator('.move[data-ply="1"][aria-current]').waitFor();
  await page.getByLabel("Number of lines").click();
  await page.keyboard.press("Escape");
  await page.keyboard.press(".");
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
});

test("a long game is one tab stop, and Home and End in the tabs do not move the game", async ({ page }) => {
  await load(page, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *");
  await page.locator('.move[data-ply="10"][aria-current]').waitFor();
  await expect.poll(() => page.locator("#moves :is([tabindex='0'], button:not([tabindex]))").count()).toBe(1);
  await page.getByRole("tab", { name: "Files" }).focus();
  await page.keyboard.press("Home");
  await expect.poll(() => page.getByRole("tab", { name: "Identity" }).getAttribute("aria-selected")).toBe("true");
  await page.keyboard.press("End");
  await expect.poll(() => page.getByRole("tab", { name: "Files" }).getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => page.locator('.move[data-ply="10"][aria-current]').count()).toBe(1);
});

test("focus is kept when a button becomes disabled, and moves to the status after resigning", async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  await play(page, "e2e4");
  await page.locator("#go-back").focus();
  await page.keyboard.press("Enter");
  await settled(page);
  await expect.poll(() => page.locator(".move[aria-current]").count(), { message: "the start" }).toBe(0);
  await expect.poll(() => focused(page)).toBe("go-back");
  await page.getByRole("button", { name: "Resign" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => focused(page)).toBe("status");
});

test("an illegal move is announced", async ({ page }) => {
  const announced = () => page.locator("#announcer").innerText();
  await square(page, "e2").focus();
  await page.keyboard.press("Enter");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect.poll(() => announced()).toMatch(/e2 to e5 is not a legal move/);
  await square(page, "d4").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => announced()).toMatch(/d4 is empty/);
  await expect.poll(() => sans(page)).toEqual([]);
});

test("a target that repeats a position is marked by shape and label", async ({ page }) => {
  await play(page, "g1f3 g8f6 f3g1");
  await square(page, "f6").click();
  await expect.poll(async () => (await square(page, "g8").getAttribute("aria-label")) ?? "").toMatch(/repeats an earlier position/);
  const shape = (/** @type {string} */ name) => square(page, name).evaluate((one) => getComputedStyle(one, "::after").borderRadius);
  await expect.poll(() => shape("g8")).not.toBe(await shape("g4"));
});

test("the analysis is announced to screen readers", async ({ page }) => {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  const announced = page.getByTestId("engine-announcement");
  await expect.poll(async () => (await announced.textContent()) ?? "", { message: "a result" }).toMatch(/Depth \d+: [+−]/);
  await expect.poll(() => announced.getAttribute("aria-live")).toBe("polite");
});
