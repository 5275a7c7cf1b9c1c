// @ts-check
// The list of moves, in SAN; a mark where a position has stood before. One tab stop: arrows walk through it.

import { fill, h } from "./dom.js";
import { halvesBefore, moveNumber, ordinal } from "./numbering.js";

/** @typedef {import("./game.js").Game} Game */

/** @type {Record<string, number>} Half-moves. */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -2, ArrowDown: 2 };

/**
 * @param {HTMLElement} place
 * @param {Game} game
 */
export function wireMoves(place, game) {
  place.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    void game.go((at, length) => Math.max(Math.min(1, length), at + step));
  });
}

/**
 * @param {HTMLElement} place
 * @param {Game} game
 */
export function showMoves(place, game) {
  const { plies, saved, at } = game;
  const hadFocus = place.contains(document.activeElement);
  if (plies.length === 0) {
    fill(place, h("p", { class: "no-moves" }, "No moves yet."));
    return;
  }
  const before = halvesBefore(saved.start);
  const list = h("div", { class: "move-list" });
  plies.forEach((ply, index) => {
    const half = before + index;
    const isBlacks = half % 2 === 1;
    if (!isBlacks || index === 0) list.append(h("span", { class: "move-number" }, `${moveNumber(half)}.`));
    if (isBlacks && index === 0) list.append(h("span", { class: "move" }, "…"));
    list.append(entry(game, ply, index + 1));
  });
  fill(place, list);
  const shown = list.querySelector(`[data-ply="${Math.max(1, at)}"]`);
  if (!(shown instanceof HTMLElement)) return;
  shown.tabIndex = 0;
  bringIntoView(place, shown);
  // The list is drawn anew; whoever walks through it by keyboard stays in it.
  if (hadFocus) shown.focus({ preventScroll: true });
}

/**
 * What the opening is called, as far as the board shows the game.
 * @param {HTMLElement} place
 * @param {Game} game
 */
export function showOpening(place, game) {
  const opening = game.now?.opening;
  fill(place, opening && h("span", { class: "eco" }, opening.eco), opening && ` ${opening.name}`);
}

/**
 * @param {Game} game
 * @param {import("./types.js").Ply} ply
 * @param {number} number
 */
function entry(game, ply, number) {
  const times = ply.times > 1
    ? h("span", { class: ply.times > 2 ? "times three" : "times", title: `This position stands for the ${ordinal(ply.times)} time` }, `×${ply.times}`)
    : null;
  return h("button", {
    type: "button", class: "move", "data-ply": number, tabindex: -1, onclick: () => void game.go(() => number),
    "aria-current": game.at === number ? "true" : undefined,
  }, ply.san, times);
}

/**
 * Scrolls the list, and nothing else.
 * @param {HTMLElement} place
 * @param {HTMLElement} shown
 */
function bringIntoView(place, shown) {
  const [top, left] = [shown.offsetTop - place.offsetTop, shown.offsetLeft - place.offsetLeft];
  if (top < place.scrollTop || top + shown.offsetHeight > place.scrollTop + place.clientHeight) place.scrollTop = top - place.clientHeight / 2;
  if (left < place.scrollLeft || left + shown.offsetWidth > place.scrollLeft + place.clientWidth) place.scrollLeft = left - place.clientWidth / 2;
}
