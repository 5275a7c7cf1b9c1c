// The package and its worker in a real browser, without a bundler.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import test from "node:test";

import { chromium } from "playwright-core";

const KINDS = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };
const installed = new URL("../node_modules/tabiya/", import.meta.url);
const PAGE = `<!doctype html><meta charset="utf-8"><title>tabiya</title>`;
// No requests to other hosts, and no evaluation except WebAssembly.
const POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";

/** Serves the package like a static host. @param {Record<string, string>} headers */
async function serve(headers) {
  const server = createServer(async (request, response) => {
    const path = (request.url ?? "/").slice(1);
    const kind = KINDS[/** @type {keyof typeof KINDS} */ (path.split(".").at(-1))] ?? "text/html";
    const body = path === "" ? PAGE : await readFile(new URL(path, installed)).catch(() => null);
    response.writeHead(body === null ? 404 : 200, { "content-type": kind, "content-security-policy": POLICY, ...headers }).end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Runs in the page. */
async function visit() {
  const { Engine, Game, Position, readPgn } = await import(/** @type {any} */ (`${location.href}web/index.js`));
  const game = new Game();
  for (const move of ["g1f3", "g8f6", "f3g1", "f6g8"]) game.push(move);
  const games = [];
  for await (const read of readPgn(new Blob(["1. e4 e5 *"]).stream())) games.push(read.moves.join(" "));
  const engine = new Engine({ hash: 4 });
  const depths = [];
  for await (const info of engine.analyze(new Position(), { depth: 6 })) depths.push(info.depth);
  const endless = engine.analyze(new Position());
  for await (const info of endless) if (info.depth > 3) break;
  const stopped = await endless.result;
  const after = await engine.bestMove(new Position(), { depth: 4 });
  engine.close();
  let error = "";
  try {
    new Position("8/8 w");
  } catch (thrown) {
    error = /** @type {Error} */ (thrown).message;
  }
  const isolated = globalThis.crossOriginIsolated;
  return { key: new Position().key.toString(16), occurrences: game.occurrences, games, depths, stopped: stopped.best, after, error, isolated };
}

for (const isolated of [false, true]) {
  test(`in Chromium, ${isolated ? "with" : "without"} shared memory`, async () => {
    const headers = isolated ? { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" } : {};
    const server = await serve(/** @type {Record<string, string>} */ (headers));
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage();
      /** @type {string[]} */
      const complaints = [];
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(server.url);
      const seen = await page.evaluate(visit);
      assert.deepEqual(complaints, []);
      assert.equal(seen.isolated, isolated);
      assert.equal(seen.key, "ac39807a6c42c883");
      assert.equal(seen.occurrences, 2);
      assert.deepEqual(seen.games, ["e2e4 e7e5"]);
      assert.deepEqual([...new Set(seen.depths)], [1, 2, 3, 4, 5, 6]);
      assert.match(seen.stopped, /^[a-h]/);
      assert.match(seen.after, /^[a-h]/);
      assert.match(seen.error, /the board has 2 ranks/);
    } finally {
      await browser.close();
      server.close();
    }
  });
}
