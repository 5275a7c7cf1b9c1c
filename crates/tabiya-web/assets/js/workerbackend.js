// @ts-check
// The backend of a static site: web workers answer the requests that a server would. A <meta> element in the page's head says
// whether this is such a page.

const marker = globalThis.document?.querySelector('meta[name="tabiya-worker"]') ?? null;
/** Whether the page is its own backend. */
export const usesWorker = marker !== null;

/** Requests that take long; each gets a worker of its own. */
const LONG = ["/api/analyze", "/api/reply", "/api/draw", "/api/index", "/api/decompress"];
/** Idle workers that are kept for the next long request; their transposition tables stay filled. */
const MAX_IDLE = 2;

/** @typedef {{ status: number, body?: string, retryAfter?: number }} End */
/** @typedef {{ add: (piece: Uint8Array<ArrayBuffer>) => void, close: (end: End) => void, fail: (reason: unknown) => void }} PendingRequest */

class BackendWorker {
  constructor() {
    this.worker = new Worker(new URL(marker?.getAttribute("content") ?? "", document.baseURI), { type: "module" });
    /** @type {Map<number, PendingRequest>} */
    this.pending = new Map();
    this.lastId = 0;
    this.isOver = false;
    this.worker.addEventListener("message", ({ data: { id, piece, failed, ...end } }) => {
      if (failed !== undefined) return this.end(new TypeError(failed));
      const request = this.pending.get(id);
      if (piece !== undefined) return request?.add(piece);
      this.pending.delete(id);
      request?.close(end);
    });
    this.worker.addEventListener("error", () => this.end(new TypeError("the worker failed")));
  }

  /**
   * @param {string} path
   * @param {Uint8Array<ArrayBuffer>} body
   * @param {() => void} [onEnd] Called when the response is complete, or will not come.
   * @returns {Promise<Response>}
   */
  request(path, body, onEnd = () => {}) {
    return new Promise((done, fail) => {
      this.lastId += 1;
      this.pending.set(this.lastId, pendingRequest(done, fail, onEnd));
      this.worker.postMessage({ id: this.lastId, path, body }, [body.buffer]);
    });
  }

  /**
   * Ends the worker. A worker that is searching receives no messages, so this is also how to stop a search.
   * @param {unknown} reason
   */
  end(reason) {
    this.isOver = true;
    this.worker.terminate();
    for (const request of this.pending.values()) request.fail(reason);
    this.pending.clear();
  }
}

/**
 * Turns messages into a response, complete or as a stream.
 * @param {(response: Response) => void} done
 * @param {(reason: unknown) => void} fail
 * @param {() => void} onEnd
 * @returns {PendingRequest}
 */
function pendingRequest(done, fail, onEnd) {
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
      onEnd();
    },
    fail(reason) {
      stream?.error(reason);
      fail(reason);
      onEnd();
    },
  };
}

/** @param {End} end */
function respond({ status, body, retryAfter }) {
  const headers = new Headers({ "content-type": "application/json" });
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  return new Response(body, { status, headers });
}

/** @type {BackendWorker | null} Answers short requests and holds the book. */
let first = null;
/** @type {BackendWorker[]} */
const idle = [];
/** The name of the first worker's session; a reloaded page has another. */
let session = "";

/**
 * Answers a request as a server would.
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
    return respond({ status: 410, body: JSON.stringify({ error: "the session has ended" }) });
  }
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  signal?.throwIfAborted();
  if (LONG.includes(path.split("?")[0])) return runLongRequest(path, bytes, signal ?? null);
  first ??= new BackendWorker();
  const response = first.request(path, bytes);
  return new Promise((done, fail) => {
    signal?.addEventListener("abort", () => fail(signal.reason));
    response.then(done, fail);
  });
}

/**
 * Answers a long request with a worker that has no other request.
 * @param {string} path
 * @param {Uint8Array<ArrayBuffer>} body
 * @param {AbortSignal | null} signal
 */
function runLongRequest(path, body, signal) {
  const worker = idle.pop() ?? new BackendWorker();
  const stop = () => worker.end(signal?.reason);
  signal?.addEventListener("abort", stop);
  return worker.request(path, body, () => {
    signal?.removeEventListener("abort", stop);
    if (worker.isOver) return;
    if (idle.length < MAX_IDLE) idle.push(worker);
    else worker.end(null);
  });
}

// After the first visit the page works offline. A waiting new version takes over when no other page uses the old one; then this
// page is reloaded.
const offline = marker?.getAttribute("data-offline");
if (offline && "serviceWorker" in navigator) void keepOffline(navigator.serviceWorker, new URL(offline, document.baseURI)).catch(() => {});

/**
 * @param {ServiceWorkerContainer} container
 * @param {URL} script
 */
async function keepOffline(container, script) {
  if (container.controller) container.addEventListener("controllerchange", () => location.reload());
  const { waiting } = await container.register(script);
  waiting?.postMessage("take over");
}
