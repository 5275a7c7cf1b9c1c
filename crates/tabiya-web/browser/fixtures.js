// @ts-check
// Fixtures of every browser test: a server for its worker, and an open page without errors and requests to other hosts.

import { test as base, expect } from "@playwright/test";
import { openIn, prepareContext, startPage, watch } from "./harness.js";
import { routeWorkerRequests, site } from "./site.js";

export { expect };

/**
 * @typedef {object} TestFixtures
 * @property {string[]} problems Errors of the page, and requests to other hosts. A test that causes errors on purpose empties it.
 */
/**
 * @typedef {object} WorkerFixtures
 * @property {string[]} serverOptions Command-line options of `tabiya serve`.
 * @property {Awaited<ReturnType<typeof startPage>>} server
 */

/** @type {import("@playwright/test").TestType<import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions & TestFixtures, import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions & WorkerFixtures>} */
export const test = base.extend(/** @type {any} */ ({
  serverOptions: [[], { option: true, scope: "worker" }],
  server: [async (/** @type {any} */ { serverOptions }, /** @type {any} */ use) => {
    const server = await startPage(() => serverOptions);
    await use(server);
    await server.stop();
  }, { scope: "worker" }],
  problems: async (/** @type {any} */ {}, /** @type {any} */ use) => {
    await use([]);
  },
  context: async (/** @type {any} */ { context }, /** @type {any} */ use) => {
    await prepareContext(context);
    await use(context);
  },
  page: async (/** @type {any} */ { page, server, problems }, /** @type {any} */ use) => {
    watch(page, server.url, problems);
    if (site) routeWorkerRequests(page);
    await openIn(page, server.url);
    await use(page);
    expect(problems).toEqual([]);
  },
}));

/** Tests of features that the static site does not have. */
export const programTest = site === undefined ? test : /** @type {typeof test} */ (/** @type {unknown} */ (test.skip));
