// @ts-check
// Requests to the server. Every page has a session.

import { startPending, whilePending } from "./pending.js";
import { errorOf, noResponse, send } from "./request.js";
import { renew, session } from "./session.js";

/** The media type of PGN files. */
export const PGN = "application/vnd.chess-pgn";

/**
 * @param {string} path
 * @param {BodyInit} body
 * @param {string} kind
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function post(path, body, kind, signal) {
  for (let attempt = 0; ; attempt += 1) {
    const headers = { "content-type": kind, "tabiya-session": await session() };
    const response = await send(path, { method: "POST", headers, body, signal });
    if (response.ok) return response;
    if (response.status === 410 && attempt === 0) {
      renew();
      continue;
    }
    if ((response.status === 429 || response.status === 503) && attempt < 3) {
      const seconds = Number(response.headers.get("retry-after")) || 1;
      await new Promise((done) => setTimeout(done, seconds * 1000));
      continue;
    }
    throw await errorOf(response);
  }
}

/**
 * Sends a request and returns its response.
 * @param {string} path
 * @param {unknown} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function query(path, request, signal) {
  const fetchJson = async () => (await post(path, JSON.stringify(request), "application/json", signal)).json();
  return path === "/api/reply" ? fetchJson() : whilePending(fetchJson);
}

/**
 * Sends a file.
 * @param {string} path
 * @param {Blob | string} file
 * @param {string} kind
 * @returns {Promise<any>}
 */
export function upload(path, file, kind) {
  return whilePending(async () => (await post(path, file, kind)).json());
}

/**
 * Decompresses a file, as far as it is intact. The last byte of the response is 1 if it is complete.
 * @param {Blob} file
 * @returns {Promise<{ decompressed: Blob, isComplete: boolean }>}
 */
export function decompress(file) {
  return whilePending(() => decompressFile(file));
}

/**
 * @param {Blob} file
 * @returns {Promise<{ decompressed: Blob, isComplete: boolean }>}
 */
async function decompressFile(file) {
  const response = await post("/api/decompress", file, PGN);
  const answer = await response.blob().catch(() => {
    throw noResponse();
  });
  const [last] = new Uint8Array(await answer.slice(-1).arrayBuffer());
  return { decompressed: answer.slice(0, -1), isComplete: last === 1 };
}

/**
 * Receives the events of an analysis until it ends or is aborted.
 * @param {unknown} request
 * @param {AbortSignal} signal
 * @param {(event: import("./types.js").Line | import("./types.js").End) => void} onEvent
 */
export async function streamAnalysis(request, signal, onEvent) {
  const end = startPending();
  try {
    await readLines(request, signal, (event) => {
      onEvent(event);
      end();
    });
  } finally {
    end();
  }
}

/**
 * @param {unknown} request
 * @param {AbortSignal} signal
 * @param {(event: import("./types.js").Line | import("./types.js").End) => void} onEvent
 */
async function readLines(request, signal, onEvent) {
  const response = await post("/api/analyze", JSON.stringify(request), "application/json", signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (event.startsWith("data: ")) onEvent(JSON.parse(event.slice(6)));
    }
  }
}
