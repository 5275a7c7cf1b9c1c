// @ts-check
// Helpers that start the program and a browser and control the page.

import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, expect } from "@playwright/test";
import { routeWorkerRequests, site, startHost } from "./site.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const target = resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
const program = process.env.TABIYA ?? [`${target}/debug/tabiya`, `${target}/release/tabiya`].find(existsSync) ?? "tabiya";
export const browserPath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

export const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
  "--no-first-run", "--disable-dev-shm-usage",
];

/** @typedef {import("@playwright/test").Page} Page */

/**
 * Starts the program, or a host of the static site.
 * @param {() => string[]} options Of the program.
 */
export async function startPage(options) {
  return site ? { pid: 0, ...(await startHost(site)) } : startServer(options());
}

/**
 * @param {string[]} [options]
 * @param {string} [port] Any free one by default.
 */
export async function startServer(options = [], port = "0") {
  const server = spawn(program, ["serve", "--port", port, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  /** @type {string} */
  const url = await new Promise((done, fail) => {
    server.once("error", fail);
    server.once("exit", (status) => fail(new Error(`${program} serve ended with ${status}`)));
    server.stdout.once("data", (text) => done(String(text).trim()));
  });
  return {
    url,
    pid: server.pid ?? 0,
    stop: (/** @type {NodeJS.Signals} */ signal = "SIGINT") => /** @type {Promise<void>} */ (new Promise((done) => {
      if (server.exitCode !== null || server.signalCode !== null) return done();
      server.once("exit", () => done());
      server.kill(signal);
    })),
  };
}

/**
 * Creates a database in a temporary folder.
 * @param {string} pgn
 */
export function makeDatabase(pgn) {
  const database = join(mkdtempSync(join(tmpdir(), "tabiya-")), "games.tabiya");
  execFileSync(program, ["db", "add", database, "-", "--keep-duplicates"], { input: pgn, stdio: ["pipe", "ignore", "ignore"] });
  return database;
}

export async function startBrowser() {
  return chromium.launch({ executablePath: browserPath, args: FLAGS });
}

/**
 * A loaded page in its own browser context; its errors and requests to other hosts are collected.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {import("@playwright/test").BrowserContextOptions} [options]
 */
export async function openPage(browser, url, options = {}) {
  // A service worker would respond before a test's route.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", serviceWorkers: "block", ...options });
  await prepareContext(context);
  /** @type {string[]} */
  const problems = [];
  return { context, page: await openTab(context, url, problems), problems };
}

/**
 * Another loaded tab in a prepared context.
 * @param {import("@playwright/test").BrowserContext} context
 * @param {string} url
 * @param {string[]} [problems] Collects errors and requests to other hosts.
 */
export async function openTab(context, url, problems = []) {
  const page = await context.newPage();
  watch(page, url, problems);
  if (site) routeWorkerRequests(page);
  await openIn(page, url);
  return page;
}

/** @param {import("@playwright/test").BrowserContext} context */
export async function prepareContext(context) {
  // A variation that is not rendered yet (content-visibility: auto) has no text: results would depend on timing.
  await context.addInitScript(() => {
    const style = new CSSStyleSheet();
    style.replaceSync(".move-list > .variation { content-visibility: visible !important }");
    document.adoptedStyleSheets = [style];
  });
  const [least, most] = (process.env.TABIYA_TEST_DELAY ?? "").split("-").map(Number);
  if (!most) return;
  await context.route("**/api/**", async (route) => {
    await new Promise((done) => setTimeout(done, least + Math.random() * (most - least)));
    // The page may have been closed or reloaded meanwhile.
    await route.continue().catch(() => {});
  });
}

/** @param {Page} page @param {string} url */
export async function openIn(page, url) {
  await page.goto(url);
  await page.locator(".board-piece").first().waitFor();
  await settled(page);
  await page.waitForFunction(() => document.querySelector(".loading") === null);
}

/**
 * Collects errors of the page, and requests to other hosts.
 * @param {Page} page
 * @param {string} url
 * @param {string[]} [problems]
 */
export function watch(page, url, problems = []) {
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs rejected requests, which some tests send on purpose.
    if (message.type() === "error" && !message.text().includes("status of 422")) problems.push(message.text());
  });
  page.on("request", (request) => {
    const target = request.url();
    if (!target.startsWith(url) && !target.startsWith("data:") && !target.startsWith("blob:")) problems.push(`request to ${target}`);
  });
  return problems;
}

/**
 * A Polyglot book with the moves of one position.
 * @param {bigint} key
 * @param {[from: number, to: number, weight: number][]} moves
 */
export function bookOf(key, moves) {
  const book = Buffer.alloc(16 * moves.length);
  moves.forEach(([from, to, weight], index) => {
    book.writeBigUInt64BE(key, 16 * index);
    book.writeUInt16BE((from << 6) | to, 16 * index + 8);
    book.writeUInt16BE(weight, 16 * index + 10);
  });
  return { name: "book.bin", mimeType: "application/octet-stream", buffer: book };
}

/** @param {Page} page @param {string} name */
export const square = (page, name) => page.locator(`[data-square="${name}"]`);

/**
 * The key, once it is visible: a hidden element has no inner text.
 * @param {Page} page
 */
export async function key(page) {
  const shown = page.getByTestId("key").filter({ hasText: /[0-9a-f]{16}/ });
  await shown.waitFor();
  return shown.innerText();
}

/**
 * Plays moves by clicking, "e2e4 e7e5". The engine may have replied to the last one.
 * @param {Page} page
 * @param {string} moves
 * @param {(page: Page) => Promise<void>} [wait] `ready` where requests are held back.
 */
export async function play(page, moves, wait = settled) {
  const plies = page.locator("#moves .move[data-ply]");
  for (const move of moves.split(" ")) {
    const before = await plies.count();
    await square(page, move.slice(0, 2)).click();
    await square(page, move.slice(2, 4)).click();
    await expect.poll(() => plies.count(), { message: `${move} is in the list of moves` }).toBeGreaterThan(before);
    await ready(page);
  }
  await wait(page);
}

/** Waits until nothing is pending on the page: no request, no queued action, no delay, no transition. @param {Page} page */
export async function settled(page) {
  await page.locator('html[data-pending="0"]').waitFor({ state: "attached" });
}

/** Waits until no action of the game is queued. @param {Page} page */
export async function ready(page) {
  await page.locator('#board[aria-busy="false"]').waitFor();
}

/** @typedef {import("@playwright/test").Route} Route */

/**
 * Holds requests back until the test releases them.
 * @param {Page} page
 * @param {string} pattern
 */
export async function holdRequests(page, pattern) {
  /** @type {Route[]} */
  const held = [];
  let isHolding = true;
  await page.route(pattern, async (route) => {
    if (isHolding) held.push(route);
    else await route.fallback();
  });
  /** @param {Route} route */
  const pass = (route) => route.fallback();
  return {
    /** Waits until this many requests are held. @param {number} count @param {number} [timeout] */
    untilHeld: (count, timeout) => expect.poll(() => held.length, { message: `${count} requests held`, timeout }).toBe(count),
    /** The oldest held request, for the test to end. */
    takeFirst: () => {
      const first = held.shift();
      if (first === undefined) throw new Error("no request is held");
      return first;
    },
    /** Releases all held requests; later ones are not held. @param {(route: Route) => Promise<void>} [end] */
    release: async (end = pass) => {
      isHolding = false;
      await Promise.all(held.splice(0).map(end));
    },
  };
}

/**
 * The middle of an element, in pixels of the window.
 * @param {import("@playwright/test").Locator} locator
 */
export async function center(locator) {
  const { x, y, width, height } = await boundingBox(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

/** @param {import("@playwright/test").Locator} locator */
export async function boundingBox(locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("the element is not visible");
  return box;
}

/**
 * Loads the page again, and waits until nothing is pending.
 * @param {Page} page
 */
export async function reload(page) {
  await page.reload();
  await page.locator(".board-piece").first().waitFor();
  await settled(page);
}

/**
 * Stores a game and reloads the page to restore it.
 * @param {Page} page
 * @param {object} saved
 */
export async function restoreGame(page, saved) {
  await page.evaluate((text) => sessionStorage.setItem("tabiya.game", text), JSON.stringify(saved));
  await reload(page);
}

/** @param {Page} page */
export const status = (page) => page.locator("#status").innerText();

/**
 * Loads the one game of a PGN by pasting it.
 * @param {Page} page
 * @param {string} pgn
 */
export async function load(page, pgn) {
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByLabel("PGN", { exact: true }).fill(pgn);
  await page.getByRole("button", { name: "Load", exact: true }).click();
}

/** @param {Page} page */
export async function sans(page) {
  return page.locator("#moves .move[data-ply]").evaluateAll((moves) => moves.map((move) => move.firstChild?.textContent));
}

/**
 * @param {Page} page
 * @param {string} fen
 */
export async function setUp(page, fen) {
  await page.getByRole("tab", { name: "Files" }).click();
  await page.getByLabel("FEN", { exact: true }).fill(fen);
  await page.getByRole("button", { name: "Set up" }).click();
  await settled(page);
}

/**
 * Starts a new game with the dialog.
 * @param {Page} page
 * @param {string[]} choices Labels to choose.
 */
export async function newGame(page, choices) {
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  for (const label of choices) await dialog.getByText(label, { exact: true }).click();
  await dialog.getByRole("button", { name: "Start game" }).click();
  await dialog.waitFor({ state: "hidden" });
  await settled(page);
}

/**
 * The number of running searches. On a static site each has a worker, beside the first one.
 * @param {Page} page
 * @param {number} pid
 */
export const searches = (page, pid) => (site ? Math.max(0, page.workers().length - 1) : searchThreads(pid));

/**
 * The number of the server's search threads, by their name.
 * @param {number} pid
 */
function searchThreads(pid) {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.filter((task) => {
    try {
      return readFileSync(`/proc/${pid}/task/${task}/comm`, "utf8").trim() === "search";
    } catch {
      return false;
    }
  }).length;
}

/**
 * Waits for a condition.
 * @param {() => boolean | Promise<boolean>} holds
 * @param {string} what
 */
export async function until(holds, what, millis = 10_000) {
  const end = Date.now() + millis;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`timeout: ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/**
 * Waits until the browser stores a number of files or games.
 * @param {Page} page
 * @param {"files" | "games"} kind
 * @param {number} count
 */
export async function kept(page, kind, count) {
  const look = () => page.evaluate(async (kind) => {
    if ((await indexedDB.databases()).length === 0) return 0;
    /** @type {IDBDatabase} */
    const database = await new Promise((done) => (indexedDB.open("tabiya").onsuccess = ({ target }) => done(/** @type {IDBOpenDBRequest} */ (target).result)));
    const counting = database.transaction(kind).objectStore(kind).count();
    database.close();
    return /** @type {Promise<number>} */ (new Promise((done) => (counting.onsuccess = () => done(counting.result))));
  }, kind);
  await until(async () => (await look()) === count, `${count} ${kind} kept`);
}

/** The game as PGN, as the page saves it. @param {Page} page */
export async function saved(page) {
  await page.getByRole("tab", { name: "Files" }).click();
  const field = page.getByLabel("PGN", { exact: true });
  await field.fill("");
  await page.getByRole("button", { name: "Copy PGN", exact: true }).click();
  await until(async () => (await field.inputValue()) !== "", "the PGN");
  return field.inputValue();
}

/** The moves of a PGN. @param {string} pgn */
export const movetext = (pgn) => pgn.split("\n\n").slice(1).join(" ").replace(/\s+/g, " ").trim();
