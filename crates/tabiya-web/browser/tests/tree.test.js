// @ts-check
// Game trees: variations, annotations, and their round trip through PGN.

import { boundingBox, load, movetext, play, reload, sans, saved, settled, square } from "../harness.js";
import { AXE, violations } from "../axe.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

const ANNOTATED = `[Event "Club"]
[White "A"]
[Black "B"]
[Result "1-0"]
[Annotator "C"]

{before the game} 1. e4 {[%clk 0:05:00] [%cal Ge2e4] best by test} (1. d4 $1 d5 (1... Nf6 {Indian} 2. c4) 2. c4) 1... e5 $6
2. Nf3 (2. f4 {a gambit} exf4 3. -- d5) 2... Nc6 {[%mine yes]} 1-0`;

/**
 * Makes a move by clicking, at any position of the game.
 * @param {Page} page
 * @param {string} move
 */
async function click(page, move) {
  await square(page, move.slice(0, 2)).click();
  await square(page, move.slice(2, 4)).click();
  await settled(page);
}

/** @param {Page} page @param {string} name */
const press = (page, name) => page.getByRole("button", { name, exact: true }).click();

/** @param {Page} page */
const shown = (page) => page.locator("#moves .move[aria-current]").evaluateAll((moves) => moves[0]?.firstChild?.textContent ?? "");

/** @param {Page} page */
const text = async (page) => (await page.locator("#moves").innerText()).replace(/\s+/g, " ").trim();

test("another move in the middle of a game becomes a variation", { tag: "@smoke" }, async ({ page }) => {
  await play(page, "e2e4 e7e5 g1f3 b8c6");
  await page.locator('#moves [data-ply="2"]').click();
  await settled(page);
  await click(page, "g1f3");
  await expect.poll(() => shown(page)).toBe("Nf3");
  await expect.poll(async () => (await sans(page)).length).toBe(4);
  await page.locator('#moves [data-ply="2"]').click();
  await settled(page);
  await click(page, "f2f4");
  await expect.poll(() => shown(page), { message: "the variation" }).toBe("f4");
  await click(page, "e5f4");
  await expect.poll(() => sans(page)).toEqual(["e4", "e5", "Nf3", "Nc6"]);
  await expect.poll(() => text(page)).toBe("1. e4 e5 2. Nf3 2.f4 exf4 2. … Nc6");
  await press(page, "Make main line");
  await expect.poll(async () => (await sans(page)).join(), { message: "another main line" }).toBe("e4,e5,f4,exf4");
  await press(page, "Undo");
  await expect.poll(async () => (await sans(page)).join(), { message: "the old main line" }).toBe("e4,e5,Nf3,Nc6");
});

test("a move is deleted with all that follow, and undo restores it", async ({ page }) => {
  await load(page, ANNOTATED);
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  const before = await text(page);
  await page.locator("#moves .variation .move", { hasText: "d4" }).first().click();
  await expect.poll(() => shown(page), { message: "the variation on the board" }).toBe("d4");
  await press(page, "Delete");
  await expect.poll(() => text(page), { message: "the variation is gone" }).not.toContain("Indian");
  await press(page, "Undo");
  await expect.poll(() => text(page), { message: "all of it is back" }).toBe(before);
  await expect.poll(() => shown(page)).toBe("d4");
  await press(page, "Redo");
  await expect.poll(() => text(page), { message: "gone again" }).not.toContain("Indian");
});

test("comments and annotations of a file are shown and saved unchanged", async ({ page }) => {
  await load(page, ANNOTATED);
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await expect.poll(() => text(page)).toBe("before the game 1. e4 best by test 1.d4! d5 1…Nf6 Indian 2.c4 2.c4 1. … e5 ?! 2. Nf3 2.f4 a gambit 2…exf4 3.-- d5 2. … Nc6");
  const pgn = await saved(page);
  expect(pgn).toMatch(/\[Annotator "C"\]/);
  expect(movetext(pgn)).toBe("{before the game} 1. e4 {[%clk 0:05:00] [%cal Ge2e4] best by test} (1. d4 $1 d5 (1... Nf6 {Indian} 2. c4) 2. c4) "
    + "1... e5 $6 2. Nf3 (2. f4 {a gambit} 2... exf4 3. -- d5) 2... Nc6 {[%mine yes]} 1-0");
});

test("comments and annotations belong to their move", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await press(page, "dubious move");
  await page.getByLabel("Comment").fill("one } two");
  await page.locator('#moves [data-ply="1"]').click();
  await settled(page);
  await expect.poll(() => text(page), { message: "the comment" }).toContain("one } two");
  await press(page, "good move");
  await press(page, "brilliant move");
  await expect.poll(() => text(page), { message: "the mark" }).toMatch(/e4 ?!!/);
  const pgn = await saved(page);
  expect(movetext(pgn)).toBe("1. e4 $3 e5 $6 {one ) two} *");
});

test("variations with the same first move are merged", async ({ page }) => {
  await load(page, "1. e4 $1 (1. d4 {a} d5) (1. d4 $5 {b} Nf6) (1. e4 c5 {Sicilian}) 1... e5 *");
  await page.locator('#moves [data-ply="2"][aria-current]').waitFor();
  for (const san of ["Nf6", "d5", "c5"]) {
    await page.locator("#moves .move", { hasText: san }).click();
    await expect.poll(() => shown(page), { message: san }).toBe(san);
  }
  expect(movetext(await saved(page))).toBe("1. e4 $1 (1. d4 $5 {a} {b} 1... d5 (1... Nf6)) 1... e5 (1... c5 {Sicilian}) *");
});

test("transpositions are linked", async ({ page }) => {
  await load(page, "1. d4 Nf6 2. c4 e6 3. Nf3 (3. Nc3) *");
  await settled(page);
  await page.getByRole("button", { name: "To the start" }).click();
  for (const move of ["c2c4", "g8f6", "d2d4", "e7e6"]) await click(page, move);
  const links = page.getByTestId("transpositions");
  await expect.poll(() => links.innerText(), { message: "the other move order" }).toMatch(/Same position:\s*1\.d4 Nf6 2\.c4 e6/);
  await expect.poll(() => page.locator("#moves .same-mark").count()).toBe(4);
  await links.getByRole("button").click();
  await expect.poll(() => page.locator("#moves .move[aria-current]").getAttribute("data-ply"), { message: "the main line" }).toBe("4");
  await expect.poll(() => links.innerText()).toMatch(/1\.c4 Nf6 2\.d4 e6/);
});

test("navigation by arrow keys, Home, End and the wheel", async ({ page }) => {
  await load(page, ANNOTATED);
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await page.getByRole("tab", { name: "Identity" }).click();
  await page.locator("h1").click();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => shown(page), { message: "one back" }).toBe("Nf3");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => shown(page), { message: "the alternative" }).toBe("f4");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page), { message: "on in the variation" }).toBe("exf4");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => shown(page)).toBe("exf4");
  await page.keyboard.press("Home");
  await expect.poll(() => shown(page), { message: "the start" }).toBe("");
  await page.locator("#board").hover();
  await page.mouse.wheel(0, 100);
  await expect.poll(() => shown(page), { message: "one on" }).toBe("e4");
  await page.keyboard.press("End");
  await expect.poll(() => shown(page), { message: "the end of the line" }).toBe("exf4");
});

test("a reload and another tab lose nothing", async ({ page, context }) => {
  await load(page, ANNOTATED);
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await page.locator("#moves .variation .move", { hasText: "c4" }).first().click();
  await expect.poll(() => shown(page), { message: "a variation" }).toBe("c4");
  const before = await text(page);
  await page.reload();
  await expect.poll(() => text(page), { message: "all lines" }).toBe(before);
  await expect.poll(() => shown(page)).toBe("c4");
  const other = await context.newPage();
  await other.goto(page.url());
  await other.locator(".board-piece").first().waitFor();
  await play(other, "e2e4");
  await page.reload();
  await expect.poll(() => text(page), { message: "all lines still" }).toBe(before);
});

test("adding a variation keeps the result", async ({ page }) => {
  await load(page, "1. e4 e5 2. Nf3 1-0");
  await page.locator('#moves [data-ply="3"][aria-current]').waitFor();
  await page.locator('#moves [data-ply="1"]').click();
  await settled(page);
  await click(page, "c7c5");
  expect(movetext(await saved(page))).toBe("1. e4 e5 (1... c5) 2. Nf3 1-0");
});

test("axe-core finds nothing serious in a tree", async ({ page }) => {
  await load(page, ANNOTATED);
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await page.evaluate(AXE);
  expect(await violations(page)).toEqual([]);
});

test.describe(() => {
  test.use({ viewport: { width: 360, height: 740 } });
  test("a tree on a phone", { tag: "@smoke" }, async ({ page }) => {
    await load(page, ANNOTATED);
    await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(wide).toBe(false);
    await page.evaluate(AXE);
    expect(await violations(page)).toEqual([]);
  });
});

/** A main line of 100 half-moves, each of White's with a variation of about 100: 5,000 nodes. */
function largeTree() {
  const there = ["Nf3", "Nf6", "Ng1", "Ng8"];
  const main = Array.from({ length: 100 }, (_, ply) => ["Nc3", "Nc6", "Nb1", "Nb8"][ply % 4]);
  const line = (/** @type {number} */ number) => `${"abdegh"[number % 6]}${number % 12 < 6 ? 3 : 4} a6 ${Array.from({ length: 98 }, (_, ply) => there[ply % 4]).join(" ")}`;
  return main.map((san, ply) => (ply % 2 === 0 ? `${san} (${line(ply / 2)})` : san)).join(" ");
}

test("stepping through a large tree does not redraw it", async ({ page }) => {
  await load(page, largeTree());
  await page.locator('#moves [data-ply="100"][aria-current]').waitFor();
  await expect.poll(async () => (await page.locator("#moves .move[data-node]").count()) >= 5000).toBeTruthy();
  await page.getByRole("tab", { name: "Identity" }).click();
  await page.evaluate(() => {
    const counted = { drawn: 0 };
    Object.assign(window, { counted });
    new MutationObserver((changes) => (counted.drawn += changes.length)).observe(document.querySelector("#moves") ?? document, { childList: true, subtree: true });
  });
  for (let step = 0; step < 30; step += 1) await page.keyboard.press(",");
  await page.locator('#moves [data-ply="70"][aria-current]').waitFor();
  await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).counted.drawn)).toBe(0);
});

test("a line of the engine can be previewed and played as a variation", async ({ page }) => {
  await play(page, "e2e4 e7e5 g1f3");
  await page.locator('#moves [data-ply="2"]').click();
  await settled(page);
  await page.getByRole("tab", { name: "Engine" }).click();
  await press(page, "Analyze");
  const moves = page.locator(".lines li").nth(1).locator(".line-move:visible");
  await expect.poll(async () => (await moves.count()) >= 2 && (await page.locator(".lines li").count()) === 3, { message: "three lines" }).toBe(true);
  await expect.poll(() => page.locator(".arrows g").count()).toBe(3);
  await press(page, "Stop");
  const last = () => page.locator("#board .last").evaluateAll((squares) => squares.map((one) => one.getAttribute("data-square")).sort().join());
  await expect.poll(() => last()).toBe("e5,e7");
  const [first, second] = await moves.allInnerTexts();
  await moves.nth(1).hover();
  await expect.poll(() => last(), { message: "the board of the line" }).not.toBe("e5,e7");
  await expect.poll(() => shown(page)).toBe("e5");
  await page.locator("h1").hover();
  await expect.poll(() => last(), { message: "the board itself again" }).toBe("e5,e7");
  await moves.nth(1).click();
  await expect.poll(() => shown(page), { message: "the line is played" }).toBe(second);
  // Nf3 was played before and is in the main line.
  const written = first === "2.Nf3" ? "2.Nf3" : `${first}${second}`;
  await expect.poll(async () => (await text(page)).replace(/\s/g, ""), { message: `${written} in the list` }).toContain(written);
});

test("game review: graph, annotations, better lines, accuracy; it can be stopped and continued", { tag: "@smoke" }, async ({ page }) => {
  await load(page, "1. f3 e5 2. g4 Qh4# 0-1");
  await page.locator('#moves [data-ply="4"][aria-current]').waitFor();
  await page.getByRole("tab", { name: "Engine" }).click();
  const summary = page.getByTestId("review");
  // Enough nodes to stop it in time.
  await page.getByLabel("Nodes per position").selectOption("500000");
  await press(page, "Review the game");
  await expect.poll(() => summary.innerText(), { message: "some positions" }).toMatch(/^[1-4] of 5 positions/);
  await page.locator("#panel-engine").getByRole("button", { name: "Stop", exact: true }).click();
  const some = await summary.innerText();
  await reload(page);
  await page.getByRole("tab", { name: "Engine" }).click();
  await expect.poll(() => summary.innerText(), { message: "what was done is still done" }).toBe(some);
  await press(page, "Continue");
  await expect.poll(() => summary.innerText(), { message: "the accuracy" }).toMatch(/White: [\d.]+ % accuracy.*1 blunder.*Black: [\d.]+ % accuracy/);
  await expect.poll(() => text(page)).toMatch(/2\. g4 \?\?/);
  await expect.poll(async () => (await page.locator("#moves .variation").count()) >= 1).toBeTruthy();
  const box = await boundingBox(page.locator("#review"));
  await page.mouse.click(box.x + 2, box.y + 10);
  await expect.poll(() => shown(page), { message: "the start" }).toBe("");
  await page.mouse.click(box.x + box.width - 2, box.y + 10);
  await expect.poll(() => shown(page), { message: "the end" }).toBe("Qh4#");
  await page.evaluate(AXE);
  expect(await violations(page)).toEqual([]);
  const pgn = await saved(page);
  expect(pgn).toMatch(/\[WhiteAccuracy "[\d.]+"\]/);
  expect(movetext(pgn)).toMatch(/2\. g4 \$4 \{\[%eval #-1\]\} \(2\. /);
});
