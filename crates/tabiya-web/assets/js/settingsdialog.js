// @ts-check
// The settings dialog. Changes apply at once.

import { dialog, fill, h, radioGroup } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { settings } from "./settings.js";

/** @type {[keyof import("./settings.js").Preferences, string, string][]} */
const SWITCHES = [
  ["sound", "Sound", "moves, captures, checks, end of the game"],
  ["coordinates", "Coordinates", "letters and numbers at the edge of the board"],
  ["animation", "Animation", "pieces glide to their squares"],
  ["letters", "Single-key shortcuts", "f flips the board, l toggles the engine, also u r n , . – arrow keys, Home and End always work"],
];
const BOARDS = [["sage", "Sage"], ["wood", "Wood"], ["slate", "Slate"]];
const PIECES = [["turned", "Turned"], ["flat", "Flat"], ["letters", "Letters"]];

/** @param {import("./game.js").Game} game */
export function openSettings(game) {
  const place = dialog("settings");
  const { values } = settings;
  const form = h("form", { method: "dialog" },
    h("h2", { id: "settings-heading" }, "Settings"),
    radioGroup("Board", "board", BOARDS, values.board),
    radioGroup("Pieces", "pieces", PIECES, values.pieces),
    sample(game.saved.variant),
    h("fieldset", {}, h("legend", {}, "Options"), ...SWITCHES.map(([name, text, explained]) => h("label", { class: "switch" },
      h("input", { type: "checkbox", name, checked: values[name] === true }), h("span", {}, h("span", {}, text), h("small", {}, explained))))),
    h("div", { class: "buttons" }, h("button", { type: "submit", class: "primary" }, "Close")));
  form.addEventListener("change", () => {
    const chosen = new FormData(form);
    const switched = Object.fromEntries(SWITCHES.map(([name]) => [name, chosen.has(name)]));
    settings.set({ ...switched, board: String(chosen.get("board")), pieces: String(chosen.get("pieces")) });
  });
  fill(place, form);
  place.showModal();
}

/**
 * A sample of the pieces on squares.
 * @param {import("./types.js").Variant} variant
 */
function sample(variant) {
  const pieces = ["king", "queen", "rook", "bishop", "knight", "pawn"].map((role, index) => `${index % 2 === 0 ? "white" : "black"} ${role}`);
  return h("div", { class: variant === "makruk" ? "sample plain" : "sample", "aria-hidden": "true" },
    ...pieces.map((piece, index) => h("span", { class: index % 2 === 0 ? "square" : "square dark" }, h("span", { class: "piece" }, drawPiece(piece, variant)))));
}
