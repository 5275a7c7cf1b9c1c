// Answers the page's requests on a static site. A response may be streamed in chunks; the last message has its status.

import init, { Board } from "./board.js";

const ready = init({ module_or_path: new URL("board_bg.wasm", import.meta.url) })
  .then(() => new Board(crypto.getRandomValues(new BigUint64Array(1))[0]));

/**
 * @param {Board} board
 * @param {string} path
 * @param {Uint8Array} body
 * @param {(piece: Uint8Array) => void} onPiece
 */
function answer(board, path, body, onPiece) {
  if (path === "/api/decompress") {
    board.decompress(body, onPiece);
    return { status: 200 };
  }
  const response = path === "/api/analyze" ? board.analyze(body, onPiece) : board.answer(path, body);
  const { status, body: text, retry_after: retryAfter } = response;
  response.free();
  return { status, body: text, retryAfter };
}

self.addEventListener("message", async ({ data: { id, path, body } }) => {
  try {
    const onPiece = (/** @type {Uint8Array} */ piece) => self.postMessage({ id, piece }, [piece.buffer]);
    self.postMessage({ id, ...answer(await ready, path, body, onPiece) });
  } catch (error) {
    // A module that has failed once cannot be used again.
    self.postMessage({ id, failed: String(error) });
  }
});
