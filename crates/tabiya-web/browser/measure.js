// @ts-check
// Measures the speed of the page: stepping through trees, small and large, and opening a file of games. Not a
// test, because times depend on the machine's load.
//
//   node measure.js                 steps through trees of 100 and 5,100 moves
//   node measure.js games.pgn       opens a file, scrolls through its list, searches and sorts it

import { load, openPage, settled, startBrowser, startServer } from "./harness.js";

/** @typedef {import("@playwright/test").Page} Page */

const STEPS = 80;

/** A game of 100 half-moves with a number of variations of 100 half-moves each. @param {number} variations */
function tree(variations) {
  const there = ["Nf3", "Nf6", "Ng1", "Ng8"];
  const line = (/** @type {number} */ number) => `${"abdegh"[number % 6]}${number % 12 < 6 ? 3 : 4} a6 ${Array.from({ length: 98 }, (_, ply) => there[ply % 4]).join(" ")}`;
  const main = Array.from({ length: 100 }, (_, ply) => ["Nc3", "Nc6", "Nb1", "Nb8"][ply % 4]);
  return main.map((san, ply) => (ply % 2 === 0 && ply / 2 < variations ? `${san} (${line(ply / 2)})` : san)).join(" ");
}

/** @param {number[]} numbers @param {number} share */
const quantile = (numbers, share) => [...numbers].sort((a, b) => a - b)[Math.floor(share * (numbers.length - 1))].toFixed(1);

/** @param {string} name @param {number[]} numbers */
const summary = (name, numbers) => `${name}: median ${quantile(numbers, 0.5)} ms, 90% ${quantile(numbers, 0.9)} ms`;

/** @param {Page} page */
async function toStart(page) {
  await page.locator("#go-first").click();
  await settled(page);
  await page.waitForTimeout(1500);
}

/**
 * The processor time of the page's main thread, in milliseconds: independent of other programs.
 * @param {Buffer} trace
 */
function processorTime(trace) {
  /** @type {{ name: string, pid: number, tid: number, tdur?: number, args?: { name?: string } }[]} */
  const events = JSON.parse(trace.toString()).traceEvents;
  const pages = new Set(events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { name, pid, tid, tdur } of events) {
    const thread = `${pid} ${tid}`;
    if (name === "RunTask" && pages.has(thread)) times.set(thread, (times.get(thread) ?? 0) + (tdur ?? 0) / 1000);
  }
  return Math.max(...times.values());
}

/**
 * Steps once a frame: the work of each step up to a clean layout, and the time from frame to frame.
 * @param {Page} page
 */
async function step(page) {
  return page.evaluate(async (steps) => {
    const [work, frames] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
    let last = await new Promise(requestAnimationFrame);
    for (let count = 0; count < steps; count += 1) {
      const started = performance.now();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      document.body.getBoundingClientRect();
      work.push(performance.now() - started);
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return { work, frames };
  }, STEPS);
}

/** @param {Page} page */
async function stepThroughTrees(page) {
  for (const variations of [0, 50]) {
    await load(page, tree(variations));
    await page.locator('#moves [data-ply="100"][aria-current]').waitFor({ timeout: 60_000 });
    const moves = await page.locator("#moves [data-node]").count();
    for (const tab of ["Identity", "Engine", "Files"]) {
      await page.getByRole("tab", { name: tab }).click();
      await toStart(page);
      const { work, frames } = await step(page);
      await toStart(page);
      await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
      await step(page);
      const spent = processorTime(await browser.stopTracing()) / STEPS;
      console.log(`${moves} moves, ${tab}: ${spent.toFixed(1)} ms of processor time a step; ${summary("work of a step", work)}; ${summary("frame", frames)}`);
    }
  }
}

/** @param {Page} page @param {string} file */
async function openGames(page, file) {
  await page.getByRole("tab", { name: "Files" }).click();
  const started = performance.now();
  const since = () => `${((performance.now() - started) / 1000).toFixed(2)} s`;
  await page.getByLabel("…or open a PGN file").setInputFiles(file);
  await page.locator(".game-row:visible").first().waitFor();
  console.log(`first games in view after ${since()}`);
  await page.getByTestId("pgn-answer").getByText(/games?[.;](?! so far)/).first().waitFor({ timeout: 600_000 });
  console.log(`${await page.getByTestId("pgn-answer").locator(".explain").first().innerText()} after ${since()}`);
  const frames = await page.locator(".game-list").evaluate(async (list, steps) => {
    const frames = [];
    let last = await new Promise(requestAnimationFrame);
    for (let count = 0; count < steps; count += 1) {
      list.scrollTop += count % 3 === 0 ? list.scrollHeight / steps : 240;
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames;
  }, 2 * STEPS);
  console.log(summary("a frame of scrolling", frames));
  for (const [name, action] of /** @type {[string, () => Promise<unknown>][]} */ ([
    ["first search", () => page.getByLabel("Search the games").fill("carlsen 2013")],
    ["search", () => page.getByLabel("Search the games").fill("sicilian")],
    ["no search", () => page.getByLabel("Search the games").fill("")],
    ["by White", () => page.getByLabel("Order of the games").selectOption("by White")],
    ["by opening", () => page.getByLabel("Order of the games").selectOption("by opening")],
  ])) {
    const from = performance.now();
    await action();
    console.log(`${name}: ${(performance.now() - from).toFixed(0)} ms`);
  }
}

const server = await startServer();
const browser = await startBrowser();
const { page } = await openPage(browser, server.url);
const [file] = process.argv.slice(2);
await (file ? openGames(page, file) : stepThroughTrees(page));
await browser.close();
await server.stop();
