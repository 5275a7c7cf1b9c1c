// @ts-check
// Opens games from files, databases and links.

import { ignoreDropped } from "./actionqueue.js";
import { confirmEnd } from "./confirm.js";
import { byId, toast } from "./dom.js";
import { BadLink, readLink } from "./link.js";
import { ROOT, tagOf } from "./nodes.js";
import { whilePending } from "./pending.js";
import { RequestError } from "./request.js";
import { query } from "./server.js";
import { Tree } from "./tree.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Variant} Variant */

/**
 * Opens a game of a database.
 * @param {Game} game
 * @param {import("./types.js").FoundGame} found
 * @param {string | null} pgn The game with comments and variations, if it has any.
 * @param {number} at The half-move to show.
 */
export async function openFound(game, { variant, start: first, moves: text, tags, result }, pgn, at) {
  if (variant === null) return;
  if (pgn !== null) return openPgn(game, async () => pgn, variant, { ply: at });
  if (!(await confirmEnd(game))) return;
  const start = startOf(variant, first, tags);
  await game.begin({ variant, start, moves: text === "" ? [] : text.split(" "), ending: endingOf(result), at }, null, tags);
  showBoard();
}

/**
 * Opens a game of a PGN with variations and comments.
 * @param {Game} game
 * @param {() => Promise<string>} read Returns the PGN.
 * @param {string} variant The variant if the PGN has no Variant tag.
 * @param {{ node?: number | null, ply?: number, listed?: import("./types.js").Saved["listed"] }} [which] The move to show, by its index in
 *   a walk through the tree or by its half-move; the last of the game by default. The game's place in a list.
 */
export async function openPgn(game, read, variant, { node = null, ply, listed = null } = {}) {
  if (!(await confirmEnd(game))) return;
  await game.beginLoaded(async () => {
    /** @type {import("./types.js").TreeResponse} */
    const response = await query("/api/tree", { pgn: await read(), variant });
    const tree = Tree.fromResponse(response);
    const target = node === 0 ? ROOT : tree.walk()[(node ?? NaN) - 1];
    const isShown = target !== undefined && !tree.isBeyond(target);
    const moves = tree.lineThrough(isShown ? target : ROOT).map((id) => tree.nodes[id].uci);
    const at = isShown ? tree.pathTo(target).length : ply;
    if (response.faults.length > 0) toast(`Part of this game could not be read: ${response.faults[0]}${response.faults.length > 1 ? `; and ${response.faults.length - 1} more` : ""}`);
    return { game: { variant: response.variant, start: startOf(response.variant, response.start, response.tags), moves, ending: endingOf(response.result), at, listed, ...(listed && { flipped: game.saved.flipped }) }, tree };
  });
  showBoard();
}

/**
 * Opens an edited game.
 * @param {Game} game
 * @param {{ saved: import("./types.js").Saved, tree: Tree }} stored
 */
export async function openEdited(game, { saved, tree }) {
  if (!(await confirmEnd(game))) return;
  await game.begin({ ...saved, flipped: game.saved.flipped }, tree);
  showBoard();
}

/** On a phone the board is above the lists of games. */
const showBoard = () => byId("board").scrollIntoView({ block: "nearest" });

/**
 * Opens the game of a link and removes the hash: a reload restores the board as it is.
 * @param {Game} game
 */
export async function openLink(game) {
  const { hash, pathname, search } = location;
  if (hash === "") return;
  history.replaceState(history.state, "", pathname + search);
  try {
    const linked = await whilePending(() => readLink(hash));
    if (linked === null) return;
    const { replaced } = game;
    const variant = /** @type {Variant} */ (linked.variant ?? "chess");
    if (linked.kind === "pgn") await openPgn(game, async () => linked.pgn, variant, { node: linked.node });
    else if (await confirmEnd(game)) await game.begin({ variant, start: linked.fen });
    if (game.replaced !== null && game.replaced !== replaced) toast("Opened the game of the link. Undo restores the previous game.");
  } catch (error) {
    if (!(error instanceof BadLink || error instanceof RequestError)) return ignoreDropped(error);
    toast(`This link cannot be opened: ${error.message}`);
  }
}

/**
 * The start position, or null if it is the standard one.
 * @param {Variant} variant
 * @param {string | null} start
 * @param {[string, string][]} tags
 */
const startOf = (variant, start, tags) => (tagOf(tags, "FEN") !== undefined || variant === "chess960" ? start : null);

/** @param {string} result */
const endingOf = (result) => (result === "*" ? null : { text: `result: ${result === "1/2-1/2" ? "½–½" : result.replace("-", "–")}`, result });
