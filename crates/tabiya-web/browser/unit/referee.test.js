// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { restoresReplacedGame, isBeingPlayed, isEnginesTurn, isOver, mayRedo, mayUndo, pliesToPlayAgain, pliesToTakeBack, sideToMove, whoResigns, whoseClockRuns, whyLocked } from "../../assets/js/referee.js";
import { fresh } from "../../assets/js/saved.js";
import { timingAt, pressClock, newTiming } from "../../assets/js/timing.js";
import { showTime } from "../../assets/js/clock.js";

/**
 * A game for the referee.
 * @param {object} saved
 * @param {object} more
 * @returns {any}
 */
function game(saved = {}, more = {}) {
  const all = { ...fresh(), ...saved };
  const plies = all.moves.map(() => ({ outcome: null }));
  return {
    saved: all, known: { plies, positions: [{ outcome: null }] }, isAtEnd: true, isMoving: false, isStalled: false,
    isFree: all.mode.kind === "free", tree: { done: [], undone: [] }, replaced: null, ...more,
  };
}

const AGAINST_BLACK = { mode: { kind: "engine", engine: "black", level: 1 } };
const AGAINST_WHITE = { mode: { kind: "engine", engine: "white", level: 1 } };
const FRIEND = { mode: { kind: "friend" } };

test("the side to move counts from the start position's turn", () => {
  assert.equal(sideToMove(game()), "white");
  assert.equal(sideToMove(game({ moves: ["e2e4"] })), "black");
  assert.equal(sideToMove(game({ start: "4k3/8/8/8/8/8/8/4K3 b - - 0 12" })), "black");
});

test("a game is over by its last position or by resignation", () => {
  assert.equal(isOver(game({ moves: ["e2e4"] })), false);
  assert.equal(isOver(game({ ending: { text: "White resigns", result: "0-1" } })), true);
  const mated = game({ moves: ["e2e4"] });
  mated.known.plies[0].outcome = "checkmate";
  assert.equal(isOver(mated), true);
  const stalemate = game();
  stalemate.known.positions[0].outcome = "stalemate";
  assert.equal(isOver(stalemate), true);
});

test("only a game with moves against an opponent is being played", () => {
  assert.equal(isBeingPlayed(game({ moves: ["e2e4"] })), false);
  assert.equal(isBeingPlayed(game({ ...FRIEND, moves: [] })), false);
  assert.equal(isBeingPlayed(game({ ...FRIEND, moves: ["e2e4"] })), true);
});

test("moves are allowed at the end of an unfinished game on the user's turn", () => {
  assert.equal(whyLocked(game({ moves: ["e2e4"] }, { isAtEnd: false })), null);
  assert.equal(whyLocked(game(FRIEND)), null);
  assert.match(String(whyLocked(game(FRIEND, { isAtEnd: false }))), /earlier position/);
  assert.match(String(whyLocked(game({ ...FRIEND, ending: { text: "", result: "0-1" } }))), /over/);
  assert.match(String(whyLocked(game({ ...AGAINST_BLACK, moves: ["e2e4"] }))), /engine's turn/);
  assert.equal(isEnginesTurn(game(AGAINST_WHITE)), true);
  assert.equal(isEnginesTurn(game(AGAINST_BLACK)), false);
});

test("undo against the engine takes back to the user's last move", () => {
  assert.equal(pliesToTakeBack(game({ ...AGAINST_BLACK, moves: ["e2e4", "e7e5"] })), 2);
  assert.equal(pliesToTakeBack(game({ ...AGAINST_BLACK, moves: ["e2e4"] })), 1);
  assert.equal(pliesToTakeBack(game({ ...AGAINST_WHITE, moves: ["e2e4"] })), 0, "the engine's own first move stays");
  assert.equal(pliesToTakeBack(game({ ...FRIEND, moves: ["e2e4", "e7e5"] })), 1);
  assert.equal(pliesToTakeBack(game({ ...FRIEND, moves: [] })), 0);
  assert.equal(pliesToPlayAgain(game({ ...AGAINST_BLACK, redo: ["e2e4", "e7e5"] })), 2);
  assert.equal(pliesToPlayAgain(game({ ...AGAINST_BLACK, redo: ["e2e4"] })), 1);
  assert.equal(pliesToPlayAgain(game({ ...FRIEND, redo: ["e2e4", "e7e5"] })), 1);
});

test("undo and redo of an analysis follow its changes, then the game that was replaced", () => {
  const change = { patches: [], at: 0 };
  assert.deepEqual([mayUndo(game()), mayRedo(game())], [false, false]);
  assert.equal(mayUndo(game({}, { tree: { done: [change], undone: [] } })), true);
  assert.equal(mayRedo(game({}, { tree: { done: [], undone: [change] } })), true);
  const replaced = game({}, { replaced: { isLater: false } });
  assert.deepEqual([restoresReplacedGame(replaced, false), restoresReplacedGame(replaced, true)], [true, false]);
  assert.equal(mayUndo(replaced), true);
  assert.equal(restoresReplacedGame(game({}, { replaced: { isLater: false }, tree: { done: [change], undone: [] } }), false), false);
  assert.equal(mayRedo(game({ ...FRIEND, redo: ["e2e4"] })), true);
});

test("the side to move resigns; against the engine, the user", () => {
  assert.equal(whoResigns(game({ ...FRIEND, moves: ["e2e4"] })), "black");
  assert.equal(whoResigns(game({ ...AGAINST_WHITE, moves: [] })), "black");
});

test("a clock runs from the first move on, and stops while a move is being sent", () => {
  const timing = newTiming(60_000, 0);
  assert.equal(whoseClockRuns(game({ ...FRIEND, timing })), null);
  assert.equal(whoseClockRuns(game({ ...FRIEND, moves: ["e2e4"] })), null);
  assert.equal(whoseClockRuns(game({ ...FRIEND, timing, moves: ["e2e4"] })), "black");
  for (const more of [{ isMoving: true }, { isStalled: true }]) {
    assert.equal(whoseClockRuns(game({ ...FRIEND, timing, moves: ["e2e4"] }, more)), null);
  }
  assert.equal(whoseClockRuns(game({ ...FRIEND, timing, moves: ["e2e4"], ending: { text: "", result: "0-1" } })), null);
});

test("a move earns the increment, except the first, and taking it back restores the clocks", () => {
  let timing = pressClock(newTiming(60_000, 2_000), "white", 1);
  assert.deepEqual(timing?.left, { white: 60_000, black: 60_000 });
  timing = pressClock(timing && { ...timing, left: { white: 60_000, black: 55_000 } }, "black", 2);
  assert.deepEqual(timing?.left, { white: 60_000, black: 57_000 });
  timing = pressClock(timing && { ...timing, left: { white: 1_000, black: 57_000 } }, "white", 3);
  assert.deepEqual(timing?.left, { white: 3_000, black: 57_000 });
  assert.deepEqual(timingAt(timing, 2)?.left, { white: 60_000, black: 57_000 });
  assert.deepEqual(timingAt(timing, 0)?.left, { white: 60_000, black: 60_000 });
  const again = pressClock(timingAt(timing, 2), "white", 3);
  assert.deepEqual(again?.left, { white: 62_000, black: 57_000 });
  assert.equal(again?.past?.length, 4, "times of moves that were taken back are dropped");
  assert.deepEqual([pressClock(null, "white", 1), timingAt(null, 1)], [null, null]);
});

test("times are shown with tenths below twenty seconds", () => {
  const shown = [600_000, 61_000, 20_000, 19_950, 9_310, 1, 0].map(showTime);
  assert.deepEqual(shown, ["10:00", "1:01", "0:20", "0:20.0", "0:09.4", "0:00.1", "0:00.0"]);
});
