// @ts-check
// Whose turn it is, what may be claimed, how it ended; the strips with names, captured pieces and clocks.

import { DroppedAction } from "./actionqueue.js";
import { showTime } from "./clock.js";
import { byId, capital, fill, h, toast, write } from "./dom.js";
import { mayOffer, offerDraw } from "./draw.js";
import { drawPiece, missing } from "./pieces.js";
import { openNewGame } from "./newgame.js";
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
  const against = mode.kind === "engine" ? `against the engine, strength ${mode.level}` : mode.kind === "friend" ? "with a friend" : "just moving";
  write(byId("title"), `${NAMES[saved.variant]} · ${against}`);
  // A claim belongs to the side to move.
  const mayClaim = now.claims.length > 0 && game.isAtEnd && mode.kind !== "free" && !isOver(game) && !isEnginesTurn(game);
  showActions([
    ...(mayClaim ? [{ text: "Claim the draw", deed: () => claim(game), kind: "primary" }] : []),
    ...(mayOffer(game) ? [{ text: "Offer a draw", deed: () => void offerDraw(game), kind: "" }] : []),
    ...(isBeingPlayed(game) ? [{ text: "Resign", deed: () => resign(game), kind: "" }] : []),
    ...(game.isFree && now.outcome === null && (game.at > 0 || saved.start !== null)
      ? [{ text: "Play from here", deed: () => openNewGame(game, { from: "board", kind: "engine", side: now.turn }), kind: "" }] : []),
    ...(!game.isFree && isOver(game) ? [{ text: "Analyse the game", deed: () => analyse(game), kind: "" }] : []),
    ...(!game.isFree && !isBeingPlayed(game) && game.aside?.saved.mode.kind === "free"
      ? [{ text: "Back to the analysis", deed: () => void game.actions.add(() => game.swapAside()).catch(noAnswer), kind: "" }] : []),
  ]);
}

/**
 * Draws the buttons only if they are others: whoever is about to press one shall find it.
 * @param {{ text: string, deed: () => void, kind: string }[]} actions
 */
function showActions(actions) {
  const place = byId("actions");
  const wanted = actions.map(({ text }) => text).join();
  if ([...place.children].map((child) => child.textContent).join() === wanted) return;
  const hadFocus = place.contains(document.activeElement);
  fill(place, ...actions.map(({ text, deed, kind }) => h("button", { type: "button", class: kind, onclick: deed }, text)));
  // The button that was pressed is gone; what it did stands here.
  if (hadFocus) byId("status").focus();
}

/** @param {import("./game.js").Game} game */
export function statusText(game) {
  const { now } = game;
  if (!now) return "";
  const end = endText(game);
  if (end !== null) return end;
  if (game.saved.mode.kind !== "free" && !game.isAtEnd) return `An earlier position. In the game it is ${sideToMove(game)}'s turn.`;
  const turn = `${capital(now.turn)} to move${now.check ? ", in check" : ""}.`;
  if (now.claims.length > 0) return `${turn} A draw can be claimed: ${now.claims.join(" and ")}.`;
  return turn;
}

/**
 * How the game ended, if that is what there is to say here.
 * @param {import("./game.js").Game} game
 */
function endText({ now, saved, isAtEnd, tree, node }) {
  // Mate is mate, whatever a file says.
  if (now?.outcome) return capital(`${now.outcome}${now.winner ? "" : ", a draw"}.`);
  // Whoever just looks through a game wants to know whose turn it was.
  const isSaid = (isAtEnd && tree.isMain(node)) || saved.mode.kind !== "free";
  return saved.ending && isSaid ? capital(`${saved.ending.text}.`) : null;
}

/** @param {import("./game.js").Game} game */
function claim(game) {
  game.note({ ending: { text: `draw claimed: ${game.now?.claims.join(" and ")}`, result: "1/2-1/2" } });
}

/**
 * The game that was played is looked through: nobody plays any more, and every line is kept.
 * @param {import("./game.js").Game} game
 */
function analyse(game) {
  game.take({ ...game.saved, redo: [], mode: { kind: "free" }, timing: null }, null, game.tree.tags).catch(noAnswer);
}

/** @param {unknown} error */
const noAnswer = (error) => {
  if (!(error instanceof DroppedAction)) toast("There was no answer; try again.");
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
 * @param {string} thinking What the engine is doing.
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
      h("span", { class: "taken", "aria-label": taken.length > 0 ? `has taken ${taken.length} pieces` : undefined },
        ...taken.map((piece) => h("span", { class: "piece" }, drawPiece(piece, saved.variant)))),
      timing && h("span", { class: kind, role: "timer", "aria-label": `${color}'s clock` }, showTime(left)));
  }
}
