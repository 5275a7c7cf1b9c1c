// @ts-check
import { bookOf, key, newGame, openTab, play, reload, sans, searches, setUp, square, status } from "../harness.js";
import { expect, test } from "../fixtures.js";

/** The start position's Polyglot key. */
const START_KEY = 0x463b96181691fc9cn;

test("a draw by the third occurrence can be claimed, with links to the earlier ones", { tag: "@smoke" }, async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  const start = await key(page);
  await play(page, "g1f3 g8f6 f3g1 f6g8");
  await expect.poll(() => key(page)).toBe(start);
  await expect.poll(() => page.locator("#repetition").innerText()).toMatch(/Second occurrence/);
  await play(page, "g1f3 g8f6 f3g1");
  await expect.poll(() => page.locator("#repetition").innerText()).toMatch(/can also be claimed with Ng8/);
  await play(page, "f6g8");
  await expect.poll(() => status(page)).toMatch(/A draw can be claimed: threefold repetition/);
  const panel = await page.locator("#repetition").innerText();
  expect(panel).toMatch(/Third occurrence: a draw can be claimed/);
  expect(panel).toMatch(/the start/);
  expect(panel).toMatch(/2…Ng8/);
  await page.getByRole("button", { name: "Claim the draw" }).click();
  await expect.poll(() => status(page)).toMatch(/Draw claimed: threefold repetition/);
});

test("the fifth occurrence ends a game", async ({ page }) => {
  await newGame(page, ["Chess", "Two players"]);
  for (let time = 0; time < 4; time += 1) await play(page, "g1f3 g8f6 f3g1 f6g8");
  await expect.poll(() => status(page)).toMatch(/Fivefold repetition, a draw/);
  await expect.poll(() => page.locator("#repetition").innerText()).toMatch(/the game is drawn/);
});

test("the changes of a move's key are listed and add up", { tag: "@smoke" }, async ({ page }) => {
  await play(page, "g1f3");
  const rows = await page.locator(".toggles li").allInnerTexts();
  expect(rows[0]).toMatch(/− white knight g1/);
  expect(rows[1]).toMatch(/\+ white knight f3/);
  expect(rows[2]).toMatch(/turn/);
  const numbers = (await page.locator(".toggles .number").allInnerTexts()).map((text) => BigInt(`0x${text}`));
  expect(numbers.slice(0, 3).reduce((sum, number) => sum ^ number, 0n)).toBe(numbers[3]);
  const flipped = await page.locator(".cell.flipped").count();
  await expect.poll(() => page.locator(".flips").innerText()).toMatch(new RegExp(`flipped ${flipped} of 64`));
  const on = await page.locator(".cell").evaluateAll((cells) => cells.map((cell) => (cell.classList.contains("on") ? 1 : 0)).join(""));
  expect(BigInt(`0b${on}`).toString(16).padStart(16, "0")).toBe(await key(page));
});

test("the key scheme of another program can be selected", async ({ page }) => {
  await play(page, "e2e4 e7e5 g1f3");
  const ours = await key(page);
  await page.getByLabel("Key scheme").selectOption("polyglot");
  await expect.poll(() => key(page), { message: "another key" }).not.toBe(ours);
  const row = page.locator("#dialects tr", { hasText: /^polyglot[^-]/ });
  await expect.poll(() => row.innerText()).toMatch(new RegExp(await key(page)));
  const numbers = (await page.locator(".toggles .number").allInnerTexts()).map((text) => BigInt(`0x${text}`));
  expect(numbers.slice(0, -1).reduce((sum, number) => sum ^ number, 0n)).toBe(numbers.at(-1));
  await play(page, "b8c6");
  await expect.poll(() => page.locator(".toggles").innerText()).toMatch(/\+ black knight c6/);
  await page.reload();
  await page.locator('.move[data-ply="4"][aria-current]').waitFor();
  await expect.poll(() => page.getByLabel("Key scheme").inputValue()).toBe("polyglot");
  await page.locator("#dialects").getByRole("button", { name: "tabiya" }).click();
  await expect.poll(() => page.getByLabel("Key scheme").inputValue(), { message: "our key again" }).toBe("tabiya");
  await page.getByLabel("Key scheme").selectOption("rustic");
  await newGame(page, ["Makruk", "Analysis board"]);
  await expect.poll(() => page.getByLabel("Key scheme").inputValue()).toBe("tabiya");
});

test("castling by dragging the king, and by dropping it on the rook", async ({ page }) => {
  await setUp(page, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  await square(page, "e1").dragTo(square(page, "g1"));
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  await play(page, "e8a8");
  await expect.poll(() => sans(page)).toEqual(["O-O", "O-O-O"]);
  await expect.poll(async () => (await square(page, "f1").getAttribute("aria-label")) ?? "").toMatch(/white rook/);
  await expect.poll(async () => (await square(page, "d8").getAttribute("aria-label")) ?? "").toMatch(/black rook/);
});

test("castling in Chess960 by moving the king onto its rook", async ({ page }) => {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByText("Chess960", { exact: true }).click();
  await dialog.getByText("Analysis board", { exact: true }).click();
  await dialog.getByLabel("Chess960 number").fill("518");
  await dialog.getByRole("button", { name: "Start game" }).click();
  await expect.poll(async () => (await page.locator("#title").innerText()).startsWith("Chess960"), { message: "Chess960" }).toBe(true);
  await play(page, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1");
  await expect.poll(async () => (await sans(page)).at(-1)).toBe("O-O");
});

test("the promotion piece is selected, and the dialog can be canceled", async ({ page }) => {
  await setUp(page, "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
  await square(page, "e7").click();
  await square(page, "e8").click();
  const picker = page.getByRole("dialog", { name: "Promote to" });
  await picker.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await sans(page)).length).toBe(0);
  await square(page, "e7").click();
  await square(page, "e8").click();
  await picker.getByRole("button", { name: "knight" }).click();
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  await expect.poll(() => sans(page)).toEqual(["e8=N+"]);
});

test("en passant captures the pawn", async ({ page }) => {
  await play(page, "e2e4 a7a6 e4e5 d7d5");
  await expect.poll(() => page.locator(".toggles").innerText()).toMatch(/en passant d/);
  await play(page, "e5d6");
  await expect.poll(async () => (await sans(page)).at(-1)).toBe("exd6");
  await expect.poll(async () => (await square(page, "d5").getAttribute("aria-label")) ?? "").toMatch(/empty/);
});

test("Makruk: promotion on the sixth rank, and the count", { tag: "@smoke" }, async ({ page }) => {
  await newGame(page, ["Makruk", "Analysis board"]);
  await expect.poll(async () => (await square(page, "d1").getAttribute("aria-label")) ?? "").toMatch(/white khun/);
  await setUp(page, "4k3/8/8/2P5/8/8/8/R2K4 w - - 0 1");
  await play(page, "c5c6");
  await expect.poll(async () => (await square(page, "c6").getAttribute("aria-label")) ?? "").toMatch(/white promoted bia/);
  await expect.poll(() => page.locator(".toggles").innerText()).toMatch(/\+ white promoted bia c6/);
  const drawings = await page.locator(".board-piece use").evaluateAll((uses) => uses.map((use) => use.getAttribute("href") ?? ""));
  expect(drawings.includes("#promoted-bia"), drawings.join()).toBeTruthy();
  for (const drawing of drawings) await expect.poll(() => page.locator(`symbol${drawing}`).count(), { message: `${drawing} is not drawn` }).toBe(1);
  await page.getByRole("tab", { name: "Identity" }).click();
  await expect.poll(() => page.getByTestId("count").innerText()).toMatch(/Pieces' honor: 4 of 16 moves/);
});

test("every problem of an invalid FEN is shown with its column", { tag: "@smoke" }, async ({ page }) => {
  const before = await key(page);
  await setUp(page, "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1");
  const answer = page.getByTestId("fen-answer");
  await answer.getByText("This position cannot be set up.").waitFor();
  const text = await answer.innerText();
  expect(text).toMatch(/rank 7 has 9 files \(column 10\)/);
  expect(text).toMatch(/side to move is `x`/);
  await expect.poll(() => answer.locator("mark").count()).toBe(2);
  await expect.poll(() => key(page)).toBe(before);
  await setUp(page, "4k3/8/8/8/8/8/8/4K2R w K");
  await answer.getByText("Fixed").waitFor();
});

test("nothing in a FEN or a PGN becomes markup", async ({ page }) => {
  await setUp(page, "<img src=x onerror=alert(1)> w - - 0 1");
  await page.getByTestId("fen-answer").locator(".problem").waitFor();
  await page.getByLabel("PGN", { exact: true }).fill('[White "<script>window.hacked=1</script>"]\n[Event "<img src=x onerror=window.hacked=1>"]\n\n1. e4 *');
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await page.locator("#strip-bottom", { hasText: "<script>" }).waitFor();
  await expect.poll(() => page.evaluate(() => "hacked" in window)).toBe(false);
  await expect.poll(() => page.locator("#panel-files img, #strip-bottom script").count()).toBe(0);
});

test("a game with an error keeps the moves before it", async ({ page }) => {
  await page.getByRole("tab", { name: "Files" }).click();
  const pgn = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Ke3 *\n\n[White "Chai"]\n[Black "Dao"]\n\n1. d4 d5 2. c4 1-0\n';
  await page.getByLabel("…or open a PGN file").setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn) });
  const answer = page.getByTestId("pgn-answer");
  await answer.getByText("2 games; 1 with errors.").waitFor();
  await expect.poll(() => answer.innerText()).toMatch(/line 4, ply 3: `Ke3`/);
  await answer.getByRole("button", { name: /Anna/ }).click();
  await expect.poll(async () => (await sans(page)).join(" "), { message: "the good moves" }).toBe("e4 e5");
  await answer.getByRole("button", { name: /Chai/ }).click();
  await expect.poll(async () => (await sans(page)).join(" "), { message: "the other game" }).toBe("d4 d5 c4");
  await expect.poll(() => page.locator("#strip-bottom").innerText()).toMatch(/Chai/);
  await page.getByLabel("…or open a PGN file").setInputFiles({ name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from("<html></html>") });
  await answer.locator(".problem").waitFor();
});

test("undo takes back the engine's reply and the user's move", { tag: "@smoke" }, async ({ page }) => {
  await newGame(page, ["Chess", "Play the engine", "White", "5 min"]);
  await play(page, "e2e4");
  await page.locator('#moves .move[data-ply="2"]').waitFor();
  await expect.poll(async () => (await sans(page)).length).toBe(2);
  await expect.poll(() => page.locator(".time.running").count()).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await sans(page)).length, { message: "both halves are taken back" }).toBe(0);
});

test("the engine moves first with white, and the board is flipped", async ({ page }) => {
  await newGame(page, ["Makruk", "Play the engine", "Black"]);
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  const [top] = await page.locator("[data-square]").evaluateAll((squares) => squares.map((one) => one.getAttribute("data-square")));
  expect(top).toBe("h1");
});

test("an analysis shows lines and stops when the page is closed", { tag: "@smoke" }, async ({ page, context, server }) => {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect.poll(() => page.locator(".lines li").count(), { message: "three lines" }).toBe(3);
  await expect.poll(() => page.getByTestId("score").innerText()).toMatch(/^[+−][\dM]/);
  expect(searches(page, server.pid)).toBe(1);
  await play(page, "e2e4");
  await expect.poll(() => searches(page, server.pid), { message: "one search for the new position" }).toBe(1);
  const other = await context.newPage();
  await other.close();
  await page.goto("about:blank");
  await expect.poll(() => searches(page, server.pid), { message: "no search without a page" }).toBe(0);
});

test("lines of the previous position are cleared", async ({ page }) => {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect.poll(() => page.locator(".lines li").count(), { message: "three lines" }).toBe(3);
  await page.getByRole("button", { name: "Stop" }).click();
  await expect.poll(() => page.locator(".lines li").count()).toBe(3);
  await play(page, "e2e4");
  await expect.poll(() => page.locator(".lines li").count()).toBe(0);
  await expect.poll(() => page.getByTestId("score").innerText()).toBe("–");
});

test("the engine's arrow follows flipping the board", async ({ page }) => {
  const line = { kind: "line", rank: 1, depth: 1, selectiveDepth: 1, centipawns: 30, mate: null, nodes: 1, millis: 1, fill: 0, probes: 0, hits: 0, cutoffs: 0, uci: ["e2e4"], san: ["e4"] };
  await page.route("**/api/analyze", (route) => route.fulfill({ status: 200, contentType: "text/event-stream", body: `data: ${JSON.stringify(line)}\n\n` }));
  const shaft = page.locator(".arrows line");
  const from = async () => [Number(await shaft.getAttribute("x1")), Number(await shaft.getAttribute("y1"))].map(Math.floor);
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await shaft.waitFor({ state: "attached" });
  await expect.poll(() => from()).toEqual([4, 6]);
  await page.getByRole("button", { name: "Flip" }).click();
  await expect.poll(() => from()).toEqual([3, 1]);
  await page.route("**/api/analyze", () => {});
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Flip" }).click();
  await expect.poll(() => shaft.count()).toBe(0);
});

test("an aborted analysis is reported and can be restarted", async ({ page }) => {
  await page.route("**/api/analyze", (route) => route.fulfill({ status: 422, body: '{"error":"the engine is asleep"}' }));
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.locator(".toast", { hasText: "The engine is asleep" }).waitFor();
  await page.unroute("**/api/analyze");
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect.poll(() => page.locator(".lines li").count(), { message: "three lines" }).toBe(3);
});

test("searches with and without the table are compared in a chart", async ({ page }) => {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: /Compare/ }).click();
  const status = page.locator("#panel-engine [role=status]");
  await expect.poll(() => status.innerText(), { message: "the verdict" }).toMatch(/nodes with the table/);
  await expect.poll(async () => (await page.locator(".chart .with-dot").count()) >= 4).toBeTruthy();
  await expect.poll(async () => (await page.locator(".chart .without-dot").count()) >= 4).toBeTruthy();
});

test("undo, redo and navigation in the list of moves", async ({ page }) => {
  const start = await key(page);
  await play(page, "e2e4 e7e5 g1f3");
  const end = await key(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(async () => (await sans(page)).length, { message: "one move less" }).toBe(2);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect.poll(async () => (await sans(page)).length, { message: "the move again" }).toBe(3);
  await expect.poll(() => key(page)).toBe(end);
  await page.getByRole("button", { name: "To the start" }).click();
  await expect.poll(() => key(page), { message: "the start" }).toBe(start);
  await expect.poll(async () => (await sans(page)).length).toBe(3);
  await page.getByRole("button", { name: "e5" }).click();
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
});

test("two tabs have two games", async ({ page, context, server }) => {
  await play(page, "e2e4");
  /** @type {string[]} */
  const problems = [];
  const other = await openTab(context, server.url, problems);
  await expect.poll(async () => (await sans(other)).length).toBe(0);
  await play(other, "d2d4 d7d5");
  await play(page, "c7c5");
  await expect.poll(() => sans(page)).toEqual(["e4", "c5"]);
  await expect.poll(() => sans(other)).toEqual(["d4", "d5"]);
  expect(problems).toEqual([]);
});

test("a reload restores the game", { tag: "@smoke" }, async ({ page }) => {
  await newGame(page, ["Makruk", "Two players"]);
  await play(page, "e3e4 e6e5");
  const before = await key(page);
  await page.reload();
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
  await expect.poll(() => key(page)).toBe(before);
  await expect.poll(() => page.locator("#title").innerText()).toMatch(/Makruk · two players/);
});

test("without clipboard access the text is selected", async ({ page }) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
  });
  await play(page, "e2e4 e7e5");
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await page.locator(".toast", { hasText: "blocked copying the PGN" }).waitFor();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toMatch(/1\. e4 e5/);
  await page.getByRole("button", { name: "Copy FEN" }).click();
  await page.locator(".toast", { hasText: "blocked copying the FEN" }).waitFor();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toMatch(/^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/.* w KQkq /);
  await page.route("**/api/export", (route) => route.fulfill({ status: 422, body: '{"error":"the pen is broken"}' }));
  for (const button of ["Copy PGN", "Save PGN"]) {
    await page.getByRole("button", { name: button }).click();
    await page.locator(".toast", { hasText: "could not be written: the pen is broken" }).first().waitFor();
    await page.evaluate(() => document.getElementById("toasts")?.replaceChildren());
  }
});

test("the page works without storage", async ({ page, context }) => {
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException("refused", "SecurityError"); } });
    }
  });
  await reload(page);
  await newGame(page, ["Chess", "Play the engine", "White"]);
  await play(page, "e2e4");
  await page.locator('#moves .move[data-ply="2"]').waitFor();
});

test("a game is saved as a file", async ({ page }) => {
  await play(page, "e2e4 e7e5");
  await page.getByRole("tab", { name: "Files" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PGN" }).click();
  await expect.poll(async () => (await download).suggestedFilename()).toBe("game.pgn");
});

test("other move orders are listed", async ({ page }) => {
  await play(page, "d2d4 g8f6 c2c4 e7e6");
  await page.locator("#move-orders[aria-busy=false] li").first().waitFor();
  await expect.poll(() => page.locator("#move-orders").innerText()).toMatch(/in 4 orders/);
  await expect.poll(() => page.locator("#move-orders").innerText()).toMatch(/1\.c4 e6 2\.d4 Nf6/);
});

test("move numbers start from the number of the start position", async ({ page }) => {
  await setUp(page, "4k1n1/8/8/8/8/8/8/4K1N1 b - - 4 12");
  await play(page, "g8f6 g1f3 f6g8 f3g1");
  await expect.poll(async () => (await page.locator("#moves").innerText()).replace(/\s+/g, " ")).toBe("12. … Nf6 13. Nf3 Ng8 14. Ng1 ×2");
  await play(page, "g8f6");
  await page.getByRole("tab", { name: "Identity" }).click();
  await expect.poll(() => page.locator("#repetition").innerText()).toMatch(/12…Nf6/);
  await newGame(page, ["Chess", "Analysis board"]);
  await setUp(page, "4k3/p7/8/8/8/8/P7/4K3 b - - 4 12");
  await play(page, "e8e7 e1e2 a7a6 a2a3");
  await page.getByRole("tab", { name: "Identity" }).click();
  await page.locator("#move-orders[aria-busy=false] li").first().waitFor();
  await expect.poll(() => page.locator("#move-orders").innerText()).toMatch(/12…a6 13\.\S+ Ke7 14\./);
});

test("dialects that miss a repetition are marked", async ({ page }) => {
  await play(page, "b1a3 h7h5 a3b1 g8f6 b1a3 f6g8");
  const wrong = await page.locator("#dialects tr.wrong").allInnerTexts();
  expect(wrong.some((row) => row.startsWith("rustic")), wrong.join()).toBeTruthy();
  expect(wrong.some((row) => row.startsWith("polyglot")), wrong.join()).toBeFalsy();
});

test("a Polyglot book shows moves with weights, and an invalid one is rejected", async ({ page }) => {
  await page.getByRole("tab", { name: "Book" }).click();
  const file = page.getByLabel("Polyglot book");
  await file.setInputFiles({ name: "bad.bin", mimeType: "application/octet-stream", buffer: Buffer.alloc(17) });
  await page.getByTestId("book").locator(".problem").waitFor();
  await file.setInputFiles(bookOf(START_KEY, [[12, 28, 7]]));
  await page.getByTestId("book").getByRole("button", { name: "e4" }).click();
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  await page.getByTestId("book").getByText("no moves for this position").waitFor();
});

for (const width of [360, 390, 768, 1024, 1280, 1920]) {
  test.describe(() => {
    test.use({ viewport: { width, height: 800 } });
    test(`no horizontal scrolling at a width of ${width}`, async ({ page }) => {
      await play(page, "e2e4 e7e5");
      await setUp(page, "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1");
      await page.getByTestId("fen-answer").locator(".problem").waitFor();
      for (const tab of ["Engine", "Book", "Files", "Identity"]) {
        await page.getByRole("tab", { name: tab }).click();
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(over <= 0, `${tab} is ${over} pixels too wide`).toBeTruthy();
      }
    });
  });
}
