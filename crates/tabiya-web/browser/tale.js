// @ts-check
// One server and one browser for the tests of a file. The server is the program or, where TABIYA_SITE names the folder of the
// static site, a plain host of its files.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, startBrowser, startPage } from "./harness.js";
import { site } from "./site.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof startPage>>} */
export let server;
/** @type {import("playwright-core").Browser} */
let browser;

/** @type {() => string[]} */
let options = () => [];

/**
 * The server of this file's tests is started with these options.
 * @param {() => string[]} make
 */
export function serveWith(make) {
  options = make;
}

before(async () => {
  // The tests may not have said yet what they need.
  await new Promise((done) => setImmediate(done));
  server = await startPage(options);
  browser = await startBrowser();
});

after(async () => {
  await browser.close();
  await server.stop();
});

/**
 * A test with a page of its own, which must not complain and must not ask anybody else.
 * @param {string} name
 * @param {(page: Page, context: import("playwright-core").BrowserContext, complaints: string[]) => Promise<void>} story A
 *   story in which the server fails on purpose empties the complaints.
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export function tale(name, story, options) {
  tell(name, story, false, options);
}

/**
 * The same, about something that only the program can do.
 * @type {typeof tale}
 */
export function taleOfServer(name, story, options) {
  tell(name, story, site !== undefined, options);
}

/**
 * @param {string} name
 * @param {Parameters<typeof tale>[1]} story
 * @param {boolean} skip
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
function tell(name, story, skip, options) {
  test(name, { timeout: 60_000, skip }, async () => {
    const { page, context, complaints } = await openPage(browser, server.url, options);
    await story(page, context, complaints);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}
