// @ts-check
// A page without a server, as a static site has it: web workers of its own answer what a server would. A mark in the head of
// the page says which kind of page this is.

const mark = globalThis.document?.querySelector('meta[name="tabiya-worker"]') ?? null;
/** Whether nobody but the page itself answers. */
export const isAlone = mark !== null;

/** These take long, and must not keep others waiting. */
const LONG = ["/api/analyse", "/api/reply", "/api/draw", "/api/index", "/api/unpack"];
/** Workers that wait for the next long question, with a table that is filled already. */
const MOST_IDLE = 2;

/** @typedef {{ status: number, body?: string, retryAfter?: number }} End */
/** @typedef {{ add: (piece: Uint8Array<ArrayBuffer>) => void, close: (end: End) => void, fail: (reason: unknown) => void }} Asker */

class Helper {
  constructor() {
    this.worker = new Worker(new URL(mark?.getAttribute("content") ?? "", document.baseURI), { type: "module" });
    /** @type {Map<number, Asker>} */
    this.askers = new Map();
    this.asked = 0;
    this.isOver = false;
    this.worker.addEventListener("message", ({ data: { id, piece, failed, ...end } }) => {
      if (failed !== undefined) return this.end(new TypeError(failed));
      const asker = this.askers.get(id);
      if (piece !== undefined) return asker?.add(piece);
      this.askers.delete(id);
      asker?.close(end);
    });
    this.worker.addEventListener("error", () => this.end(new TypeError("the worker failed")));
  }

  /**
   * @param {string} path
   * @param {Uint8Array<ArrayBuffer>} body
   * @param {() => void} [over] Is called when the whole answer is there, or none will come.
   * @returns {Promise<Response>}
   */
  ask(path, body, over = () => {}) {
    return new Promise((done, fail) => {
      this.asked += 1;
      this.askers.set(this.asked, asker(done, fail, over));
      this.worker.postMessage({ id: this.asked, path, body }, [body.buffer]);
    });
  }

  /**
   * It answers nobody any more. A worker that searches hears nothing, so this is also how to stop it.
   * @param {unknown} reason
   */
  end(reason) {
    this.isOver = true;
    this.worker.terminate();
    for (const one of this.askers.values()) one.fail(reason);
    this.askers.clear();
  }
}

/**
 * Makes a response of an answer: of a whole one, or of pieces as they come.
 * @param {(response: Response) => void} done
 * @param {(reason: unknown) => void} fail
 * @param {() => void} over
 * @returns {Asker}
 */
function asker(done, fail, over) {
  /** @type {ReadableStreamDefaultController<Uint8Array> | null} */
  let stream = null;
  const open = () => {
    if (stream === null) {
      /** @param {ReadableStreamDefaultController<Uint8Array>} controller */
      const start = (controller) => void (stream = controller);
      done(new Response(new ReadableStream({ start })));
    }
    return /** @type {ReadableStreamDefaultController<Uint8Array>} */ (stream);
  };
  return {
    add: (piece) => open().enqueue(piece),
    close(end) {
      if (stream !== null) stream.close();
      else done(respond(end));
      over();
    },
    fail(reason) {
      stream?.error(reason);
      fail(reason);
      over();
    },
  };
}

/** @param {End} end */
function respond({ status, body, retryAfter }) {
  const headers = new Headers({ "content-type": "application/json" });
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  return new Response(body, { status, headers });
}

/** @type {Helper | null} Knows the book; its answers are short. */
let first = null;
/** @type {Helper[]} */
const idle = [];
/** What the first helper knows is known under this name; a page that was loaded anew has another. */
let session = "";

/**
 * Answers as a server would.
 * @param {string} path
 * @param {RequestInit} request
 * @returns {Promise<Response>}
 */
export async function answer(path, { headers, body, signal }) {
  signal?.throwIfAborted();
  if (path === "/api/session") {
    session = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return respond({ status: 200, body: JSON.stringify({ session }) });
  }
  if (first?.isOver) [first, session] = [null, ""];
  if (new Headers(headers).get("tabiya-session") !== session) {
    return respond({ status: 410, body: JSON.stringify({ error: "the page has forgotten this session" }) });
  }
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  signal?.throwIfAborted();
  if (LONG.includes(path.split("?")[0])) return askAside(path, bytes, signal ?? null);
  first ??= new Helper();
  const told = first.ask(path, bytes);
  return new Promise((done, fail) => {
    signal?.addEventListener("abort", () => fail(signal.reason));
    told.then(done, fail);
  });
}

/**
 * Asks a helper that nobody else asks meanwhile.
 * @param {string} path
 * @param {Uint8Array<ArrayBuffer>} body
 * @param {AbortSignal | null} signal
 */
function askAside(path, body, signal) {
  const helper = idle.pop() ?? new Helper();
  const stop = () => helper.end(signal?.reason);
  signal?.addEventListener("abort", stop);
  return helper.ask(path, body, () => {
    signal?.removeEventListener("abort", stop);
    if (helper.isOver) return;
    if (idle.length < MOST_IDLE) idle.push(helper);
    else helper.end(null);
  });
}

// After the first visit the page needs no network any more. A new version that waits takes over if no other page has the old one; then this
// one is loaded again.
const offline = mark?.getAttribute("data-offline");
if (offline && "serviceWorker" in navigator) void keep(navigator.serviceWorker, new URL(offline, document.baseURI)).catch(() => {});

/**
 * @param {ServiceWorkerContainer} container
 * @param {URL} script
 */
async function keep(container, script) {
  if (container.controller) container.addEventListener("controllerchange", () => location.reload());
  const { waiting } = await container.register(script);
  waiting?.postMessage("take over");
}
