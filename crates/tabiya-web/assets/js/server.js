// @ts-check
// Asking the server. Every page has a session of its own.

import { startPending, whilePending } from "./pending.js";
import { noAnswer, refusal, send } from "./request.js";
import { renew, session } from "./session.js";

/** What files of games are called on the way. */
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
    throw await refusal(response);
  }
}

/**
 * Asks a question.
 * @param {string} path
 * @param {unknown} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function ask(path, question, signal) {
  const request = async () => (await post(path, JSON.stringify(question), "application/json", signal)).json();
  return path === "/api/reply" ? request() : whilePending(request);
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
 * Has a file unpacked, as far as that can be done. The last byte of the answer says whether that is all of it.
 * @param {Blob} file
 * @returns {Promise<{ unpacked: Blob, isWhole: boolean }>}
 */
export function unpack(file) {
  return whilePending(() => unpackFile(file));
}

/**
 * @param {Blob} file
 * @returns {Promise<{ unpacked: Blob, isWhole: boolean }>}
 */
async function unpackFile(file) {
  const response = await post("/api/unpack", file, PGN);
  const answer = await response.blob().catch(() => {
    throw noAnswer();
  });
  const [last] = new Uint8Array(await answer.slice(-1).arrayBuffer());
  return { unpacked: answer.slice(0, -1), isWhole: last === 1 };
}

/**
 * Listens to the engine until it ends or the signal comes.
 * @param {unknown} question
 * @param {AbortSignal} signal
 * @param {(event: import("./types.js").Line | import("./types.js").End) => void} hear
 */
export async function listen(question, signal, hear) {
  const end = startPending();
  try {
    await readLines(question, signal, (event) => {
      hear(event);
      end();
    });
  } finally {
    end();
  }
}

/**
 * @param {unknown} question
 * @param {AbortSignal} signal
 * @param {(event: import("./types.js").Line | import("./types.js").End) => void} hear
 */
async function readLines(question, signal, hear) {
  const response = await post("/api/analyse", JSON.stringify(question), "application/json", signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (event.startsWith("data: ")) hear(JSON.parse(event.slice(6)));
    }
  }
}
