// @ts-check
// Drawings and names of the pieces.

import { s } from "./dom.js";
import { whilePending } from "./pending.js";
import { errorOf, send } from "./request.js";

/** Makruk's names of the chess roles, also used for the drawings. */
const MAKRUK = /** @type {Record<string, string>} */ ({
  pawn: "bia", knight: "ma", bishop: "khon", rook: "rua", queen: "met", king: "khun",
});
const BY_VALUE = ["queen", "rook", "bishop", "knight", "pawn", "promoted bia", "king"];

/** @type {Record<string, string>} */
const SETS = { turned: "pieces.svg", flat: "pieces-flat.svg", letters: "pieces-letters.svg" };
/** The set of drawings in the document, or being loaded. */
let laid = "";

/**
 * Loads a set of drawings into the document, invisibly, for <use> elements.
 * @param {string} set
 */
export async function loadPieces(set) {
  const address = Object.hasOwn(SETS, set) ? SETS[set] : SETS.turned;
  if (laid === address) return;
  const before = laid;
  laid = address;
  try {
    const response = await whilePending(() => send(address, {}));
    if (!response.ok) throw await errorOf(response);
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
 * @param {string} piece The server's name: "white knight".
 * @param {string} variant
 */
export function drawPiece(piece, variant) {
  const name = localized(roleOf(piece), variant).replace(" ", "-");
  const use = s("use", { href: `#${name}` });
  return s("svg", { class: piece.split(" ")[0], viewBox: "0 0 45 45", "aria-hidden": "true" }, use);
}

/**
 * Replaces the names of chess pieces in a text by those of the variant.
 * @param {string} text
 * @param {string} variant
 */
export function localized(text, variant) {
  if (variant !== "makruk") return text;
  return text.replace(/\b(pawn|knight|bishop|rook|queen|king)\b/g, (role) => MAKRUK[role]);
}

/**
 * The pieces captured since the start, the most valuable first.
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
  const captured = [...counts].flatMap(([piece, count]) => Array.from({ length: Math.max(0, count) }, () => piece));
  const promoted = [...counts.values()].reduce((sum, count) => sum + Math.max(0, -count), 0);
  const rank = (/** @type {string} */ piece) => BY_VALUE.indexOf(roleOf(piece));
  const sorted = captured.sort((a, b) => rank(a) - rank(b));
  // A promoted pawn was not captured.
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
