// @ts-check
// The pieces: their drawings and their names.

import { s } from "./dom.js";
import { whilePending } from "./pending.js";
import { refusal, send } from "./request.js";

/** What chess's roles are called, and drawn, in Makruk. Its promoted bia has but one name. */
const MAKRUK = /** @type {Record<string, string>} */ ({
  pawn: "bia", knight: "ma", bishop: "khon", rook: "rua", queen: "met", king: "khun",
});
const WORTH = ["queen", "rook", "bishop", "knight", "pawn", "promoted bia", "king"];

/** @type {Record<string, string>} */
const SETS = { turned: "pieces.svg", flat: "pieces-flat.svg", letters: "pieces-letters.svg" };
/** The set whose drawings lie on the page, or are on their way. */
let laid = "";

/**
 * Fetches the drawings of a set and lays them out of sight, where <use> finds them.
 * @param {string} set
 */
export async function loadPieces(set) {
  const address = Object.hasOwn(SETS, set) ? SETS[set] : SETS.turned;
  if (laid === address) return;
  const before = laid;
  laid = address;
  try {
    const response = await whilePending(() => send(address, {}));
    if (!response.ok) throw await refusal(response);
    const sprite = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
    if (laid !== address) return;
    sprite.setAttribute("class", "sprite");
    sprite.setAttribute("aria-hidden", "true");
    document.querySelector(".sprite")?.remove();
    document.body.prepend(document.importNode(sprite, true));
  } catch (error) {
    laid = before;
    throw error;
  }
}

/**
 * A piece's drawing.
 * @param {string} piece As the server has it: "white knight".
 * @param {string} variant
 */
export function drawPiece(piece, variant) {
  const name = inWords(roleOf(piece), variant).replace(" ", "-");
  const use = s("use", { href: `#${name}` });
  return s("svg", { class: piece.split(" ")[0], viewBox: "0 0 45 45", "aria-hidden": "true" }, use);
}

/**
 * Says what the server says, with the names of the game.
 * @param {string} text
 * @param {string} variant
 */
export function inWords(text, variant) {
  if (variant !== "makruk") return text;
  return text.replace(/\b(pawn|knight|bishop|rook|queen|king)\b/g, (role) => MAKRUK[role]);
}

/**
 * Pieces that have left the board since the start, the most valuable first.
 * @param {Record<string, string>} before
 * @param {Record<string, string>} now
 * @param {string} color
 */
export function missing(before, now, color) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const tally = (/** @type {Record<string, string>} */ pieces, /** @type {number} */ by) => {
    for (const piece of Object.values(pieces)) {
      if (piece.startsWith(color)) counts.set(piece, (counts.get(piece) ?? 0) + by);
    }
  };
  tally(before, 1);
  tally(now, -1);
  const gone = [...counts].flatMap(([piece, count]) => Array.from({ length: Math.max(0, count) }, () => piece));
  const promoted = [...counts.values()].reduce((sum, count) => sum + Math.max(0, -count), 0);
  const rank = (/** @type {string} */ piece) => WORTH.indexOf(roleOf(piece));
  const sorted = gone.sort((a, b) => rank(a) - rank(b));
  // A promoted pawn has not been taken.
  for (let pawns = promoted; pawns > 0; pawns -= 1) {
    const pawn = sorted.lastIndexOf(`${color} pawn`);
    if (pawn >= 0) sorted.splice(pawn, 1);
  }
  return sorted;
}

/**
 * A piece without its color.
 * @param {string} piece
 */
function roleOf(piece) {
  return piece.slice(piece.indexOf(" ") + 1);
}
