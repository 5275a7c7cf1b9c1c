// @ts-check
// The status line, its actions, and the strips with names, captured pieces and clocks.

import { DroppedAction } from "./actionqueue.js";
import { showTime } from "./clock.js";
import { byId, capital, fill, h, toast, write } from "./dom.js";
import { mayOffer, offerDraw } from "./drawoffer.js";
import { openNewGame } from "./newgame.js";
import { drawPiece, missing } from "./pieces.js";
import { isBeingPlayed, isEnginesTurn, isOver, other, sideToMove, whoResigns, whoseClockRuns, winFor } from "./referee.js";
import { revise } from "./revise.js";
import { VARIANTS } from "./variants.js";

/** @typedef {import("./types.js").Color} Color */

const NAMES = Object.fromEntries(VARIANTS);

/** @param {import("./game.js").Game} game */
export function showStatus(game) {
  const { now, saved } = game;
  if (!now) return;
  const status = byId("status");
  write(status, statusText(game));
  status.className = endText(game) !== null ? "over" : now.claims.length > 0 ? "claim" : "";
  const { mode } = saved;
  const against = mode.kind === "engine" ? `against the engine, level ${mode.level}` : mode.kind === "friend" ? "two players" : "Analysis board";
  write(byId("title"), `${NAMES[saved.variant]} · ${against}`);
  // Only the side to move may claim.
  const mayClaim = now.claims.length > 0 && game.isAtEnd && mode.kind !== "free" && !isOver(game) && !isEnginesTurn(game);
  showActions([
    ...(mayClaim ? [{ text: "Claim the draw", action: () => claim(game), kind: "primary" }] : []),
    ...(mayOffer(game) ? [{ text: "Offer a draw", action: () => void offerDraw(game), kind: "" }] : []),
    ...(isBeingPlayed(game) ? [{ text: "Resign", action: () => resign(game), kind: "" }] : []),
    ...(game.isFree && now.outcome === null && (game.at > 0 || saved.start !== null)
      ? [{ text: "Play from here", action: () => playFromHere(game), kind: "" }] : []),
    ...(!game.isFree && isOver(game) ? [{ text: "Analyze the game", action: () => analyze(game), kind: "" }] : []),
    ...(!game.isFree && !isBeingPlayed(game) && game.replaced?.saved.mode.kind === "free"
      ? [{ text: "Back to the analysis", action: () => void game.actions.add(() => game.swapAside()).catch(reportFailure), kind: "" }] : []),
  ]);
}

/**
 * Draws the buttons only if they have changed, so that a button does not move under the pointer.
 * @param {{ text: string, action: () => void, kind: string }[]} actions
 */
function showActions(actions) {
  const place = byId("actions");
  const labels = actions.map(({ text }) => text).join();
  if ([...place.children].map((child) => child.textContent).join() === labels) return;
  const hadFocus = place.contains(document.activeElement);
  fill(place, ...actions.map(({ text, action, kind }) => h("button", { type: "button", class: kind, onclick: action }, text)));
  // The pressed button is gone; its effect is in the status line.
  if (hadFocus) byId("status").focus();
}

/**
 * The button is drawn once for several positions: the side to move is that of the click.
 * @param {import("./game.js").Game} game
 */
function playFromHere(game) {
  openNewGame(game, { from: "board", kind: "engine", side: game.now?.turn ?? "white" });
}

/** @param {import("./game.js").Game} game */
export function statusText(game) {
  const { now } = game;
  if (!now) return "";
  const end = endText(game);
  if (end !== null) return end;
  if (game.saved.mode.kind !== "free" && !game.isAtEnd) return `An earlier position. In the game, ${sideToMove(game)} is to move.`;
  const turn = `${capital(now.turn)} to move${now.check ? ", in check" : ""}.`;
  if (now.claims.length > 0) return `${turn} A draw can be claimed: ${now.claims.map(({ text }) => text).join(" and ")}.`;
  return turn;
}

/**
 * How the game ended, if that applies to the position shown.
 * @param {import("./game.js").Game} game
 */
function endText({ now, saved, isAtEnd, tree, node }) {
  // Checkmate on the board overrides the result of a file.
  if (now?.outcome) return capital(`${now.outcome.text}${now.winner ? "" : ", a draw"}.`);
  // In an analysis the side to move is more useful before the end.
  const isShown = (isAtEnd && tree.isMain(node)) || saved.mode.kind !== "free";
  return saved.ending && isShown ? capital(`${saved.ending.text}.`) : null;
}

/** @param {import("./game.js").Game} game */
function claim(game) {
  game.note({ ending: { text: `draw claimed: ${game.now?.claims.map(({ text }) => text).join(" and ")}`, result: "1/2-1/2" } });
}

/**
 * Turns a finished game into an analysis: all lines are kept.
 * @param {import("./game.js").Game} game
 */
function analyze(game) {
  game.take({ ...game.saved, redo: [], mode: { kind: "free" }, timing: null }, null, game.tree.tags).catch(reportFailure);
}

/** @param {unknown} error */
const reportFailure = (error) => {
  if (!(error instanceof DroppedAction)) toast("No response; try again.");
};

/** @param {import("./game.js").Game} game */
function resign(game) {
  const loser = whoResigns(game);
  const winner = other(loser);
  game.note({ ending: { text: `${loser} resigns, ${winner} wins`, result: winFor(winner) } });
}

/**
 * @param {import("./game.js").Game} game
 * @param {import("./clock.js").Clock} clock
 * @param {string} thinking The state of the engine.
 */
export function showStrips(game, clock, thinking) {
  const { saved, now } = game;
  if (!now) return;
  const { mode, timing } = saved;
  const bottom = saved.flipped ? "black" : "white";
  for (const [id, color] of /** @type {[string, Color][]} */ ([["strip-top", other(bottom)], ["strip-bottom", bottom]])) {
    const isEngine = mode.kind === "engine" && mode.engine === color;
    const name = isEngine ? "Engine" : game.tree.tag(capital(color)) ?? capital(color);
    const taken = missing(game.startPieces, now.pieces, other(color));
    const left = clock.left(color);
    const kind = ["time", whoseClockRuns(game) === color ? "running" : "", timing && left < 20000 ? "low" : ""].join(" ");
    revise(byId(id),
      h("span", { class: `disc of-${color}`, "aria-hidden": "true" }),
      h("span", { class: "name" }, name),
      isEngine && thinking !== "" && h("span", { class: "thinking" }, thinking),
      h("span", { class: "taken", "aria-label": taken.length > 0 ? `captured pieces: ${taken.length}` : undefined },
        ...taken.map((piece) => h("span", { class: "piece" }, drawPiece(piece, saved.variant)))),
      timing && h("span", { class: kind, role: "timer", "aria-label": `${color}'s clock` }, showTime(left)));
  }
}
