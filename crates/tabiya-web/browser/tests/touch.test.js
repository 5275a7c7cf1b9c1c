// @ts-check
// Touch input and small screens.

import { center, play, reload, sans, setUp, settled, square } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @param {Page} page @param {string} name */
const middle = (page, name) => center(square(page, name));

/** @param {Page} page @param {string} name */
async function tap(page, name) {
  const { x, y } = await middle(page, name);
  await page.touchscreen.tap(x, y);
}

for (const file of ["a", "c", "f", "h"]) {
  test.describe(() => {
    test.use(PHONE);
    test(`a tapped promotion on ${file}8 waits for a choice`, async ({ page }) => {
      await setUp(page, `8/${{ a: "P7", c: "2P5", f: "5P2", h: "7P" }[file]}/8/8/8/2k5/8/4K3 w - - 0 1`);
      await page.locator("#board").scrollIntoViewIfNeeded();
      await tap(page, `${file}7`);
      await tap(page, `${file}8`);
      const picker = page.getByRole("dialog", { name: "Promote to" });
      await picker.waitFor();
      await settled(page);
      expect(await picker.isVisible()).toBe(true);
      expect(await sans(page)).toEqual([]);
      await picker.getByRole("button", { name: "knight" }).tap();
      await expect.poll(async () => (await sans(page)).length, { message: "the promotion" }).toBe(1);
      await expect.poll(async () => (await sans(page))[0] ?? "").toMatch(/=N/);
    });
  });
}

test.describe(() => {
  test.use(PHONE);
  test("a second finger does not leave a piece between squares", async ({ page, context }) => {
    const client = await context.newCDPSession(page);
    const [from, to, aside] = [await middle(page, "e2"), await middle(page, "e4"), await middle(page, "a6")];
    /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {{ x: number, y: number, id: number }[]} touchPoints */
    const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
    const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 + 9 };
    await touch("touchStart", [{ ...from, id: 1 }]);
    await touch("touchMove", [{ ...between, id: 1 }]);
    await touch("touchStart", [{ ...between, id: 1 }, { ...aside, id: 2 }]);
    await touch("touchMove", [{ ...between, id: 1 }, { x: aside.x + 20, y: aside.y, id: 2 }]);
    // A point that is no longer listed was lifted.
    await touch("touchMove", [{ ...between, id: 1 }]);
    await touch("touchMove", [{ ...to, id: 1 }]);
    await touch("touchEnd", []);
    await expect.poll(async () => (await sans(page)).join(), { message: "the move of the first finger" }).toBe("e4");
    const stranded = await page.locator(".board-piece.dragged").count();
    expect(stranded).toBe(0);
  });
});

for (const [width, height, what] of /** @type {[number, number, string][]} */ ([
  [640, 400, "at 200 % zoom"], [844, 390, "on a phone on its side"], [320, 568, "on a small phone"], [1024, 600, "on a low window"],
])) {
  test.describe(() => {
    test.use({ viewport: { width, height } });
    test(`the complete board is visible ${what}`, async ({ page }) => {
      const board = await page.locator("#board").evaluate((element) => {
        const { top, bottom, left, right } = element.getBoundingClientRect();
        return { top, bottom, left, right, width: innerWidth, height: innerHeight, over: document.documentElement.scrollWidth - innerWidth };
      });
      expect(board.bottom <= board.height + 1 && board.top >= -1, JSON.stringify(board)).toBeTruthy();
      expect(board.left >= 0 && board.right <= board.width && board.over <= 0, JSON.stringify(board)).toBeTruthy();
    });
  });
}

test.describe(() => {
  test.use(PHONE);
  test("on a phone the board and the engine's lines fit the screen when the key is collapsed", { tag: "@smoke" }, async ({ page }) => {
    await play(page, "e2e4 e7e5");
    await page.getByRole("button", { name: "Position key" }).tap();
    await page.getByRole("tab", { name: "Engine" }).tap();
    await page.getByRole("button", { name: "Analyze" }).tap();
    await expect.poll(() => page.locator(".lines li").count(), { message: "three lines" }).toBe(3);
    await page.getByRole("button", { name: "Stop" }).tap();
    const seen = await page.evaluate(() => {
      document.querySelector("#board")?.scrollIntoView({ block: "start" });
      const board = document.querySelector("#board")?.getBoundingClientRect();
      const line = document.querySelector(".lines li")?.getBoundingClientRect();
      return { top: board?.top ?? -99, bottom: line?.bottom ?? 9999, height: innerHeight };
    });
    expect(seen.top >= -1 && seen.bottom <= seen.height, JSON.stringify(seen)).toBeTruthy();
    await reload(page);
    await expect.poll(() => page.getByRole("button", { name: "Position key" }).getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => page.locator(".cells").isVisible()).toBe(false);
  });
});

test.describe(() => {
  test.use(PHONE);
  test("touch targets are large enough", async ({ page }) => {
    await play(page, "e2e4 e7e5 g1f3");
    for (const tab of ["Identity", "Engine", "Book", "Files"]) {
      await page.getByRole("tab", { name: tab }).tap();
      const small = await page.evaluate(() => [...document.querySelectorAll("button:not(.square), select, [role=tab]")]
        .filter((one) => one instanceof HTMLElement && one.offsetParent !== null)
        .map((one) => ({ name: one.textContent || one.id, ...one.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => height < 44 || width < 24)
        .map(({ name, width, height }) => `${name}: ${width}×${height}`));
      expect(small, tab).toEqual([]);
    }
  });
});
