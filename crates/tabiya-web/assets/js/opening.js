// @ts-check
// Puts a game on the board that comes from a file, a database or a link.

import { whilePending } from "./pending.js";
import { ignoreDropped } from "./actionqueue.js";
import { mayEnd } from "./confirm.js";
import { byId, toast } from "./dom.js";
import { BadLink, readLink } from "./link.js";
import { ROOT, tagOf } from "./nodes.js";
import { Refusal } from "./request.js";
import { ask } from "./server.js";
import { Tree } from "./tree.js";

/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./types.js").Variant} Variant */

/**
 * Opens a game of moves alone.
 * @param {Game} game
 * @param {import("./types.js").FoundGame} found
 * @param {number} [at] The half-move to show; the last if it is not said.
 */
export async function openMoves(game, { variant, start: first, moves: text, tags, result }, at) {
  if (variant === null || !(await mayEnd(game))) return;
  const start = startOf(variant, first, tags);
  await game.begin({ variant, start, moves: text === "" ? [] : text.split(" "), ending: endingOf(result), at }, null, tags);
  showBoard();
}

/**
 * Opens the game of a PGN with all its lines, and what is said of them.
 * @param {Game} game
 * @param {() => Promise<string>} read The PGN.
 * @param {string} variant What it is if it does not say.
 * @param {{ node?: number | null, ply?: number, listed?: import("./types.js").Saved["listed"] }} [which] Which move to show, in the order of a walk through
 *   the tree or by its half-move of the game; the last of the game if it is not said. Where the game is listed.
 */
export async function openPgn(game, read, variant, { node = null, ply, listed = null } = {}) {
  if (!(await mayEnd(game))) return;
  await game.beginAsked(async () => {
    /** @type {import("./types.js").TreeTold} */
    const told = await ask("/api/tree", { pgn: await read(), variant });
    const tree = Tree.ofTold(told);
    const wanted = node === 0 ? ROOT : tree.walk()[(node ?? NaN) - 1];
    const isShown = wanted !== undefined && !tree.isBeyond(wanted);
    const moves = tree.lineThrough(isShown ? wanted : ROOT).map((id) => tree.nodes[id].uci);
    const at = isShown ? tree.pathTo(wanted).length : ply;
    if (told.faults.length > 0) toast(`Not all of this game can be read: ${told.faults[0]}${told.faults.length > 1 ? `; and ${told.faults.length - 1} more` : ""}`);
    return { game: { variant: told.variant, start: startOf(told.variant, told.start, told.tags), moves, ending: endingOf(told.result), at, listed, ...(listed && { flipped: game.saved.flipped }) }, tree };
  });
  showBoard();
}

/**
 * Opens a game as it was left.
 * @param {Game} game
 * @param {{ saved: import("./types.js").Saved, tree: Tree }} kept
 */
export async function openKept(game, { saved, tree }) {
  if (!(await mayEnd(game))) return;
  await game.begin({ ...saved, flipped: game.saved.flipped }, tree);
  showBoard();
}

/** On a phone the board is above the lists one opens games from. */
const showBoard = () => byId("board").scrollIntoView({ block: "nearest" });

/**
 * Opens what an address leads to. The address then is that of the board again: a reload shows the board as it is.
 * @param {Game} game
 */
export async function openLink(game) {
  const { hash, pathname, search } = location;
  if (hash === "") return;
  history.replaceState(history.state, "", pathname + search);
  try {
    const linked = await whilePending(() => readLink(hash));
    if (linked === null) return;
    const { aside } = game;
    const variant = /** @type {Variant} */ (linked.variant ?? "chess");
    if (linked.kind === "pgn") await openPgn(game, async () => linked.pgn, variant, { node: linked.node });
    else if (await mayEnd(game)) await game.begin({ variant, start: linked.fen });
    if (game.aside !== null && game.aside !== aside) toast("This is the link's game. Undo brings back the one that was on the board.");
  } catch (error) {
    if (!(error instanceof BadLink || error instanceof Refusal)) return ignoreDropped(error);
    toast(`This link cannot be opened: ${error.message}`);
  }
}

/**
 * A start that need not be told is none.
 * @param {Variant} variant
 * @param {string | null} start
 * @param {[string, string][]} tags
 */
const startOf = (variant, start, tags) => (tagOf(tags, "FEN") !== undefined || variant === "chess960" ? start : null);

/** @param {string} result */
const endingOf = (result) => (result === "*" ? null : { text: `the file says ${result}`, result });
