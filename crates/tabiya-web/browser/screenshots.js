// @ts-check
// Takes the screenshots of docs/:  npm run screenshots, or some of them:  npm run screenshots -- board-phone
// Check them before committing.

import { fileURLToPath } from "node:url";
import { load, makeDatabase, newGame, openPage, play, startBrowser, startServer, until } from "./harness.js";

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));
const server = await startServer(["--db", makeDatabase(collection())]);
const browser = await startBrowser();

/**
 * @param {string} name
 * @param {import("@playwright/test").BrowserContextOptions} options
 * @param {(page: import("@playwright/test").Page) => Promise<void>} scene
 */
async function picture(name, options, scene) {
  const named = process.argv.slice(2);
  if (named.length > 0 && !named.includes(name)) return;
  const { page, context } = await openPage(browser, server.url, options);
  await scene(page);
  await page.mouse.move(2, 2);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${docs}${name}.png` });
  await context.close();
}

const desktop = { viewport: { width: 1280, height: 800 } };

await picture("board", { viewport: { width: 1440, height: 900 } }, async (page) => {
  await load(page, opera());
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.getByRole("button", { name: "Review again" }).waitFor({ timeout: 120_000 });
  await page.getByRole("tab", { name: "Identity" }).click();
  await page.locator('#moves .move[data-ply="19"]').click();
  await page.locator('#moves .move[data-ply="19"][aria-current]').waitFor();
});

await picture("board-engine", desktop, async (page) => {
  await play(page, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: /Compare/ }).click();
  const status = page.locator("#panel-engine [role=status]");
  await until(async () => /nodes with the table/.test(await status.innerText()), "the verdict", 60_000);
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.waitForTimeout(4000);
});

await picture("board-explorer", desktop, async (page) => {
  await play(page, "d2d4 g8f6 c2c4 e7e6");
  await page.getByRole("tab", { name: "Explorer" }).click();
  await page.getByTestId("explorer-more").getByRole("img").waitFor();
});

await picture("board-makruk", { ...desktop, colorScheme: "dark" }, async (page) => {
  await newGame(page, ["Makruk", "Analysis board"]);
  await play(page, "e3e4 d6d5 e4d5 e6d5 g1e2 b8d7 e2f4 d7e5 c1d2 c8d7 f4d5");
});

await picture("board-editor", desktop, async (page) => {
  await page.getByRole("button", { name: "Board editor" }).click();
  await page.locator("#editor-fen").fill("8/8/8/4k3/8/3PK3/8/1r6 w - - 0 57");
  await page.locator("[data-edit='e5'][aria-label*='black king']").waitFor();
  await page.locator(".tool:has(input[aria-label='white rook'])").click();
  await page.locator("[data-edit='h5']").click();
  await page.getByText("Not a legal position").waitFor();
});

await picture("board-phone", { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }, async (page) => {
  await play(page, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
});

await browser.close();
await server.stop();

/** Morphy against the Duke of Brunswick and Count Isouard, Paris 1858, with comments and arrows. */
function opera() {
  return `[Event "At the opera"]
[Site "Paris"]
[Date "1858.11.02"]
[White "Morphy"]
[Black "Duke Karl and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 (3... exd4 4. Nxd4 Nf6) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 (8. Qxb7 Qb4+) 8... c6 9. Bg5
b5 10. Nxb5 { [%csl Gb5,Re8] [%cal Gc4b5,Gg5d8,Yd1d7] The center opens. } cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0`;
}

/** Invented games of famous players. */
function collection() {
  const lines = ["1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 O-O", "1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 Be7", "1. c4 Nf6 2. d4 e6 3. Nf3 b6", "1. d4 e6 2. c4 Nf6 3. g3 d5", "1. d4 Nf6 2. c4 e6", "1. e4 c5 2. Nf3 d6", "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 c5"];
  const names = ["Anderssen", "Morphy", "Steinitz", "Lasker", "Capablanca", "Alekhine", "Euwe"];
  const results = ["1-0", "1/2-1/2", "0-1", "1/2-1/2", "1-0", "1/2-1/2", "0-1", "1-0", "1/2-1/2"];
  return Array.from({ length: 400 }, (_, number) => {
    const pick = (/** @type {any[]} */ list, /** @type {number} */ step) => list[Math.floor((number * step) / 7 + number * 1.618) % list.length];
    const result = pick(results, 5);
    return `[White "${names[number % 7]}"]\n[Black "${names[(number + 1 + (number % 5)) % 7]}"]\n[WhiteElo "${2500 + ((number * 37) % 300)}"]\n[BlackElo "${2500 + ((number * 53) % 300)}"]\n`
      + `[Date "${1990 + ((number * 7) % 33)}.05.01"]\n[Result "${result}"]\n\n${pick(lines, 2)} ${result}\n`;
  }).join("\n");
}
