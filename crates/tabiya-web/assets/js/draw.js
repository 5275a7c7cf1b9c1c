// @ts-check
// Draw offers. The engine answers by its own evaluation; of two people at one screen both must agree.

import { confirm } from "./confirm.js";
import { announce, toast } from "./dom.js";
import { isBeingPlayed, isEnginesTurn } from "./referee.js";
import { Refusal } from "./request.js";
import { ask } from "./server.js";

/** @typedef {import("./game.js").Game} Game */

/** @type {Record<string, string>} What the engine says to an offer. */
const ANSWERS = {
  claim: "The engine agrees: the draw could be claimed anyway.",
  worse: "The engine agrees to a draw.",
  level: "The engine agrees to a draw.",
  better: "The engine plays on: it thinks it stands better.",
  early: "The engine plays on: there is still much to play for.",
};

/** The game as it was when a draw was offered last: there is one offer a move. */
let offered = "";

/** @param {Game} game */
const about = ({ saved }) => JSON.stringify([saved.variant, saved.start, saved.moves]);

/**
 * Whether a draw can be offered now: with the move, at the board as it stands, once.
 * @param {Game} game
 */
export function mayOffer(game) {
  return isBeingPlayed(game) && game.isAtEnd && !isEnginesTurn(game) && offered !== about(game);
}

/** @param {Game} game */
export async function offerDraw(game) {
  const asked = about(game);
  offered = asked;
  game.tell("view");
  const isAgreed = game.saved.mode.kind === "engine" ? await askEngine(game) : await askFriend();
  if (!isAgreed || about(game) !== asked || !isBeingPlayed(game)) return;
  game.note({ ending: { text: "draw agreed", result: "1/2-1/2" } });
}

function askFriend() {
  return confirm({ heading: "Agree to a draw?", text: "The game ends in a draw if both players want it.", no: "Play on", yes: "Draw" });
}

/**
 * @param {Game} game
 * @returns {Promise<boolean>}
 */
async function askEngine(game) {
  const { variant, start, moves, mode } = game.saved;
  if (mode.kind !== "engine") return false;
  try {
    const { accepts, why } = await ask("/api/draw", { game: { variant, start, moves: moves.join(" ") }, engine: mode.engine, level: mode.level });
    if (accepts) announce(ANSWERS[why]);
    else toast(ANSWERS[why] ?? "The engine plays on.");
    return accepts === true;
  } catch (error) {
    // It can be offered once more.
    offered = "";
    game.tell("view");
    toast(error instanceof Refusal ? error.message : "the offer got lost");
    return false;
  }
}
