// @ts-check
// Creates the page: a game, a board and panels, and connects them.

import { ignoreDropped } from "./actionqueue.js";
import { Board } from "./board.js";
import { BookPanel } from "./book.js";
import { Clock } from "./clock.js";
import { announce, button, byId, capital, copy, fill, h, toast } from "./dom.js";
import { Drawing } from "./drawing.js";
import { openEditor } from "./editor.js";
import { EnginePanel } from "./engine.js";
import { EvaluationBar } from "./evaluation.js";
import { ExplorerPanel } from "./explorer.js";
import { FilesPanel } from "./files.js";
import { Game } from "./game.js";
import { MoveOrders, showDialects, showParts } from "./identity.js";
import { KeyPanel } from "./key.js";
import { showMoves, showOpening, wireMoves } from "./moves.js";
import { openNewGame } from "./newgame.js";
import { NotesPanel } from "./notes.js";
import { openFound, openLink } from "./opengame.js";
import { Opponent } from "./opponent.js";
import { Pencil } from "./pencil.js";
import { startPending } from "./pending.js";
import { loadPieces } from "./pieces.js";
import { Preview } from "./preview.js";
import { choosePromotion } from "./promotion.js";
import { mayRedo, mayUndo, whyLocked } from "./referee.js";
import { showClock, showRepetition } from "./repetition.js";
import { RequestError, retryDelay } from "./request.js";
import { Review } from "./review.js";
import { settings } from "./settings.js";
import { openSettings } from "./settingsdialog.js";
import { drawnOnSquares } from "./shapes.js";
import { enable, wireDropping, wireShortcuts, wireWheel } from "./shortcuts.js";
import { Sound } from "./sound.js";
import { showStatus, showStrips, statusText } from "./status.js";
import { wireFold, wireTabs } from "./tabs.js";
import { wireTheme } from "./theme.js";

const endLoading = startPending();
wireTheme();
wireTabs();
wireFold("key");

const game = new Game();
const keyPanel = new KeyPanel(byId("key"), byId("key-body"), byId("dialect"), (dialect) => attempt(() => game.setDialect(dialect)));
const board = new Board(byId("board"), (moves, square) => void play(moves, square), (square) => keyPanel.pointAt(square), announce);
const drawing = new Drawing(game, (action) => void attempt(action), () => showBoard());
const pencil = new Pencil(board, { draw: (shape) => drawing.draw(shape), cycle: (place) => drawing.cycle(place), clear: () => drawing.clear() });
const moveOrders = new MoveOrders(game);
const preview = new Preview(game, (looked) => showBoard(looked));
const evaluationBar = new EvaluationBar(game, () => review.found);
const enginePanel = new EnginePanel(byId("panel-engine"), game, {
  point: (moves) => board.point(moves), play: (moves) => void attempt(() => game.playLine(moves)), preview: (moves) => void preview.show(moves),
  evaluate: (best) => game.now && evaluationBar.setAnalyzed(best),
});
const bookPanel = new BookPanel(byId("panel-book"), game, (uci) => attempt(() => game.play(uci)), (found) => moveOrders.setBook(found));
const explorerPanel = new ExplorerPanel(byId("panel-explorer"), byId("tab-explorer"), game, {
  play: (uci) => attempt(() => game.play(uci)), hint: (uci) => board.hint(uci), open: (found, pgn, ply) => openFound(game, found, pgn, ply),
});
const filesPanel = new FilesPanel(byId("panel-files"), byId("tab-files"), game, explorerPanel);
const review = new Review(byId("review"), byId("panel-engine"), game, enginePanel.effort);
const notesPanel = new NotesPanel(byId("notes"), game, (action) => void attempt(action));
// These must receive the events of the game before the page is redrawn: it shows their state.
new Sound(game);
const clock = new Clock(game, showSides);
const opponent = new Opponent(game, clock, showSides);

/**
 * @param {import("./types.js").LegalMove[]} moves
 * @param {Element} square
 */
async function play(moves, square) {
  const { now, saved } = game;
  const move = moves.length === 1 || !now ? moves[0] : await choosePromotion(moves, now.turn, saved.variant, square);
  if (move) attempt(() => game.play(move.uci));
  else board.cancel();
}

/**
 * Runs a user's action and reports an error.
 * @param {() => unknown} action
 */
async function attempt(action) {
  try {
    await action();
  } catch (error) {
    board.cancel();
    showBoard();
    if (error instanceof RequestError) toast(error.message);
    else ignoreDropped(error);
  }
}

/** @param {import("./preview.js").Looked | null} [looked] A position to preview. */
function showBoard(looked = null) {
  const { now, saved, plies } = game;
  if (!now) return;
  if (looked !== null) {
    const { now: then, uci } = looked;
    board.show({
      variant: saved.variant, pieces: then.pieces, legal: [], check: then.check, flipped: saved.flipped, last: [uci.slice(0, 2), uci.slice(2, 4)],
      isRepeated: false, why: "The board shows a preview of an engine line.",
    });
    pencil.show([]);
    return;
  }
  const why = whyLocked(game);
  const { shapes } = drawing;
  const last = now.ply > 0 ? plies[now.ply - 1]?.uci ?? "" : "";
  board.show({
    variant: saved.variant, pieces: now.pieces, legal: why === null && !game.isMoving ? now.legal : [], check: now.check,
    flipped: saved.flipped, last: last === "" ? [] : [last.slice(0, 2), last.slice(2, 4)], isRepeated: now.times > 1, why,
    drawn: drawnOnSquares(shapes),
  });
  pencil.show(shapes);
}

function showKey() {
  const { now, saved, plies, startKey, at } = game;
  if (!now) return;
  const before = at > 1 ? plies[at - 2].key : at === 1 ? startKey : null;
  keyPanel.show(now, before, at > 0 ? plies[at - 1].toggled : [], saved.variant, saved.dialect);
}

/** Updates the first tab if it is visible. */
function showIdentity() {
  if (byId("panel-identity").hidden || !game.now) return;
  showRepetition(byId("repetition"), game);
  showClock(byId("clock-heading"), byId("clock-panel"), game);
  showDialects(game, (dialect) => attempt(() => game.setDialect(dialect)));
  showParts(game);
  void moveOrders.refresh();
}

function showSides() {
  showStrips(game, clock, opponent.state);
}

function showControls() {
  const { saved } = game;
  enable("go-first", saved.at > 0);
  enable("go-back", saved.at > 0);
  enable("go-last", !game.isAtEnd);
  enable("go-on", !game.isAtEnd);
  enable("undo", mayUndo(game));
  enable("redo", mayRedo(game));
}

function announcePosition() {
  const ply = game.at > 0 ? game.plies[game.at - 1] : null;
  const times = ply && ply.times > 1 ? ` This position has occurred ${ply.times} times.` : "";
  announce(ply ? `${ply.san}. ${statusText(game)}${times}` : statusText(game));
}

/** The position announced last: annotations and drawings do not change it. */
let announced = "";

game.addEventListener("change", () => {
  if (!game.now) return;
  const isAnother = announced !== (announced = drawing.positionId);
  // By tag name: the selector "main.loading" would search all moves of the list.
  document.querySelector("main")?.classList.remove("loading");
  showBoard();
  showKey();
  showMoves(byId("moves"), game);
  notesPanel.refresh();
  review.refresh();
  showOpening(byId("opening"), game);
  showIdentity();
  showControls();
  if (isAnother) announcePosition();
  showStatus(game);
  showSides();
  filesPanel.refresh();
  void bookPanel.refresh();
  void explorerPanel.refresh();
  if (isAnother) enginePanel.moved();
});

game.addEventListener("key", () => {
  showKey();
  showIdentity();
});
byId("panel-identity").addEventListener("shown", showIdentity);
byId("review").addEventListener("found", () => evaluationBar.show());

game.addEventListener("wait", () => {
  byId("board").setAttribute("aria-busy", String(game.isWaiting));
  if (game.isMoving) board.hold();
});

game.addEventListener("view", () => {
  showBoard();
  if (game.saved.ending) announcePosition();
  showStatus(game);
  showSides();
  showControls();
  showMoves(byId("moves"), game);
  notesPanel.refresh();
  bookPanel.redraw();
  explorerPanel.redraw();
  evaluationBar.show();
});

wireMoves(byId("moves"), game);
wireShortcuts([
  { id: "go-first", keys: ["Home"], action: () => game.go(() => 0) },
  { id: "go-back", keys: [",", "ArrowLeft"], action: () => game.go((at) => at - 1) },
  { id: "go-on", keys: [".", "ArrowRight"], action: () => game.go((at) => at + 1) },
  { id: "go-last", keys: ["End"], action: () => game.go((_, length) => length) },
  { id: null, keys: ["ArrowUp"], action: () => game.goAside(-1) },
  { id: null, keys: ["ArrowDown"], action: () => game.goAside(1) },
  { id: "undo", keys: ["u"], action: () => game.undo() },
  { id: "redo", keys: ["r"], action: () => game.redo() },
  { id: "flip", keys: ["f"], action: () => game.note({ flipped: !game.saved.flipped }) },
  { id: null, keys: ["l"], action: () => enginePanel.toggle() },
  { id: "new-game-button", keys: ["n"], action: () => openNewGame(game) },
], (action) => void attempt(action));
wireWheel(byId("board"), (step) => void attempt(() => game.go((at) => at + step)));
button("editor-button").addEventListener("click", () => openEditor(game));
button("settings-button").addEventListener("click", () => openSettings(game));
settings.addEventListener("change", () => void attempt(() => loadPieces(settings.values.pieces)));
button("copy-key").addEventListener("click", () => void copy(game.now?.key ?? "", "key"));

/** Loads the pieces and restores the game. If the server does not respond, reports that and retries. */
async function restoreGame() {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await Promise.all([loadPieces(settings.values.pieces), game.restore()]);
      return;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      const pause = retryDelay(attempt);
      await showRetry(`${capital(error.message)}${/[.?]$/.test(error.message) ? "" : "."} Retrying in ${pause / 1000} s.`, pause);
    }
  }
}

/**
 * Reports why there is no game yet, and waits for a time or for the button.
 * @param {string} text
 * @param {number} pause
 */
async function showRetry(text, pause) {
  byId("status").textContent = text;
  announce(text);
  await new Promise((done) => {
    setTimeout(done, pause);
    fill(byId("actions"), h("button", { type: "button", onclick: () => done(undefined) }, "Retry now"));
  });
  fill(byId("actions"));
}

wireDropping((file) => void attempt(() => filesPanel.take(file)));

await restoreGame();
await openLink(game);
window.addEventListener("hashchange", () => void openLink(game));
await explorerPanel.look();
await filesPanel.games.restore();
endLoading();
