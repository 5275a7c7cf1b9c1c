// @ts-check
// Puts the page together: a game, a board that shows it, and panels that explain it.

import { startPending } from "./pending.js";
import { ignoreDropped } from "./actionqueue.js";
import { Board } from "./board.js";
import { BookPanel } from "./book.js";
import { Clock } from "./clock.js";
import { wireDropping } from "./dropping.js";
import { announce, button, byId, copy, toast } from "./dom.js";
import { Drawing } from "./drawing.js";
import { openEditor } from "./editor.js";
import { EnginePanel } from "./engine.js";
import { EvaluationBar } from "./evaluation.js";
import { ExplorerPanel } from "./explorer.js";
import { FilesPanel } from "./files.js";
import { wireFold } from "./fold.js";
import { Game } from "./game.js";
import { Roads, showDialects, showParts } from "./identity.js";
import { KeyPanel } from "./key.js";
import { loadPieces } from "./pieces.js";
import { showMoves, showOpening, wireMoves } from "./moves.js";
import { openLink, openMoves } from "./opening.js";
import { openNewGame } from "./newgame.js";
import { NotesPanel } from "./notes.js";
import { Opponent } from "./opponent.js";
import { Pencil } from "./pencil.js";
import { Preview } from "./preview.js";
import { choosePromotion } from "./promotion.js";
import { mayRedo, mayUndo, whyNobodyMoves } from "./referee.js";
import { showClock, showRepetition } from "./repetition.js";
import { Refusal } from "./request.js";
import { Review } from "./review.js";
import { settings } from "./settings.js";
import { openSettings } from "./settingsdialog.js";
import { drawnOnSquares } from "./shapes.js";
import { enable, wireShortcuts, wireWheel } from "./shortcuts.js";
import { Sound } from "./sound.js";
import { showStatus, showStrips, statusText } from "./status.js";
import { wireTabs } from "./tabs.js";
import { takeUp } from "./takeup.js";
import { wireTheme } from "./theme.js";

const endLoading = startPending();
wireTheme();
wireTabs();
wireFold("key");

const game = new Game();
const keyPanel = new KeyPanel(byId("key"), byId("key-body"), byId("dialect"), (dialect) => attempt(() => game.speak(dialect)));
const board = new Board(byId("board"), (moves, square) => void play(moves, square), (square) => keyPanel.pointAt(square), announce);
const drawing = new Drawing(game, (deed) => void attempt(deed), () => showBoard());
const pencil = new Pencil(board, { draw: (shape) => drawing.draw(shape), drawNext: (place) => drawing.drawNext(place), clear: () => drawing.clear() });
const roads = new Roads(game);
const preview = new Preview(game, (looked) => showBoard(looked));
const evaluationBar = new EvaluationBar(game, () => review.found);
const enginePanel = new EnginePanel(byId("panel-engine"), game, {
  point: (moves) => board.point(moves), play: (moves) => void attempt(() => game.playLine(moves)), preview: (moves) => void preview.show(moves),
  evaluate: (best) => game.now && evaluationBar.think(best),
});
const bookPanel = new BookPanel(byId("panel-book"), game, (uci) => attempt(() => game.play(uci)), (found) => roads.setBook(found));
const explorerPanel = new ExplorerPanel(byId("panel-explorer"), byId("tab-explorer"), game, {
  play: (uci) => attempt(() => game.play(uci)), hint: (uci) => board.hint(uci), open: (found, ply) => openMoves(game, found, ply),
});
const filesPanel = new FilesPanel(byId("panel-files"), byId("tab-files"), game, explorerPanel);
const review = new Review(byId("review"), byId("panel-engine"), game, enginePanel.effort);
const notesPanel = new NotesPanel(byId("notes"), game, (deed) => void attempt(deed));
// These listen to the game before the page is drawn anew: what is drawn is as they say.
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
 * Does what a person asked for; if the server refuses, says why.
 * @param {() => unknown} deed
 */
async function attempt(deed) {
  try {
    await deed();
  } catch (error) {
    board.cancel();
    showBoard();
    if (error instanceof Refusal) toast(error.message);
    else ignoreDropped(error);
  }
}

/** @param {import("./preview.js").Looked | null} [looked] Another position, to be looked at for a while. */
function showBoard(looked = null) {
  const { now, saved, plies } = game;
  if (!now) return;
  if (looked !== null) {
    const { now: then, uci } = looked;
    board.show({
      variant: saved.variant, pieces: then.pieces, legal: [], check: then.check, flipped: saved.flipped, last: [uci.slice(0, 2), uci.slice(2, 4)],
      again: false, why: "The board shows where a line of the engine leads.",
    });
    pencil.show([]);
    return;
  }
  const why = whyNobodyMoves(game);
  const { shapes } = drawing;
  const last = now.ply > 0 ? plies[now.ply - 1]?.uci ?? "" : "";
  board.show({
    variant: saved.variant, pieces: now.pieces, legal: why === null && !game.isMoving ? now.legal : [], check: now.check,
    flipped: saved.flipped, last: last === "" ? [] : [last.slice(0, 2), last.slice(2, 4)], again: now.times > 1, why,
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

/** What stands in the first tab, if it is looked at. */
function showIdentity() {
  if (byId("panel-identity").hidden || !game.now) return;
  showRepetition(byId("repetition"), game);
  showClock(byId("clock-heading"), byId("clock-panel"), game);
  showDialects(game, (dialect) => attempt(() => game.speak(dialect)));
  showParts(game);
  void roads.refresh();
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
  const times = ply && ply.times > 1 ? ` This position stands ${ply.times} times.` : "";
  announce(ply ? `${ply.san}. ${statusText(game)}${times}` : statusText(game));
}

/** The position that was told of last: what is written or drawn beside it is no other position. */
let told = "";

game.addEventListener("change", () => {
  if (!game.now) return;
  const isAnother = told !== (told = drawing.about);
  // The only one: to look for "main.loading" would be to look through every move of the list.
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
  { id: "go-first", keys: ["Home"], deed: () => game.go(() => 0) },
  { id: "go-back", keys: [",", "ArrowLeft"], deed: () => game.go((at) => at - 1) },
  { id: "go-on", keys: [".", "ArrowRight"], deed: () => game.go((at) => at + 1) },
  { id: "go-last", keys: ["End"], deed: () => game.go((_, length) => length) },
  { id: null, keys: ["ArrowUp"], deed: () => game.goAside(-1) },
  { id: null, keys: ["ArrowDown"], deed: () => game.goAside(1) },
  { id: "undo", keys: ["u"], deed: () => game.undo() },
  { id: "redo", keys: ["r"], deed: () => game.redo() },
  { id: "flip", keys: ["f"], deed: () => game.note({ flipped: !game.saved.flipped }) },
  { id: null, keys: ["l"], deed: () => enginePanel.toggle() },
  { id: "new-game-button", keys: ["n"], deed: () => openNewGame(game) },
], (deed) => void attempt(deed));
wireWheel(byId("board"), (step) => void attempt(() => game.go((at) => at + step)));
button("editor-button").addEventListener("click", () => openEditor(game));
button("settings-button").addEventListener("click", () => openSettings(game));
settings.addEventListener("change", () => void attempt(() => loadPieces(settings.liked.pieces)));
button("copy-key").addEventListener("click", () => void copy(game.now?.key ?? "", "key"));

wireDropping((file) => void attempt(() => filesPanel.take(file)));

await takeUp(game);
await openLink(game);
window.addEventListener("hashchange", () => void openLink(game));
await explorerPanel.look();
await filesPanel.games.restore();
endLoading();
