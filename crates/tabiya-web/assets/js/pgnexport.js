// @ts-check
// Exports a game as PGN, and saves files.

import { h } from "./dom.js";
import { PGN, query } from "./server.js";

/**
 * @param {import("./types.js").Saved} saved
 * @param {import("./tree.js").Tree} tree
 * @param {number[]} [path] The nodes to write; all by default.
 * @returns {Promise<string>}
 */
export async function writePgn({ ending, variant, start }, tree, path) {
  const response = await query("/api/export", { game: { variant, start }, tree: tree.toRequest(path), tags: tree.tags, result: ending?.result });
  return response.pgn;
}

/**
 * @param {Blob | string} text
 * @param {string} name
 */
export function saveAs(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: PGN }));
  h("a", { href: url, download: name }).click();
  // Not at once: some browsers start reading later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
