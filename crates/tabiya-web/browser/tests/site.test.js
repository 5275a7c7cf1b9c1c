// @ts-check
// The static site: offline, below a folder, with a strict policy, and updated.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load, openTab, play, reload, sans, settled } from "../harness.js";
import { expect, test } from "../fixtures.js";
import { site, startHost } from "../site.js";

/** @typedef {import("@playwright/test").Page} Page */

test.skip(site === undefined, "TABIYA_SITE names no static site");

const folder = site ?? "";

/** @type {Awaited<ReturnType<typeof startHost>> | undefined} */
let host;

/** @param {Parameters<typeof startHost>} how */
async function start(...how) {
  host = await startHost(...how);
  return host;
}

test.afterEach(() => host?.stop());

/**
 * Opens the site and waits until it works offline.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} url
 * @param {string[]} problems
 */
async function visit(context, url, problems) {
  const page = await openTab(context, url, problems);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  return page;
}

/** @param {Page} page */
const isNew = (page) => page.evaluate(() => document.documentElement.classList.contains("new"));

/** @param {Page} page */
async function analyse(page) {
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await expect.poll(() => page.locator(".lines li").count(), { message: "three lines" }).toBe(3);
}

test.describe(() => {
  test.use({ serviceWorkers: "allow" });

  test("after the first visit the site works offline", async ({ context, problems }) => {
    const host = await start(folder);
    const page = await visit(context, host.url, problems);
    await host.stop();
    await reload(page);
    await play(page, "e2e4 e7e5");
    await analyse(page);
    await page.goto(`${host.url}index.html?from=a-friend#pgn=1.%20d4%20d5`);
    await expect.poll(async () => (await sans(page)).join(" "), { message: "the game of the link" }).toBe("d4 d5");
    expect(problems).toEqual([]);
  });

  test("the Content-Security-Policy allows WebAssembly and own files only", async ({ context, problems }) => {
    const [, policy = ""] = readFileSync(join(folder, "index.html"), "utf8").match(/http-equiv="Content-Security-Policy" content="([^"]+)"/) ?? [];
    expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'");
    // As a header, the policy applies to workers too.
    const host = await start(folder, { "content-security-policy": `${policy}; frame-ancestors 'none'` });
    const page = await visit(context, host.url, problems);
    await reload(page);
    await play(page, "e2e4 e7e5");
    await analyse(page);
    await load(page, "1. e4 *\n\n1. d4 *\n");
    await page.getByText("2 games.").waitFor();
    expect(problems).toEqual([]);
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

  test("a new version takes over once no other page uses the old one", async ({ context, problems }) => {
    const copy = mkdtempSync(join(tmpdir(), "tabiya-site-"));
    cpSync(folder, copy, { recursive: true });
    const host = await start(copy);
    const page = await visit(context, host.url, problems);
    renew(copy);
    // Found while the page is open: during loading the new version would take over at once.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => waits(page), { message: "the new version waits" }).toBe(true);
    // Another page has the old version as well and does not trigger the update.
    const other = await openTab(context, host.url, problems);
    await expect.poll(async () => [await isNew(other), await waits(page), (await page.evaluate(() => caches.keys())).length]).toEqual([false, true, 2]);
    await reload(page);
    await expect.poll(() => isNew(page)).toBeFalsy();
    await other.close();
    await expect.poll(async () => {
      // The page reloads itself after the takeover and cannot be queried meanwhile.
      if (await isNew(page).catch(() => false)) return true;
      await page.reload().catch(() => {});
      return false;
    }, { message: "the new version" }).toBe(true);
    await expect.poll(async () => (await page.evaluate(() => caches.keys())).length, { message: "only the files of the new version" }).toBe(1);
    await host.stop();
    await reload(page);
    await expect.poll(() => isNew(page)).toBeTruthy();
    rmSync(copy, { recursive: true });
  });
});

test("features that need the program are explained", async ({ context, problems }) => {
  const host = await start(folder);
  const page = await openTab(context, host.url, problems);
  await load(page, "1. e4 *\n\n1. d4 *\n");
  await page.getByText("The program (`tabiya serve`) can also explore these games by position.").waitFor();
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByText("The engine runs in this browser on one thread; the program (`tabiya serve`) can use more.").waitFor();
  await expect.poll(() => page.getByLabel("Threads", { exact: true }).count()).toBe(1);
  await expect.poll(() => page.getByLabel("Threads", { exact: true }).isHidden()).toBeTruthy();
  await expect.poll(() => page.locator(".toast, .problem").count()).toBe(0);
  expect(problems).toEqual([]);
});

test("a failed worker is reported and replaced", async ({ context, problems }) => {
  const host = await start(folder);
  const page = await openTab(context, host.url, problems);
  await page.route("**/board_bg.wasm", (route) => route.abort());
  await page.reload();
  await page.locator("#status", { hasText: "Retrying" }).waitFor();
  await page.unroute("**/board_bg.wasm");
  // The page also retries by itself, which removes the button.
  await page.locator("#actions button").evaluateAll((buttons) => buttons.forEach((one) => one instanceof HTMLElement && one.click()));
  await settled(page);
  await play(page, "e2e4");
});
