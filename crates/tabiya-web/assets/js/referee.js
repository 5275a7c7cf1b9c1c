// @ts-check
// The rules of the page: whose turn it is, who may move, whose clock runs, and what undo takes back. They do not depend on the
// half-move shown, except for moves by hand.

import { halvesBefore } from "./numbering.js";

/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./game.js").Game} Game */

/** @param {Color} color @returns {Color} */
export const other = (color) => (color === "white" ? "black" : "white");

/**
 * The side to move at the end of the game.
 * @param {Game} game
 * @returns {Color}
 */
export function sideToMove({ saved }) {
  return (halvesBefore(saved.start) + saved.moves.length) % 2 === 0 ? "white" : "black";
}

/**
 * Whether the game has ended.
 * @param {Game} game
 */
export function isOver({ saved, known }) {
  const { length } = saved.moves;
  const last = length > 0 ? known.plies[length - 1] : known.positions[0];
  return saved.ending !== null || last?.outcome != null;
}

/**
 * Whether a game is in progress that a new game would end.
 * @param {Game} game
 */
export function isBeingPlayed(game) {
  return game.saved.mode.kind !== "free" && game.saved.moves.length > 0 && !isOver(game);
}

/** @param {Game} game */
export function isEnginesTurn(game) {
  const { mode } = game.saved;
  return mode.kind === "engine" && sideToMove(game) === mode.engine && !isOver(game);
}

/**
 * Why the user cannot move a piece in the position shown; null if moves are allowed.
 * @param {Game} game
 */
export function whyLocked(game) {
  if (game.saved.mode.kind === "free") return null;
  if (isOver(game)) return "The game is over.";
  if (!game.isAtEnd) return "The board shows an earlier position; go to the last move to play on.";
  return isEnginesTurn(game) ? "It is the engine's turn." : null;
}

/**
 * Whose clock runs. No clock runs while a move is being sent, or while the engine does not respond.
 * @param {Game} game
 * @returns {Color | null}
 */
export function whoseClockRuns(game) {
  const { timing, moves } = game.saved;
  if (!timing || moves.length === 0 || isOver(game) || game.isMoving || game.isStalled) return null;
  return sideToMove(game);
}

/**
 * The number of half-moves that undo takes back: against the engine, those since the user's last move.
 * @param {Game} game
 */
export function pliesToTakeBack(game) {
  const { mode, moves } = game.saved;
  const count = mode.kind === "engine" && sideToMove(game) !== mode.engine ? 2 : 1;
  return count <= moves.length ? count : 0;
}

/**
 * The number of half-moves that redo plays again.
 * @param {Game} game
 */
export function pliesToPlayAgain({ saved }) {
  return Math.min(saved.redo.length, saved.mode.kind === "engine" ? 2 : 1);
}

/**
 * Whether there is something to undo: a move of a game that is being played, or a change of the tree.
 * @param {Game} game
 */
export const mayUndo = (game) => (game.isFree ? game.tree.done.length > 0 || restoresReplacedGame(game, false) : pliesToTakeBack(game) > 0);

/** @param {Game} game */
export const mayRedo = (game) => (game.isFree ? game.tree.undone.length > 0 || restoresReplacedGame(game, true) : game.saved.redo.length > 0);

/**
 * Whether undo (or redo, after such an undo) restores the replaced game.
 * @param {Game} game
 * @param {boolean} byRedo
 */
export const restoresReplacedGame = ({ replaced, tree }, byRedo) => replaced?.isLater === byRedo && (byRedo ? tree.undone : tree.done).length === 0;

/**
 * Who loses by resigning.
 * @param {Game} game
 * @returns {Color}
 */
export function whoResigns(game) {
  const { mode } = game.saved;
  return mode.kind === "engine" ? other(mode.engine) : sideToMove(game);
}

/** @param {Color} winner */
export const winFor = (winner) => (winner === "white" ? "1-0" : "0-1");
