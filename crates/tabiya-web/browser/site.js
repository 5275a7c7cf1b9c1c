// @ts-check
// A host for the static site: files in a folder below its root.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

/** @type {string | undefined} The folder built by `bindings/js/build`; if set, the tests run on the static site. */
export const site = process.env.TABIYA_SITE;

/** @type {Record<string, string>} */
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
/** The status that passes a request on to the worker; see `routeWorkerRequests`. */
const PASS_ON = 203;

/**
 * @param {string} folder
 * @param {Record<string, string>} [headers] Headers of every file.
 */
export async function startHost(folder, headers = {}) {
  const host = { folder, url: "", stop: async () => {} };
  const base = "/some/folder/";
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (request.method === "POST" && pathname.startsWith(`${base}api/`)) {
      response.writeHead(PASS_ON);
      request.pipe(response);
      return;
    }
    const name = pathname === base ? "index.html" : pathname.slice(base.length);
    const file = pathname.startsWith(base) ? await readFile(join(host.folder, name)).catch(() => null) : null;
    if (file === null) return void response.writeHead(404).end();
    // Files are compressed and cached for a while, as on most hosts.
    const always = { "content-encoding": "gzip", "cache-control": "max-age=600" };
    response.writeHead(200, { "content-type": KINDS[extname(name)] ?? "application/octet-stream", ...always, ...headers }).end(gzipSync(file, { level: 1 }));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  host.url = `http://127.0.0.1:${address.port}${base}`;
  host.stop = () => new Promise((done) => {
    // Even if it was stopped before.
    server.close(() => done());
    server.closeAllConnections();
  });
  return host;
}

/**
 * Lets tests observe, delay or answer requests on a static site too: from then on each request to a worker is first a
 * network request, and goes on to the worker if it reaches the host.
 * @param {import("@playwright/test").Page} page
 */
export function routeWorkerRequests(page) {
  let isReady = /** @type {Promise<void> | null} */ (null);
  const listen = () => (isReady ??= page.addInitScript(sendFirst, PASS_ON).then(() => page.evaluate(sendFirst, PASS_ON)));
  const { route, waitForRequest, waitForResponse, on } = page;
  page.route = async (...rule) => listen().then(() => route.apply(page, rule));
  // Commands run in order, so there is no need to wait.
  page.waitForRequest = (...rule) => (void listen(), waitForRequest.apply(page, rule));
  page.waitForResponse = (...rule) => (void listen(), waitForResponse.apply(page, rule));
  page.on = (/** @type {any} */ event, /** @type {any} */ listener) => {
    if (event === "request") void listen();
    return on.call(page, event, listener);
  };
}

/**
 * Runs in the page.
 * @param {number} passOn
 */
function sendFirst(passOn) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (/** @type {any} */ { id, path, body }) {
    const respond = (/** @type {object} */ data) => this.dispatchEvent(new MessageEvent("message", { data: { id, ...data } }));
    const send = async () => {
      const response = await fetch(path.slice(1), { method: "POST", body });
      const answer = new Uint8Array(await response.arrayBuffer());
      if (response.status === passOn) return post.call(this, { id, path, body: answer });
      const isStream = response.headers.get("content-type") === "text/event-stream";
      if (isStream) respond({ piece: answer });
      respond({ status: response.status, body: new TextDecoder().decode(answer) });
    };
    send().catch(() => this.dispatchEvent(new Event("error")));
  };
}
