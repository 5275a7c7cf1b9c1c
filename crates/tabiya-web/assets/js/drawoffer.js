// @ts-check
// Draw offers. The engine decides by its evaluation; two players at one screen must both agree.

import { confirm } from "./confirm.js";
import { announce, toast } from "./dom.js";
import { isBeingPlayed, isEnginesTurn } from "./referee.js";
import { RequestError } from "./request.js";
import { query } from "./server.js";

/** @typedef {import("./game.js").Game} Game */

/** @type {Record<string, string>} Messages by the engine's reason. */
const REPLIES = {
  claim: "The engine accepts: the draw could be claimed anyway.",
  worse: "The engine accepts the draw.",
  level: "The engine accepts the draw.",
  better: "The engine declines: it evaluates its position as better.",
  early: "The engine declines: it is too early for a draw.",
};

/** The game at the time of the last offer: one offer per move is allowed. */
let offered = "";

/** @param {Game} game */
const gameState = ({ saved }) => JSON.stringify([saved.variant, saved.start, saved.moves]);

/**
 * Whether a draw can be offered: by the side to move, at the last move, once per move.
 * @param {Game} game
 */
export function mayOffer(game) {
  return isBeingPlayed(game) && game.isAtEnd && !isEnginesTurn(game) && offered !== gameState(game);
}

/** @param {Game} game */
export async function offerDraw(game) {
  const subject = gameState(game);
  offered = subject;
  game.emit("view");
  const isAgreed = game.saved.mode.kind === "engine" ? await offerToEngine(game) : await confirmDraw();
  if (!isAgreed || gameState(game) !== subject || !isBeingPlayed(game)) return;
  game.note({ ending: { text: "draw agreed", result: "1/2-1/2" } });
}

function confirmDraw() {
  return confirm({ heading: "Agree to a draw?", text: "The game ends in a draw if both players want it.", no: "Play on", yes: "Draw" });
}

/**
 * @param {Game} game
 * @returns {Promise<boolean>}
 */
async function offerToEngine(game) {
  const { variant, start, moves, mode } = game.saved;
  if (mode.kind !== "engine") return false;
  try {
    const { accepts, why } = await query("/api/draw", { game: { variant, start, moves: moves.join(" ") }, engine: mode.engine, level: mode.level });
    if (accepts) announce(REPLIES[why]);
    else toast(REPLIES[why] ?? "The engine declines.");
    return accepts === true;
  } catch (error) {
    // It can be offered again.
    offered = "";
    game.emit("view");
    toast(error instanceof RequestError ? error.message : "the offer could not be sent");
    return false;
  }
}
