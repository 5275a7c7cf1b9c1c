// @ts-check
// Puts the page together: a game, a board that shows it, and panels that explain it.

import { Board } from "./board.js";
import { BookPanel } from "./book.js";
import { Clock } from "./clock.js";
import { button, byId, copy, toast } from "./dom.js";
import { EnginePanel } from "./engine.js";
import { FilesPanel } from "./files.js";
import { Game } from "./game.js";
import { Roads, showDialects, showParts } from "./identity.js";
import { KeyPanel } from "./key.js";
import { loadMen } from "./men.js";
import { showMoves } from "./moves.js";
import { openNewGame } from "./newgame.js";
import { Opponent } from "./opponent.js";
import { choosePromotion } from "./promotion.js";
import { showClock, showRepetition } from "./repetition.js";
import { Refusal } from "./server.js";
import { showStatus, showStrips, statusText } from "./status.js";
import { wireTabs } from "./tabs.js";
import { wireTheme } from "./theme.js";

wireTheme();
wireTabs();

const game = new Game();
const keyPanel = new KeyPanel(byId("key"), byId("dialect"), (dialect) => void attempt(() => game.speak(dialect)));
const board = new Board(byId("board"), (moves, square) => void play(moves, square), (square) => keyPanel.pointAt(square));
const clock = new Clock(game, showSides);
const opponent = new Opponent(game, clock, showSides);
const roads = new Roads(game);
const enginePanel = new EnginePanel(byId("panel-engine"), game, (moves) => board.point(moves));
const bookPanel = new BookPanel(byId("panel-book"), game, (uci) => void attempt(() => game.play(uci)), (found) => roads.setBook(found));
const filesPanel = new FilesPanel(byId("panel-files"), game);

/**
 * @param {import("./types.js").LegalMove[]} moves
 * @param {Element} square
 */
async function play(moves, square) {
  const { now, saved } = game;
  const move = moves.length === 1 || !now ? moves[0] : await choosePromotion(moves, now.turn, saved.variant, square);
  if (move) await attempt(() => game.play(move.uci));
  else board.cancel();
}

/**
 * Does what a person asked for; if the server refuses, says why.
 * @param {() => Promise<unknown>} deed
 */
async function attempt(deed) {
  try {
    await deed();
  } catch (error) {
    board.cancel();
    if (error instanceof Refusal) toast(error.message);
    else throw error;
  }
}

function showBoard() {
  const { now, saved, plies } = game;
  if (!now) return;
  const mayMove = saved.mode.kind === "free" || (!game.isEnginesTurn && game.isAtEnd && !game.isOver);
  const last = saved.at > 0 ? plies[saved.at - 1].uci : "";
  board.show({
    variant: saved.variant, men: now.men, legal: mayMove ? now.legal : [], check: now.check, flipped: saved.flipped,
    last: last === "" ? [] : [last.slice(0, 2), last.slice(2, 4)], again: now.times > 1,
  });
}

function showKey() {
  const { now, saved, plies, startKey } = game;
  if (!now) return;
  const ply = saved.at > 0 ? plies[saved.at - 1] : null;
  const before = saved.at > 1 ? plies[saved.at - 2].key : saved.at === 1 ? startKey : null;
  keyPanel.show(now, before, ply?.toggled ?? [], saved.variant, saved.dialect);
  showDialects(game, (dialect) => void attempt(() => game.speak(dialect)));
}

function showSides() {
  showStrips(game, clock, opponent.thinking !== null);
}

function showControls() {
  const { saved } = game;
  button("go-first").disabled = button("go-back").disabled = saved.at === 0;
  button("go-last").disabled = button("go-on").disabled = game.isAtEnd;
  button("undo").disabled = saved.moves.length === 0;
  button("redo").disabled = saved.redo.length === 0;
}

function announce() {
  const { saved, plies } = game;
  const ply = saved.at > 0 ? plies[saved.at - 1] : null;
  const times = ply && ply.times > 1 ? ` This position stands ${ply.times} times.` : "";
  byId("announcer").textContent = ply ? `${ply.san}. ${statusText(game)}${times}` : statusText(game);
}

game.addEventListener("change", () => {
  if (!game.now) return;
  showBoard();
  showKey();
  showMoves(byId("moves"), game);
  showRepetition(byId("repetition"), game);
  showClock(byId("clock-heading"), byId("clock-panel"), game);
  showParts(game);
  showControls();
  announce();
  clock.turn();
  showStatus(game);
  filesPanel.refresh();
  void roads.refresh();
  void bookPanel.refresh();
  enginePanel.moved();
  void opponent.turn();
});

game.addEventListener("key", showKey);

game.addEventListener("wait", () => byId("board").setAttribute("aria-busy", String(game.isWaiting)));

game.addEventListener("view", () => {
  showBoard();
  if (game.saved.ending) announce();
  showStatus(game);
  showSides();
});

/** Against the engine a person takes back both halves. */
function pliesToTakeBack() {
  const isPersonsTurn = game.saved.mode.kind === "engine" && !game.isEnginesTurn;
  return isPersonsTurn && game.isAtEnd ? 2 : 1;
}

/** @type {[string, string, () => unknown][]} Button, key, deed. */
const deeds = [
  ["go-first", "Home", () => game.go(0)],
  ["go-back", ",", () => game.go(game.saved.at - 1)],
  ["go-on", ".", () => game.go(game.saved.at + 1)],
  ["go-last", "End", () => game.go(game.saved.moves.length)],
  ["undo", "u", () => game.undo(pliesToTakeBack())],
  ["redo", "r", () => game.redo(game.saved.mode.kind === "engine" ? 2 : 1)],
  ["flip", "f", () => game.note({ flipped: !game.saved.flipped })],
  ["new-game-button", "n", () => openNewGame(game)],
];
for (const [id, , deed] of deeds) button(id).addEventListener("click", () => void attempt(async () => deed()));
document.addEventListener("keydown", (event) => {
  const target = event.target;
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const found = deeds.find(([, key]) => key === event.key);
  if (!found) return;
  event.preventDefault();
  void attempt(async () => found[2]());
});
button("copy-key").addEventListener("click", () => void copy(game.now?.key ?? "", "key"));

await loadMen();
await attempt(() => game.restore());
