// @ts-check
// The board editor: pieces, rights, FEN in both directions, problems.

import { AXE, violations } from "../axe.js";
import { holdRequests, newGame, play, sans, setUp, settled, status } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

/** @param {Page} page */
async function open(page) {
  await page.getByRole("button", { name: "Board editor" }).click();
  const editor = page.getByRole("dialog", { name: "Set up a position" });
  await editor.getByText("This is a legal position.").waitFor();
  return editor;
}

/** @param {Page} page @param {string} name */
const cell = (page, name) => page.locator(`[data-edit="${name}"]`);

/** @param {Page} page */
const fen = (page) => page.locator("#editor-fen").inputValue();

/** @param {Page} page @param {string} expected */
const untilFen = (page, expected) => expect.poll(() => fen(page), { message: `FEN ${expected}` }).toBe(expected);

/** @param {Page} page @param {string} name */
const tool = (page, name) => page.locator(`.tool:has(input[aria-label="${name}"])`);

/** @param {Page} page */
const shownFen = async (page) => {
  await page.getByRole("tab", { name: "Files" }).click();
  return page.getByLabel("FEN", { exact: true }).inputValue();
};

test("a position is set up by clicks and analyzed", { tag: "@smoke" }, async ({ page }) => {
  const editor = await open(page);
  await editor.getByRole("button", { name: "Clear" }).click();
  await untilFen(page, "8/8/8/8/8/8/8/8 w - - 0 1");
  await editor.getByText("White has no king. Put one on the board.").waitFor();
  await editor.getByText("Black has no king. Put one on the board.").waitFor();
  await expect.poll(() => editor.getByRole("button", { name: "Analyze this" }).isDisabled()).toBe(true);
  await tool(page, "white king").click();
  await cell(page, "e1").click();
  await tool(page, "white rook").click();
  await cell(page, "h1").click();
  await cell(page, "a1").click();
  await tool(page, "black king").click();
  await cell(page, "e8").click();
  await untilFen(page, "4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
  await editor.getByText("White O-O", { exact: true }).click();
  await untilFen(page, "4k3/8/8/8/8/8/8/R3K2R w K - 0 1");
  await editor.getByText("White O-O-O", { exact: true }).click();
  await untilFen(page, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  await tool(page, "white rook").click();
  await cell(page, "a1").click();
  await untilFen(page, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await editor.getByLabel("Move number").fill("30");
  await editor.getByLabel("Half-move clock").fill("12");
  await editor.getByLabel("Half-move clock").blur();
  await untilFen(page, "4k3/8/8/8/8/8/8/4K2R w K - 12 30");
  await editor.getByRole("button", { name: "Analyze this" }).click();
  await editor.waitFor({ state: "hidden" });
  await expect.poll(() => shownFen(page)).toBe("4k3/8/8/8/8/8/8/4K2R w K - 12 30");
  await play(page, "e1g1");
  await expect.poll(() => sans(page)).toEqual(["O-O"]);
});

test("pieces are dragged onto, over and off the board, and removed by the right button and the remove tool", async ({ page }) => {
  await setUp(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await open(page);
  await tool(page, "black queen").dragTo(cell(page, "a8"));
  await untilFen(page, "q3k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await cell(page, "a8").dragTo(cell(page, "a5"));
  await untilFen(page, "4k3/8/8/q7/8/8/8/4K3 w - - 0 1");
  await cell(page, "a5").dragTo(page.locator("#editor-heading"));
  await untilFen(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await tool(page, "white pawn").click();
  await cell(page, "b2").click();
  await cell(page, "c2").click();
  await untilFen(page, "4k3/8/8/8/8/8/1PP5/4K3 w - - 0 1");
  await cell(page, "b2").click({ button: "right" });
  await untilFen(page, "4k3/8/8/8/8/8/2P5/4K3 w - - 0 1");
  await tool(page, "Remove pieces").click();
  await cell(page, "c2").click();
  await untilFen(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await tool(page, "Move pieces").click();
  await cell(page, "e1").click();
  await cell(page, "d1").click();
  await untilFen(page, "4k3/8/8/8/8/8/8/3K4 w - - 0 1");
});

test("every problem is shown with its square until it is fixed", async ({ page }) => {
  const editor = await open(page);
  await editor.getByLabel("FEN").fill("4k3/8/8/8/8/8/8/P2KR3 w - - 0 1");
  await editor.getByText("The side not to move is in check. Change the side to move, or move a piece.").waitFor();
  await editor.getByText(/A white pawn is on a1\. Move or remove it\./).waitFor();
  await expect.poll(async () => (await cell(page, "a1").getAttribute("aria-label")) ?? "").toMatch(/invalid/);
  await editor.getByText("Black", { exact: true }).click();
  await cell(page, "a1").click({ button: "right" });
  await editor.getByText("This is a legal position.").waitFor();
  await untilFen(page, "4k3/8/8/8/8/8/8/3KR3 b - - 0 1");
  await editor.getByLabel("FEN").fill("4k3/8/8/8/8/8/8/3KR w - - 0 1");
  await editor.getByText(/Rank 1 has 5 files \(column \d+\)/).waitFor();
  await expect.poll(() => editor.getByRole("button", { name: "Play this" }).isDisabled()).toBe(true);
});

test("possible en passant squares are offered; Chess960 castles with any rook", async ({ page }) => {
  const editor = await open(page);
  await editor.getByLabel("FEN").fill("4k3/8/8/3pP3/8/8/8/1R2K1R1 w - - 0 9");
  await editor.getByLabel("En passant").selectOption("d6");
  await untilFen(page, "4k3/8/8/3pP3/8/8/8/1R2K1R1 w - d6 0 9");
  await expect.poll(() => editor.getByRole("group", { name: "Castling" }).isVisible()).toBe(false);
  await editor.getByText("Chess960", { exact: true }).click();
  await editor.getByText("White, rook b1").click();
  await untilFen(page, "4k3/8/8/3pP3/8/8/8/1R2K1R1 w B d6 0 9");
  await editor.getByRole("button", { name: "Analyze this" }).click();
  await editor.waitFor({ state: "hidden" });
  await expect.poll(() => page.locator("#title").innerText()).toMatch(/^Chess960/);
});

test("a Makruk position is set up and played", async ({ page }) => {
  await newGame(page, ["Makruk", "Analysis board"]);
  const editor = await open(page);
  await tool(page, "white promoted bia").click();
  await cell(page, "e5").click();
  await expect.poll(() => fen(page), { message: "a promoted bia" }).toContain("4M~3");
  await editor.getByRole("button", { name: "Clear" }).click();
  await editor.getByText("White has no khun. Put one on the board.").waitFor();
  await editor.getByRole("button", { name: "Start position" }).click();
  await untilFen(page, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1");
  await cell(page, "a3").click({ button: "right" });
  await editor.getByRole("button", { name: "Play this" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByRole("button", { name: "Start game" }).click();
  await expect.poll(() => page.locator("#title").innerText(), { message: "a game" }).toMatch(/^Makruk · against the engine/);
  await expect.poll(() => shownFen(page)).toMatch(/\/1PPPPPPP\//);
});

test("Makruk's count is set up, and other variants have none", async ({ page }) => {
  await newGame(page, ["Makruk", "Analysis board"]);
  const editor = await open(page);
  await editor.getByLabel("FEN").fill("8/8/8/4k3/8/8/R7/3K4 b - - 0 1");
  await editor.getByLabel("Count limit (0: no count)").fill("32");
  await editor.getByLabel("Counted half-moves").fill("8");
  await editor.getByLabel("Counted half-moves").blur();
  await untilFen(page, "8/8/8/4k3/8/8/R7/3K4 b - 32 8 1");
  await editor.getByText("Chess", { exact: true }).click();
  await untilFen(page, "8/8/8/4k3/8/8/R7/3K4 b - - 0 1");
  await expect.poll(() => editor.getByLabel("Counted half-moves").isVisible()).toBe(false);
});

/** Holds back the editor's requests, which it sends one at a time. @param {Page} page */
const holdSetup = (page) => holdRequests(page, "**/api/setup");

test("a change while a FEN is being sent does not lose the FEN", async ({ page }) => {
  const editor = await open(page);
  const held = await holdSetup(page);
  await editor.getByLabel("FEN").fill("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await editor.getByText("Black", { exact: true }).click();
  await held.untilHeld(1);
  await held.release();
  await untilFen(page, "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
});

test("several changes while a FEN is being sent are all applied", async ({ page }) => {
  await newGame(page, ["Makruk", "Analysis board"]);
  const editor = await open(page);
  const held = await holdSetup(page);
  await editor.getByLabel("FEN").fill("8/8/8/4k3/8/8/R7/3K4 b - - 0 1");
  await editor.getByLabel("Count limit (0: no count)").fill("32");
  await editor.getByLabel("Counted half-moves").fill("8");
  await held.untilHeld(1);
  await held.takeFirst().fallback();
  // The response to the FEN has arrived; the request with the limit is held.
  await held.untilHeld(1);
  await editor.getByLabel("Move number").fill("40");
  await editor.getByLabel("Move number").blur();
  await held.release();
  await untilFen(page, "8/8/8/4k3/8/8/R7/3K4 b - 32 8 40");
});

test("the response to an earlier change does not overwrite a typed FEN", async ({ page }) => {
  const editor = await open(page);
  const held = await holdSetup(page);
  await editor.getByText("Black", { exact: true }).click();
  await held.untilHeld(1);
  await editor.getByLabel("FEN").fill("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await held.release();
  await settled(page);
  expect(await fen(page)).toBe("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  await editor.getByText("This is a legal position.").waitFor();
});

test("pieces put while a request is pending are added", async ({ page }) => {
  const editor = await open(page);
  const cleared = await holdSetup(page);
  await editor.getByRole("button", { name: "Clear" }).click();
  await tool(page, "white king").click();
  await cell(page, "e1").click();
  await tool(page, "black king").click();
  await cell(page, "e8").click();
  await cleared.untilHeld(1);
  await cleared.release();
  await untilFen(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  const typed = await holdSetup(page);
  await editor.getByLabel("FEN").fill("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await tool(page, "white rook").click();
  await cell(page, "a1").click();
  await typed.untilHeld(1);
  await typed.release();
  await untilFen(page, "4k3/8/8/8/8/8/8/R3K2R w K - 0 1");
});

test("the analysis starts with the last change even if its response is pending", async ({ page }) => {
  const editor = await open(page);
  const changed = await holdSetup(page);
  await cell(page, "a2").click({ button: "right" });
  await editor.getByRole("button", { name: "Analyze this" }).click();
  await changed.untilHeld(1);
  await changed.release();
  await editor.waitFor({ state: "hidden" });
  await expect.poll(() => shownFen(page)).toMatch(/\/1PPPPPPP\//);
  await page.getByRole("button", { name: "Board editor" }).click();
  await settled(page);
  const typed = await holdSetup(page);
  await editor.getByLabel("FEN").fill("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  await editor.getByRole("button", { name: "Analyze this" }).click();
  await typed.untilHeld(1);
  await typed.release();
  await editor.waitFor({ state: "hidden" });
  await expect.poll(() => shownFen(page)).toBe("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
});

test("Makruk's count may be typed before its limit", async ({ page }) => {
  await newGame(page, ["Makruk", "Analysis board"]);
  const editor = await open(page);
  await editor.getByLabel("FEN").fill("8/8/8/4k3/8/8/R7/3K4 b - - 0 1");
  await editor.getByText("This is a legal position.").waitFor();
  await editor.getByLabel("Counted half-moves").fill("8");
  await editor.getByLabel("Count limit (0: no count)").fill("32");
  await editor.getByLabel("Count limit (0: no count)").blur();
  await untilFen(page, "8/8/8/4k3/8/8/R7/3K4 b - 32 8 1");
});

test("the editor works from the keyboard alone", async ({ page }) => {
  const editor = await open(page);
  await editor.getByRole("button", { name: "Clear" }).focus();
  await page.keyboard.press("Enter");
  await untilFen(page, "8/8/8/8/8/8/8/8 w - - 0 1");
  await cell(page, "e1").focus();
  await page.keyboard.press("K");
  for (let step = 0; step < 7; step += 1) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("k");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("r");
  await untilFen(page, "4kr2/8/8/8/8/8/8/4K3 w - - 0 1");
  await page.keyboard.press("Delete");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await untilFen(page, "3k4/8/8/8/8/8/8/4K3 w - - 0 1");
  await editor.getByRole("radio", { name: "white queen" }).focus();
  await page.keyboard.press("Space");
  await cell(page, "a5").focus();
  await page.keyboard.press("Enter");
  await untilFen(page, "3k4/8/8/Q7/8/8/8/4K3 w - - 0 1");
  await editor.getByText("The side not to move is in check.", { exact: false }).waitFor();
  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "hidden" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("editor-button");
  await expect.poll(() => status(page)).toBe("White to move.");
});

test("the editor asks before it ends a game", async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  await play(page, "e2e4");
  const editor = await open(page);
  await editor.getByRole("button", { name: "Start position" }).click();
  await untilFen(page, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  await editor.getByRole("button", { name: "Analyze this" }).click();
  await page.getByRole("button", { name: "Keep playing" }).click();
  await editor.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => sans(page)).toEqual(["e4"]);
});

test("the editor flips its board", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  const editor = await open(page);
  await editor.getByRole("button", { name: "Flip" }).click();
  await expect.poll(() => page.locator("[data-edit]").first().getAttribute("data-edit")).toBe("h1");
  await cell(page, "h1").focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-edit"))).toBe("h2");
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 640, height: 400 }, { width: 390, height: 844 }]) {
    test.describe(() => {
      test.use({ viewport, colorScheme: scheme });
      test(`axe-core finds nothing serious in the editor, ${scheme}, ${viewport.width} wide`, async ({ page }) => {
        await page.evaluate(AXE);
        const editor = await open(page);
        expect(await violations(page), "a legal position").toEqual([]);
        await editor.getByRole("button", { name: "Clear" }).click();
        await editor.getByText("White has no king.", { exact: false }).waitFor();
        expect(await violations(page), "problems").toEqual([]);
        const over = await page.locator("#editor").evaluate((one) => one.scrollWidth - one.clientWidth);
        expect(over <= 0, `${over} pixels too wide`).toBeTruthy();
      });
    });
  }
}

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("on a phone pieces are tapped onto the board", async ({ page }) => {
    const editor = await open(page);
    await editor.getByRole("button", { name: "Clear" }).tap();
    await tool(page, "white king").tap();
    await cell(page, "e1").tap();
    await tool(page, "black king").tap();
    await cell(page, "e8").tap();
    await untilFen(page, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  });
});
