// @ts-check
// Whose turn it is, what may be claimed, how it ended; the strips with names, captured men and clocks.

import { showTime } from "./clock.js";
import { byId, capital, fill, h } from "./dom.js";
import { other } from "./game.js";
import { drawMan, missing } from "./men.js";

/** @typedef {import("./types.js").Color} Color */

const NAMES = { chess: "Chess", chess960: "Chess960", makruk: "Makruk" };

/** @param {import("./game.js").Game} game */
export function showStatus(game) {
  const { now, saved } = game;
  if (!now) return;
  const status = byId("status");
  const text = statusText(game);
  if (status.textContent !== text) status.textContent = text;
  status.className = endText(game) !== null ? "over" : now.claims.length > 0 ? "claim" : "";
  const { mode } = saved;
  const against = mode.kind === "engine" ? `against the engine, strength ${mode.level}` : mode.kind === "friend" ? "with a friend" : "just moving";
  byId("title").textContent = `${NAMES[saved.variant]} · ${against}`;
  // A claim belongs to the side to move.
  const mayClaim = now.claims.length > 0 && game.isAtEnd && !game.isOver && mode.kind !== "free" && !game.isEnginesTurn;
  const mayResign = mode.kind !== "free" && !game.isOver && saved.moves.length > 0;
  fill(byId("actions"),
    mayClaim && h("button", { type: "button", class: "primary", onclick: () => claim(game) }, "Claim the draw"),
    mayResign && h("button", { type: "button", onclick: () => resign(game) }, "Resign"));
}

/** @param {import("./game.js").Game} game */
export function statusText(game) {
  const { now } = game;
  if (!now) return "";
  const end = endText(game);
  if (end !== null) return end;
  const turn = `${capital(now.turn)} to move${now.check ? ", in check" : ""}.`;
  if (now.claims.length > 0) return `${turn} A draw can be claimed: ${now.claims.join(" and ")}.`;
  return turn;
}

/**
 * How the game ended, if that is what there is to say here.
 * @param {import("./game.js").Game} game
 */
function endText({ now, saved, isAtEnd }) {
  // Mate is mate, whatever a file says.
  if (now?.outcome) return capital(`${now.outcome}${now.winner ? "" : ", a draw"}.`);
  // Whoever just looks through a game wants to know whose turn it was.
  const isSaid = isAtEnd || saved.mode.kind !== "free";
  return saved.ending && isSaid ? capital(`${saved.ending.text}.`) : null;
}

/** @param {import("./game.js").Game} game */
function claim(game) {
  game.note({ ending: { text: `draw claimed: ${game.now?.claims.join(" and ")}`, result: "1/2-1/2" } });
}

/** @param {import("./game.js").Game} game */
function resign(game) {
  const { mode } = game.saved;
  const loser = mode.kind === "engine" ? other(mode.engine) : game.now?.turn ?? "white";
  const winner = other(loser);
  game.note({ ending: { text: `${loser} resigns, ${winner} wins`, result: winner === "white" ? "1-0" : "0-1" } });
}

/**
 * @param {import("./game.js").Game} game
 * @param {import("./clock.js").Clock} clock
 * @param {boolean} isThinking
 */
export function showStrips(game, clock, isThinking) {
  const { saved, now } = game;
  if (!now) return;
  const { mode, timing, tags } = saved;
  const bottom = saved.flipped ? "black" : "white";
  for (const [id, color] of /** @type {[string, Color][]} */ ([["strip-top", other(bottom)], ["strip-bottom", bottom]])) {
    const isEngine = mode.kind === "engine" && mode.engine === color;
    const name = isEngine ? "Engine" : tags[capital(color)] ?? capital(color);
    const taken = missing(game.startMen, now.men, other(color));
    const left = clock.left(color);
    const kind = ["time", clock.running === color ? "running" : "", timing && left < 20000 ? "low" : ""].join(" ");
    fill(byId(id),
      h("span", { class: `disc of-${color}`, "aria-hidden": "true" }),
      h("span", { class: "name" }, name),
      isEngine && isThinking && h("span", { class: "thinking" }, "thinking…"),
      h("span", { class: "taken", "aria-label": taken.length > 0 ? `has taken ${taken.length} men` : undefined },
        ...taken.map((man) => h("span", { class: "piece" }, drawMan(man, saved.variant)))),
      timing && h("span", { class: kind, role: "timer", "aria-label": `${color}'s clock` }, showTime(left)));
  }
}
