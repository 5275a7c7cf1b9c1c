// @ts-check
import assert from "node:assert/strict";
import { bookOf, key, newGame, play, sans, searches, setUp, square, status, until, watch } from "../harness.js";
import { server, tale } from "../tale.js";

/** The start position's Polyglot key. */
const START_KEY = 0x463b96181691fc9cn;

tale("a game to the third occurrence can be claimed, and says where it stood before", async (page) => {
  await newGame(page, ["Chess", "a friend here"]);
  const start = await key(page);
  await play(page, "g1f3 g8f6 f3g1 f6g8");
  assert.equal(await key(page), start);
  assert.match(await page.locator("#repetition").innerText(), /Second time/);
  await play(page, "g1f3 g8f6 f3g1");
  assert.match(await page.locator("#repetition").innerText(), /can also be claimed by writing down Ng8/);
  await play(page, "f6g8");
  assert.match(await status(page), /A draw can be claimed: threefold repetition/);
  const panel = await page.locator("#repetition").innerText();
  assert.match(panel, /Third time: claimable now/);
  assert.match(panel, /the start/);
  assert.match(panel, /2…Ng8/);
  await page.getByRole("button", { name: "Claim the draw" }).click();
  assert.match(await status(page), /Draw claimed: threefold repetition/);
});

tale("five occurrences end a game by themselves", async (page) => {
  await newGame(page, ["Chess", "a friend here"]);
  for (let time = 0; time < 4; time += 1) await play(page, "g1f3 g8f6 f3g1 f6g8");
  assert.match(await status(page), /Fivefold repetition, a draw/);
  assert.match(await page.locator("#repetition").innerText(), /over, automatically/);
});

tale("a move's bits are explained, and add up", async (page) => {
  await play(page, "g1f3");
  const rows = await page.locator(".toggles li").allInnerTexts();
  assert.match(rows[0], /− white knight g1/);
  assert.match(rows[1], /\+ white knight f3/);
  assert.match(rows[2], /turn/);
  const numbers = (await page.locator(".toggles .number").allInnerTexts()).map((text) => BigInt(`0x${text}`));
  assert.equal(numbers.slice(0, 3).reduce((sum, number) => sum ^ number, 0n), numbers[3]);
  const flipped = await page.locator(".cell.flipped").count();
  assert.match(await page.locator(".flips").innerText(), new RegExp(`flipped ${flipped} of 64`));
  const on = await page.locator(".cell").evaluateAll((cells) => cells.map((cell) => (cell.classList.contains("on") ? 1 : 0)).join(""));
  assert.equal(BigInt(`0b${on}`).toString(16).padStart(16, "0"), await key(page));
});

tale("the key of another program is picked, and its bits are explained as well", async (page) => {
  await play(page, "e2e4 e7e5 g1f3");
  const ours = await key(page);
  await page.getByLabel("Whose key").selectOption("polyglot");
  await until(async () => (await key(page)) !== ours, "another key");
  const row = page.locator("#dialects tr", { hasText: /^polyglot[^-]/ });
  assert.match(await row.innerText(), new RegExp(await key(page)));
  const numbers = (await page.locator(".toggles .number").allInnerTexts()).map((text) => BigInt(`0x${text}`));
  assert.equal(numbers.slice(0, -1).reduce((sum, number) => sum ^ number, 0n), numbers.at(-1));
  await play(page, "b8c6");
  assert.match(await page.locator(".toggles").innerText(), /\+ black knight c6/);
  await page.reload();
  await page.locator('.move[data-ply="4"][aria-current]').waitFor();
  assert.equal(await page.getByLabel("Whose key").inputValue(), "polyglot");
  await page.locator("#dialects").getByRole("button", { name: "tabiya" }).click();
  await until(async () => (await page.getByLabel("Whose key").inputValue()) === "tabiya", "our key again");
  await page.getByLabel("Whose key").selectOption("rustic");
  await newGame(page, ["Makruk", "just move"]);
  assert.equal(await page.getByLabel("Whose key").inputValue(), "tabiya");
});

tale("castling by dragging the king, and by dropping it on the rook", async (page) => {
  await setUp(page, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  await square(page, "e1").dragTo(square(page, "g1"));
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  await play(page, "e8a8");
  assert.deepEqual(await sans(page), ["O-O", "O-O-O"]);
  assert.match((await square(page, "f1").getAttribute("aria-label")) ?? "", /white rook/);
  assert.match((await square(page, "d8").getAttribute("aria-label")) ?? "", /black rook/);
});

tale("in Chess960 the king takes its own rook to castle", async (page) => {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByText("Chess960", { exact: true }).click();
  await dialog.getByText("just move", { exact: true }).click();
  await dialog.getByLabel("Start position").fill("518");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await until(async () => (await page.locator("#title").innerText()).startsWith("Chess960"), "Chess960");
  await play(page, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1");
  assert.equal((await sans(page)).at(-1), "O-O");
});

tale("a pawn becomes what was picked, and the picker can be left", async (page) => {
  await setUp(page, "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1");
  await square(page, "e7").click();
  await square(page, "e8").click();
  const picker = page.getByRole("dialog", { name: "Promote to" });
  await picker.waitFor();
  await page.keyboard.press("Escape");
  assert.equal((await sans(page)).length, 0);
  await square(page, "e7").click();
  await square(page, "e8").click();
  await picker.getByRole("button", { name: "knight" }).click();
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  assert.deepEqual(await sans(page), ["e8=N+"]);
});

tale("en passant takes the pawn that has passed", async (page) => {
  await play(page, "e2e4 a7a6 e4e5 d7d5");
  assert.match((await page.locator(".toggles").innerText()), /en passant d/);
  await play(page, "e5d6");
  assert.equal((await sans(page)).at(-1), "exd6");
  assert.match((await square(page, "d5").getAttribute("aria-label")) ?? "", /empty/);
});

tale("in Makruk a bia is turned over on the sixth rank, and the count runs", async (page) => {
  await newGame(page, ["Makruk", "just move"]);
  assert.match((await square(page, "d1").getAttribute("aria-label")) ?? "", /white khun/);
  await setUp(page, "4k3/8/8/2P5/8/8/8/R2K4 w - - 0 1");
  await play(page, "c5c6");
  assert.match((await square(page, "c6").getAttribute("aria-label")) ?? "", /white promoted bia/);
  assert.match((await page.locator(".toggles").innerText()), /\+ white promoted bia c6/);
  const drawings = await page.locator(".man use").evaluateAll((uses) => uses.map((use) => use.getAttribute("href") ?? ""));
  assert.ok(drawings.includes("#promoted-bia"), drawings.join());
  for (const drawing of drawings) assert.equal(await page.locator(`symbol${drawing}`).count(), 1, `${drawing} is not drawn`);
  await page.getByRole("tab", { name: "Identity" }).click();
  assert.match(await page.getByTestId("count").innerText(), /Pieces' honor: 4 of 16 moves/);
});

tale("a wrong FEN is explained kindly, each problem with its place, and the board stays", async (page) => {
  const before = await key(page);
  await setUp(page, "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1");
  const answer = page.getByTestId("fen-answer");
  await answer.getByText("This cannot be set up.").waitFor();
  const text = await answer.innerText();
  assert.match(text, /rank 7 has 9 files \(column 10\)/);
  assert.match(text, /side to move is `x`/);
  assert.equal(await answer.locator("mark").count(), 2);
  assert.equal(await key(page), before);
  await setUp(page, "4k3/8/8/8/8/8/8/4K2R w K");
  await answer.getByText("Put right").waitFor();
});

tale("nothing in a FEN or a PGN becomes markup", async (page) => {
  await setUp(page, "<img src=x onerror=alert(1)> w - - 0 1");
  await page.getByTestId("fen-answer").locator(".problem").waitFor();
  await page.getByLabel("PGN", { exact: true }).fill('[White "<script>window.hacked=1</script>"]\n[Event "<img src=x onerror=window.hacked=1>"]\n\n1. e4 *');
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await page.locator("#strip-bottom", { hasText: "<script>" }).waitFor();
  assert.equal(await page.evaluate(() => "hacked" in window), false);
  assert.equal(await page.locator("#panel-files img, #strip-bottom script").count(), 0);
});

tale("a file with a bad game is loaded, and the bad game keeps its good moves", async (page) => {
  await page.getByRole("tab", { name: "Files" }).click();
  const pgn = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e5 2. Ke3 *\n\n[White "Chai"]\n[Black "Dao"]\n\n1. d4 d5 2. c4 1-0\n';
  await page.getByLabel("…or a file of games").setInputFiles({ name: "games.pgn", mimeType: "text/plain", buffer: Buffer.from(pgn) });
  const answer = page.getByTestId("pgn-answer");
  await answer.getByText("2 games; 1 not good to the end.").waitFor();
  assert.match(await answer.innerText(), /line 4, ply 3: `Ke3`/);
  await answer.getByRole("button", { name: /Anna/ }).click();
  await until(async () => (await sans(page)).join(" ") === "e4 e5", "the good moves");
  await answer.getByRole("button", { name: /Chai/ }).click();
  await until(async () => (await sans(page)).join(" ") === "d4 d5 c4", "the other game");
  assert.match(await page.locator("#strip-bottom").innerText(), /Chai/);
  await page.getByLabel("…or a file of games").setInputFiles({ name: "x.pgn", mimeType: "text/plain", buffer: Buffer.from("<html></html>") });
  await answer.locator(".problem").waitFor();
});

tale("the engine replies, and undo takes both halves back", async (page) => {
  await newGame(page, ["Chess", "the engine", "White", "5 min"]);
  await play(page, "e2e4");
  await page.locator('#moves .move[data-ply="2"]').waitFor();
  assert.equal((await sans(page)).length, 2);
  assert.equal(await page.locator(".time.running").count(), 1);
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => (await sans(page)).length === 0, "both halves are taken back");
});

tale("the engine begins when it has white, and the board is turned", async (page) => {
  await newGame(page, ["Makruk", "the engine", "Black"]);
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  const [top] = await page.locator("[data-square]").evaluateAll((squares) => squares.map((one) => one.getAttribute("data-square")));
  assert.equal(top, "h1");
});

tale("the engine is seen thinking, and stops when the page goes", async (page, context) => {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyse" }).click();
  await until(async () => (await page.locator(".lines li").count()) === 3, "three lines");
  assert.match(await page.getByTestId("score").innerText(), /^[+−][\dM]/);
  assert.equal(searches(page, server.pid), 1);
  await play(page, "e2e4");
  await until(() => searches(page, server.pid) === 1, "one search for the new position");
  const other = await context.newPage();
  await other.close();
  await page.goto("about:blank");
  await until(() => searches(page, server.pid) === 0, "no search without a page");
});

tale("what was thought about an old position does not stay beside a new one", async (page) => {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyse" }).click();
  await until(async () => (await page.locator(".lines li").count()) === 3, "three lines");
  await page.getByRole("button", { name: "Stop" }).click();
  assert.equal(await page.locator(".lines li").count(), 3);
  await play(page, "e2e4");
  assert.equal(await page.locator(".lines li").count(), 0);
  assert.equal(await page.getByTestId("score").innerText(), "–");
});

tale("the engine's arrow turns with the board", async (page) => {
  const line = { kind: "line", rank: 1, depth: 1, selectiveDepth: 1, centipawns: 30, mate: null, nodes: 1, millis: 1, fill: 0, probes: 0, hits: 0, cutoffs: 0, uci: ["e2e4"], san: ["e4"] };
  await page.route("**/api/analyse", (route) => route.fulfill({ status: 200, contentType: "text/event-stream", body: `data: ${JSON.stringify(line)}\n\n` }));
  const shaft = page.locator(".arrows line");
  const from = async () => [Number(await shaft.getAttribute("x1")), Number(await shaft.getAttribute("y1"))].map(Math.floor);
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyse" }).click();
  await shaft.waitFor({ state: "attached" });
  assert.deepEqual(await from(), [4, 6]);
  await page.getByRole("button", { name: "Flip" }).click();
  assert.deepEqual(await from(), [3, 1]);
  await page.route("**/api/analyse", () => {});
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Flip" }).click();
  assert.equal(await shaft.count(), 0);
});

tale("an analysis that breaks off says so and can be begun again", async (page) => {
  await page.route("**/api/analyse", (route) => route.fulfill({ status: 422, body: '{"error":"the engine is asleep"}' }));
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.locator(".toast", { hasText: "The engine is asleep" }).waitFor();
  await page.unroute("**/api/analyse");
  await page.getByRole("button", { name: "Analyse" }).click();
  await until(async () => (await page.locator(".lines li").count()) === 3, "three lines");
});

tale("the table is compared on and off, as a chart", async (page) => {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: /Compare/ }).click();
  const status = page.locator("#panel-engine [role=status]");
  await until(async () => /nodes with the table/.test(await status.innerText()), "the verdict", 30_000);
  assert.ok((await page.locator(".chart .with-dot").count()) >= 4);
  assert.ok((await page.locator(".chart .without-dot").count()) >= 4);
});

tale("moves are taken back and played again, and the list is walked", async (page) => {
  const start = await key(page);
  await play(page, "e2e4 e7e5 g1f3");
  const end = await key(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await until(async () => (await sans(page)).length === 2, "one move less");
  await page.getByRole("button", { name: "Redo" }).click();
  await until(async () => (await sans(page)).length === 3, "the move again");
  assert.equal(await key(page), end);
  await page.getByRole("button", { name: "To the start" }).click();
  await until(async () => (await key(page)) === start, "the start");
  assert.equal((await sans(page)).length, 3);
  await page.getByRole("button", { name: "e5" }).click();
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
});

tale("two tabs have two games", async (page, context) => {
  await play(page, "e2e4");
  const other = await context.newPage();
  const complaints = watch(other, server.url);
  await other.goto(server.url);
  await other.locator(".man").first().waitFor();
  assert.equal((await sans(other)).length, 0);
  await play(other, "d2d4 d7d5");
  await play(page, "c7c5");
  assert.deepEqual(await sans(page), ["e4", "c5"]);
  assert.deepEqual(await sans(other), ["d4", "d5"]);
  assert.deepEqual(complaints, []);
});

tale("a reload keeps the game", async (page) => {
  await newGame(page, ["Makruk", "a friend here"]);
  await play(page, "e3e4 e6e5");
  const before = await key(page);
  await page.reload();
  await page.locator('.move[data-ply="2"][aria-current]').waitFor();
  assert.equal(await key(page), before);
  assert.match(await page.locator("#title").innerText(), /Makruk · with a friend/);
});

tale("a browser that refuses the clipboard is explained, and the text is selected", async (page) => {
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
  });
  await play(page, "e2e4 e7e5");
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByRole("button", { name: "Copy PGN" }).click();
  await page.locator(".toast", { hasText: "does not let this page copy the PGN" }).waitFor();
  assert.match(await page.evaluate(() => String(getSelection())), /1\. e4 e5/);
  await page.getByRole("button", { name: "Copy FEN" }).click();
  await page.locator(".toast", { hasText: "does not let this page copy the FEN" }).waitFor();
  assert.match(await page.evaluate(() => String(getSelection())), /^rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/.* w KQkq /);
  await page.route("**/api/export", (route) => route.fulfill({ status: 422, body: '{"error":"the pen is broken"}' }));
  for (const button of ["Copy PGN", "Save PGN"]) {
    await page.getByRole("button", { name: button }).click();
    await page.locator(".toast", { hasText: "could not be written: the pen is broken" }).first().waitFor();
    await page.evaluate(() => document.getElementById("toasts")?.replaceChildren());
  }
});

tale("a browser that keeps nothing for pages can play all the same", async (page, context) => {
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get: () => { throw new DOMException("refused", "SecurityError"); } });
    }
  });
  await page.reload();
  await page.locator(".man").first().waitFor();
  await newGame(page, ["Chess", "the engine", "White"]);
  await play(page, "e2e4");
  await page.locator('#moves .move[data-ply="2"]').waitFor();
});

tale("a saved game is a file", async (page) => {
  await play(page, "e2e4 e7e5");
  await page.getByRole("tab", { name: "Files" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PGN" }).click();
  assert.equal((await download).suggestedFilename(), "game.pgn");
});

tale("other roads to a position are listed", async (page) => {
  await play(page, "d2d4 g8f6 c2c4 e7e6");
  await page.locator("#roads[aria-busy=false] li").first().waitFor();
  assert.match(await page.locator("#roads").innerText(), /in 4 orders/);
  assert.match(await page.locator("#roads").innerText(), /1\.c4 e6 2\.d4 Nf6/);
});

tale("a game that begins with black's twelfth move is numbered from there, everywhere", async (page) => {
  await setUp(page, "4k1n1/8/8/8/8/8/8/4K1N1 b - - 4 12");
  await play(page, "g8f6 g1f3 f6g8 f3g1");
  assert.equal((await page.locator("#moves").innerText()).replace(/\s+/g, " "), "12. … Nf6 13. Nf3 Ng8 14. Ng1 ×2");
  await play(page, "g8f6");
  await page.getByRole("tab", { name: "Identity" }).click();
  assert.match(await page.locator("#repetition").innerText(), /12…Nf6/);
  await newGame(page, ["Chess", "just move"]);
  await setUp(page, "4k3/p7/8/8/8/8/P7/4K3 b - - 4 12");
  await play(page, "e8e7 e1e2 a7a6 a2a3");
  await page.getByRole("tab", { name: "Identity" }).click();
  await page.locator("#roads[aria-busy=false] li").first().waitFor();
  assert.match(await page.locator("#roads").innerText(), /12…a6 13\.\S+ Ke7 14\./);
});

tale("dialects that miss a repetition are marked", async (page) => {
  await play(page, "b1a3 h7h5 a3b1 g8f6 b1a3 f6g8");
  const wrong = await page.locator("#dialects tr.wrong").allInnerTexts();
  assert.ok(wrong.some((row) => row.startsWith("rustic")), wrong.join());
  assert.ok(!wrong.some((row) => row.startsWith("polyglot")), wrong.join());
});

tale("a Polyglot book has moves with weights, and a broken one is refused", async (page) => {
  await page.getByRole("tab", { name: "Book" }).click();
  const file = page.getByLabel("A Polyglot book");
  await file.setInputFiles({ name: "bad.bin", mimeType: "application/octet-stream", buffer: Buffer.alloc(17) });
  await page.getByTestId("book").locator(".problem").waitFor();
  await file.setInputFiles(bookOf(START_KEY, [[12, 28, 7]]));
  await page.getByTestId("book").getByRole("button", { name: "e4" }).click();
  await page.locator('#moves .move[data-ply="1"]').waitFor();
  await page.getByTestId("book").getByText("nothing for this position").waitFor();
});

for (const width of [360, 390, 768, 1024, 1280, 1920]) {
  tale(`nothing is wider than a screen of ${width}`, async (page) => {
    await play(page, "e2e4 e7e5");
    await setUp(page, "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1");
    await page.getByTestId("fen-answer").locator(".problem").waitFor();
    for (const tab of ["Engine", "Book", "Files", "Identity"]) {
      await page.getByRole("tab", { name: tab }).click();
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${tab} is ${over} pixels too wide`);
    }
  }, { viewport: { width, height: 800 } });
}
