// Answers what the page asks, where there is no server. An answer may come in pieces; the last message has its status.

import init, { Board } from "./board.js";

const ready = init({ module_or_path: new URL("board_bg.wasm", import.meta.url) })
  .then(() => new Board(crypto.getRandomValues(new BigUint64Array(1))[0]));

/**
 * @param {Board} board
 * @param {string} path
 * @param {Uint8Array} body
 * @param {(piece: Uint8Array) => void} hear
 */
function answer(board, path, body, hear) {
  if (path === "/api/unpack") {
    board.unpack(body, hear);
    return { status: 200 };
  }
  const told = path === "/api/analyse" ? board.analyse(body, hear) : board.answer(path, body);
  const { status, body: text, retry_after: retryAfter } = told;
  told.free();
  return { status, body: text, retryAfter };
}

self.addEventListener("message", async ({ data: { id, path, body } }) => {
  try {
    const hear = (/** @type {Uint8Array} */ piece) => self.postMessage({ id, piece }, [piece.buffer]);
    self.postMessage({ id, ...answer(await ready, path, body, hear) });
  } catch (error) {
    // A module that has failed once is of no use any more.
    self.postMessage({ id, failed: String(error) });
  }
});
