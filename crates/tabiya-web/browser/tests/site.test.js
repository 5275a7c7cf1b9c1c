// @ts-check
// The board as a static site: without a network, below a folder, under a strict policy, and in a new version.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { load, openPage, play, sans, settled, startBrowser } from "../harness.js";
import { site, startHost } from "../site.js";

/** @typedef {import("@playwright/test").Page} Page */

const options = { timeout: 90_000, skip: site === undefined };
const folder = site ?? "";

/** @type {import("@playwright/test").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startHost>>} */
let host;

before(async () => void (browser = await startBrowser()));
after(() => browser.close());
afterEach(() => host?.stop());

/**
 * Opens the site as a visitor does, and waits until it needs no network any more.
 * @param {string} url
 */
async function visit(url) {
  const opened = await openPage(browser, url, { serviceWorkers: "allow" });
  await opened.page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  return opened;
}

/** @param {Page} page */
async function reload(page) {
  await page.reload();
  await page.locator(".man").first().waitFor();
  await settled(page);
}

/** @param {Page} page */
const isNew = (page) => page.evaluate(() => document.documentElement.classList.contains("new"));

/** @param {Page} page */
async function analyse(page) {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyse" }).click();
  await expect.poll(() => page.locator(".lines li").count(), { message: "three lines", timeout: 30_000 }).toBe(3);
}

test("after the first visit the site works without its host", options, async () => {
  host = await startHost(folder);
  const { page, context, complaints } = await visit(host.url);
  await host.stop();
  await reload(page);
  await play(page, "e2e4 e7e5");
  await analyse(page);
  await page.goto(`${host.url}index.html?from=a-friend#pgn=1.%20d4%20d5`);
  await expect.poll(async () => (await sans(page)).join(" "), { message: "the game of the link" }).toBe("d4 d5");
  expect(complaints).toEqual([]);
  await context.close();
});

test("the policy allows WebAssembly and nothing else that is not ours, and nothing breaks it", options, async () => {
  const [, policy = ""] = readFileSync(join(folder, "index.html"), "utf8").match(/http-equiv="Content-Security-Policy" content="([^"]+)"/) ?? [];
  expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'");
  // A host that says it with every file binds the workers too.
  host = await startHost(folder, { "content-security-policy": `${policy}; frame-ancestors 'none'` });
  const { page, context, complaints } = await visit(host.url);
  await reload(page);
  await play(page, "e2e4 e7e5");
  await analyse(page);
  await load(page, "1. e4 *\n\n1. d4 *\n");
  await page.getByText("2 games.").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

/** Puts a new version in the place of the old one. @param {string} copy */
function renew(copy) {
  for (const [name, from, to] of [["index.html", "<html", "<html class=\"new\""], ["service-worker.js", /VERSION = \d+/, "VERSION = 1"]]) {
    const path = join(copy, /** @type {string} */ (name));
    writeFileSync(path, readFileSync(path, "utf8").replace(from, /** @type {string} */ (to)));
  }
}

/** @param {Page} page */
const waits = (page) => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

test("a new version takes the place of the old once no other page has the old one", options, async () => {
  const copy = mkdtempSync(join(tmpdir(), "tabiya-site-"));
  cpSync(folder, copy, { recursive: true });
  host = await startHost(copy);
  const { page, context } = await visit(host.url);
  renew(copy);
  // Found while the page is open, not while it is loaded: then the new version would take over at once.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(() => waits(page), { message: "the new version waits", timeout: 30_000 }).toBe(true);
  // One that is opened beside it has the old version as well, and does not take it away from the first.
  const other = await context.newPage();
  await other.goto(host.url);
  await other.locator(".man").first().waitFor();
  await settled(other);
  await expect.poll(async () => [await isNew(other), await waits(page), (await page.evaluate(() => caches.keys())).length]).toEqual([false, true, 2]);
  await reload(page);
  await expect.poll(() => isNew(page)).toBeFalsy();
  await other.close();
  await expect.poll(async () => {
    // It is loaded again by itself when the new version has taken over, and for a moment nothing can be asked of it.
    if (await isNew(page).catch(() => false)) return true;
    await page.reload().catch(() => {});
    return false;
  }, { message: "the new version" }).toBe(true);
  await expect.poll(async () => (await page.evaluate(() => caches.keys())).length, { message: "only the files of the new version" }).toBe(1);
  await host.stop();
  await reload(page);
  await expect.poll(() => isNew(page)).toBeTruthy();
  await context.close();
  rmSync(copy, { recursive: true });
});

test("what only the program can do is said, and is no error", options, async () => {
  host = await startHost(folder);
  const { page, context, complaints } = await openPage(browser, host.url);
  await load(page, "1. e4 *\n\n1. d4 *\n");
  await page.getByText("The program (`tabiya serve`) can also explore these games by position.").waitFor();
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByText("The engine runs in this browser, with one thread; the program (`tabiya serve`) has more.").waitFor();
  await expect.poll(() => page.getByLabel("Threads", { exact: true }).count()).toBe(1);
  await expect.poll(() => page.getByLabel("Threads", { exact: true }).isHidden()).toBeTruthy();
  await expect.poll(() => page.locator(".toast, .problem").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("a worker that fails is told of, and the next question has another", options, async () => {
  host = await startHost(folder);
  const { page, context } = await openPage(browser, host.url);
  await page.route("**/board_bg.wasm", (route) => route.abort());
  await page.reload();
  await page.locator("#status", { hasText: "Trying again" }).waitFor();
  await page.unroute("**/board_bg.wasm");
  await page.getByRole("button", { name: "Try again now" }).click().catch(() => {});
  await settled(page);
  await play(page, "e2e4");
  await context.close();
});
