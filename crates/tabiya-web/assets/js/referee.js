// @ts-check
// Who may do what in the game: the one place that says whose turn it is, whether the engine may move, whose clock runs,
// and what is taken back. None of it depends on which half-move the board happens to show, except where a piece is moved
// by hand.

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
 * Whether nobody may move any more.
 * @param {Game} game
 */
export function isOver({ saved, known }) {
  const { length } = saved.moves;
  const last = length > 0 ? known.plies[length - 1] : known.positions[0];
  return saved.ending !== null || last?.outcome != null;
}

/**
 * Whether somebody is in the middle of a game that another start would end.
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
 * Why nobody at this page may move a piece on the board as it stands; null if somebody may.
 * @param {Game} game
 */
export function whyNobodyMoves(game) {
  if (game.saved.mode.kind === "free") return null;
  if (isOver(game)) return "The game is over.";
  if (!game.isAtEnd) return "The board shows an earlier position; go to the last move to play on.";
  return isEnginesTurn(game) ? "It is the engine's turn." : null;
}

/**
 * Whose clock runs. It stands while a move is on its way to the server, and while the engine cannot be reached.
 * @param {Game} game
 * @returns {Color | null}
 */
export function whoseClockRuns(game) {
  const { timing, moves } = game.saved;
  if (!timing || moves.length === 0 || isOver(game) || game.isMoving || game.isStalled) return null;
  return sideToMove(game);
}

/**
 * How many half-moves are taken back at once: against the engine, those since the person last had a choice.
 * @param {Game} game
 */
export function pliesToTakeBack(game) {
  const { mode, moves } = game.saved;
  const count = mode.kind === "engine" && sideToMove(game) !== mode.engine ? 2 : 1;
  return count <= moves.length ? count : 0;
}

/**
 * How many of those taken back are played again at once.
 * @param {Game} game
 */
export function pliesToPlayAgain({ saved }) {
  return Math.min(saved.redo.length, saved.mode.kind === "engine" ? 2 : 1);
}

/**
 * Whether something can be taken back: a move of a game that is played, or a change of its lines.
 * @param {Game} game
 */
export const mayUndo = (game) => (game.isFree ? game.tree.done.length > 0 || bringsBack(game, false) : pliesToTakeBack(game) > 0);

/** @param {Game} game */
export const mayRedo = (game) => (game.isFree ? game.tree.undone.length > 0 || bringsBack(game, true) : game.saved.redo.length > 0);

/**
 * Whether the game that was put aside comes back next: by undo, or once that was done, the other by redo.
 * @param {Game} game
 * @param {boolean} byRedo
 */
export const bringsBack = ({ aside, tree }, byRedo) => aside?.isLater === byRedo && (byRedo ? tree.undone : tree.done).length === 0;

/**
 * Who loses when somebody resigns.
 * @param {Game} game
 * @returns {Color}
 */
export function whoResigns(game) {
  const { mode } = game.saved;
  return mode.kind === "engine" ? other(mode.engine) : sideToMove(game);
}

/** @param {Color} winner */
export const winFor = (winner) => (winner === "white" ? "1-0" : "0-1");
