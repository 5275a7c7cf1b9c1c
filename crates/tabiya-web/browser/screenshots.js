// @ts-check
// Takes the pictures of docs/:  npm run screenshots
// Look at them before you keep them.

import { fileURLToPath } from "node:url";
import { newGame, openPage, play, startBrowser, startServer, until } from "./harness.js";

const docs = fileURLToPath(new URL("../../../docs/", import.meta.url));
const server = await startServer();
const browser = await startBrowser();

/**
 * @param {string} name
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {(page: import("playwright-core").Page) => Promise<void>} scene
 */
async function picture(name, options, scene) {
  const { page, context } = await openPage(browser, server.url, options);
  await scene(page);
  await page.mouse.move(2, 2);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${docs}${name}.png` });
  await context.close();
}

const desktop = { viewport: { width: 1280, height: 800 } };

await picture("board", desktop, async (page) => {
  await play(page, "d2d4 g8f6 c2c4 e7e6 g1f3 d7d5 b1c3");
  await page.locator(".roads li").first().waitFor();
});

await picture("board-engine", desktop, async (page) => {
  await play(page, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: /Compare/ }).click();
  const status = page.locator("#panel-engine [role=status]");
  await until(async () => /nodes with the table/.test(await status.innerText()), "the verdict", 60_000);
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForTimeout(4000);
});

await picture("board-makruk", { ...desktop, colorScheme: "dark" }, async (page) => {
  await newGame(page, ["Makruk", "just move"]);
  await play(page, "e3e4 d6d5 e4d5 e6d5 g1e2 b8d7 e2f4 d7e5 c1d2 c8d7 f4d5");
});

await picture("board-phone", { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }, async (page) => {
  await play(page, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
});

await browser.close();
await server.stop();
