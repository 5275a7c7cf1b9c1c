// @ts-check
// The dialog for a new game: which game, against whom, with what clock.

import { DroppedAction } from "./actionqueue.js";
import { choices } from "./choices.js";
import { dialog, fill, h, toast } from "./dom.js";
import { ofBrowser } from "./memory.js";
import { isBeingPlayed, other } from "./referee.js";
import { Refusal } from "./request.js";
import { ask } from "./server.js";
import { wound } from "./timing.js";
import { VARIANTS } from "./variants.js";

/** @typedef {import("./types.js").Color} Color */
/** @typedef {import("./types.js").Variant} Variant */

const STORED = "tabiya.new-game";
/** Minutes and seconds a move. */
const CLOCKS = [["none", "No clock"], ["3+2", "3 + 2"], ["5+0", "5 min"], ["10+5", "10 + 5"], ["30+0", "30 min"]];

/**
 * @param {import("./game.js").Game} game
 * @param {Record<string, string>} [wished] What is to be chosen already.
 */
export function openNewGame(game, wished = {}) {
  const place = dialog("new-game");
  /** @type {Record<string, string>} */
  const last = { ...lastChoices(), ...wished, ...(wished.from === "board" ? { variant: game.saved.variant } : {}) };
  const level = h("input", { type: "range", name: "level", min: 1, max: 8, value: last.level ?? 3, id: "level", oninput: () => name() });
  const levelName = h("output", { for: "level" });
  const name = () => {
    levelName.textContent = `${level.value} of 8`;
    level.setAttribute("aria-valuetext", levelName.textContent);
  };
  const number = h("input", { type: "number", name: "number", min: 0, max: 959, placeholder: "random", id: "number" });
  const engineOnly = h("div", {},
    choices("You play", "side", [["white", "White"], ["black", "Black"], ["random", "Either"]], last.side ?? "white"),
    h("fieldset", {}, h("div", { class: "label" }, h("label", { for: "level" }, "Strength"), " ", levelName), level));
  const from = choices("From", "from", [["start", "the usual start"], ["board", "the position on the board"]], wished.from ?? "start");
  const chess960Only = h("fieldset", {}, h("label", { class: "label", for: "number" }, "Start position, 0 to 959"), number);
  const clockOnly = choices("Clock", "clock", CLOCKS, last.clock ?? "none");
  const form = h("form", { method: "dialog" },
    h("h2", { id: "new-game-heading" }, "New game"),
    choices("Game", "variant", VARIANTS, last.variant ?? game.saved.variant),
    from, chess960Only,
    choices("Play", "kind", [["engine", "the engine"], ["friend", "a friend here"], ["free", "just move"]], last.kind ?? "engine"),
    engineOnly, clockOnly,
    isBeingPlayed(game) && h("p", { class: "note" }, "This ends the game that is being played."),
    h("div", { class: "buttons" },
      h("button", { type: "button", onclick: () => place.close() }, "Cancel"),
      h("button", { type: "submit", class: "primary" }, "Begin")));
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
 * What was chosen last time, if that is known.
 * @returns {Record<string, string>}
 */
function lastChoices() {
  try {
    return JSON.parse(ofBrowser.get(STORED) ?? "{}");
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
  ofBrowser.set(STORED, JSON.stringify(Object.fromEntries(chosen)));
  const side = text("side") === "random" ? (Math.random() < 0.5 ? "white" : "black") : /** @type {Color} */ (text("side"));
  const kind = text("kind");
  /** @type {import("./types.js").Mode} */
  const mode = kind === "engine" ? { kind, engine: other(side), level: Number(text("level")) }
    : kind === "friend" ? { kind } : { kind: "free" };
  const [minutes, increment] = text("clock").split("+").map(Number);
  const timing = kind !== "free" && minutes > 0 ? wound(minutes * 60_000, increment * 1000) : null;
  try {
    const start = await startOf(game, variant, text("from"), text("number"));
    await game.begin({ variant, start, mode, timing, flipped: kind === "engine" && side === "black" });
  } catch (error) {
    if (error instanceof DroppedAction) return;
    toast(error instanceof Refusal ? error.message : "The server gave no answer; try again.");
  }
}

/**
 * Where the new game begins: a FEN, or nothing for the usual start.
 * @param {import("./game.js").Game} game
 * @param {Variant} variant
 * @param {string} from
 * @param {string} typed Which of the 960 starts; any, if nothing was typed.
 * @returns {Promise<string | null>}
 */
async function startOf(game, variant, from, typed) {
  if (from === "board" && variant === game.saved.variant && game.now) return game.now.fen;
  if (variant !== "chess960") return null;
  const number = typed === "" ? Math.floor(Math.random() * 960) : Number(typed);
  return (await ask("/api/start", { variant, number })).fen;
}
