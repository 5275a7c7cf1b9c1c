// @ts-check
// The dialog for a new game: variant, opponent, clock.

import { DroppedAction } from "./actionqueue.js";
import { dialog, fill, h, radioGroup, toast } from "./dom.js";
import { isBeingPlayed, other } from "./referee.js";
import { RequestError } from "./request.js";
import { query } from "./server.js";
import { browserStorage } from "./storage.js";
import { newTiming } from "./timing.js";
import { VARIANTS } from "./variants.js";

/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./types.js").Variant} Variant */

const STORED = "tabiya.new-game";
/** Minutes and seconds per move. */
const CLOCKS = [["none", "No clock"], ["3+2", "3 + 2"], ["5+0", "5 min"], ["10+5", "10 + 5"], ["30+0", "30 min"]];

/**
 * @param {import("./game.js").Game} game
 * @param {Record<string, string>} [preselected] Preselected values.
 */
export function openNewGame(game, preselected = {}) {
  const place = dialog("new-game");
  /** @type {Record<string, string>} */
  const last = { ...lastChoices(), ...preselected, ...(preselected.from === "board" ? { variant: game.saved.variant } : {}) };
  const level = h("input", { type: "range", name: "level", min: 1, max: 8, value: last.level ?? 3, id: "level", oninput: () => name() });
  const levelName = h("output", { for: "level" });
  const name = () => {
    levelName.textContent = `${level.value} of 8`;
    level.setAttribute("aria-valuetext", levelName.textContent);
  };
  const number = h("input", { type: "number", name: "number", min: 0, max: 959, placeholder: "random", id: "number" });
  const engineOnly = h("div", {},
    radioGroup("You play", "side", [["white", "White"], ["black", "Black"], ["random", "Random"]], last.side ?? "white"),
    h("fieldset", {}, h("div", { class: "label" }, h("label", { for: "level" }, "Strength"), " ", levelName), level));
  const from = radioGroup("From", "from", [["start", "the start position"], ["board", "the current position"]], preselected.from ?? "start");
  const chess960Only = h("fieldset", {}, h("label", { class: "label", for: "number" }, "Chess960 number, 0 to 959"), number);
  const clockOnly = radioGroup("Clock", "clock", CLOCKS, last.clock ?? "none");
  const form = h("form", { method: "dialog" },
    h("h2", { id: "new-game-heading" }, "New game"),
    radioGroup("Game", "variant", VARIANTS, last.variant ?? game.saved.variant),
    from, chess960Only,
    radioGroup("Mode", "kind", [["engine", "Play the engine"], ["friend", "Two players"], ["free", "Analysis board"]], last.kind ?? "engine"),
    engineOnly, clockOnly,
    isBeingPlayed(game) && h("p", { class: "note" }, "This ends the current game."),
    h("div", { class: "buttons" },
      h("button", { type: "button", onclick: () => place.close() }, "Cancel"),
      h("button", { type: "submit", class: "primary" }, "Start game")));
  const fit = () => {
    const chosen = new FormData(form);
    const isOnBoard = chosen.get("from") === "board" && chosen.get("variant") === game.saved.variant;
    from.hidden = chosen.get("variant") !== game.saved.variant || (game.at === 0 && game.saved.start === null);
    chess960Only.hidden = chosen.get("variant") !== "chess960" || isOnBoard;
    engineOnly.hidden = chosen.get("kind") !== "engine";
    clockOnly.hidden = chosen.get("kind") === "free";
  };
  form.addEventListener("change", fit);
  form.addEventListener("submit", () => void begin(game, new FormData(form)));
  fill(place, form);
  name();
  fit();
  place.showModal();
}

/**
 * The choices of the last time, if they are stored.
 * @returns {Record<string, string>}
 */
function lastChoices() {
  try {
    return JSON.parse(browserStorage.get(STORED) ?? "{}");
  } catch {
    return {};
  }
}

/**
 * @param {import("./game.js").Game} game
 * @param {FormData} chosen
 */
async function begin(game, chosen) {
  const text = (/** @type {string} */ name) => String(chosen.get(name) ?? "");
  const variant = /** @type {Variant} */ (text("variant"));
  browserStorage.set(STORED, JSON.stringify(Object.fromEntries(chosen)));
  const side = text("side") === "random" ? (Math.random() < 0.5 ? "white" : "black") : /** @type {Color} */ (text("side"));
  const kind = text("kind");
  /** @type {import("./types.js").Mode} */
  const mode = kind === "engine" ? { kind, engine: other(side), level: Number(text("level")) }
    : kind === "friend" ? { kind } : { kind: "free" };
  const [minutes, increment] = text("clock").split("+").map(Number);
  const timing = kind !== "free" && minutes > 0 ? newTiming(minutes * 60_000, increment * 1000) : null;
  try {
    const start = await startOf(game, variant, text("from"), text("number"));
    await game.begin({ variant, start, mode, timing, flipped: kind === "engine" && side === "black" });
  } catch (error) {
    if (error instanceof DroppedAction) return;
    toast(error instanceof RequestError ? error.message : "The server did not respond; try again.");
  }
}

/**
 * The start of the new game: a FEN, or null for the standard start position.
 * @param {import("./game.js").Game} game
 * @param {Variant} variant
 * @param {string} from
 * @param {string} typed The number of a Chess960 start; random if empty.
 * @returns {Promise<string | null>}
 */
async function startOf(game, variant, from, typed) {
  if (from === "board" && variant === game.saved.variant && game.now) return game.now.fen;
  if (variant !== "chess960") return null;
  const number = typed === "" ? Math.floor(Math.random() * 960) : Number(typed);
  return (await query("/api/start", { variant, number })).fen;
}
