// @ts-check
// A game as PGN, and as a file to keep.

import { h } from "./dom.js";
import { PGN, ask } from "./server.js";

/**
 * @param {import("./types.js").Saved} saved
 * @param {import("./tree.js").Tree} tree
 * @param {number[]} [path] The nodes to write; all if it is not said.
 * @returns {Promise<string>}
 */
export async function writePgn({ ending, variant, start }, tree, path) {
  const told = await ask("/api/export", { game: { variant, start }, tree: tree.asked(path), tags: tree.tags, result: ending?.result });
  return told.pgn;
}

/**
 * @param {Blob | string} text
 * @param {string} name
 */
export function saveAs(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: PGN }));
  h("a", { href: url, download: name }).click();
  // Not at once: some browsers begin to read it later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
