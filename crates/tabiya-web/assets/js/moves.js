// @ts-check
// The list of moves, in SAN; a mark where a position has stood before.

import { fill, h } from "./dom.js";

/**
 * @param {HTMLElement} place
 * @param {import("./game.js").Game} game
 */
export function showMoves(place, game) {
  const { plies, saved } = game;
  if (plies.length === 0) {
    fill(place, h("p", { class: "no-moves" }, "No moves yet."));
    return;
  }
  const before = halvesBefore(saved.start);
  const hadFocus = place.contains(document.activeElement) && place !== document.activeElement;
  const list = h("div", { class: "move-list" });
  plies.forEach((ply, index) => {
    const half = before + index;
    const isBlacks = half % 2 === 1;
    if (!isBlacks || index === 0) list.append(h("span", { class: "move-number" }, `${moveNumber(half)}.`));
    if (isBlacks && index === 0) list.append(h("span", { class: "move" }, "…"));
    const times = ply.times > 1
      ? h("span", { class: ply.times > 2 ? "times three" : "times", title: `This position stands for the ${ordinal(ply.times)} time` }, `×${ply.times}`)
      : null;
    list.append(h("button", {
      type: "button", class: "move", "data-ply": index + 1, onclick: () => void game.go(index + 1),
      "aria-current": saved.at === index + 1 ? "true" : undefined,
    }, ply.san, times));
  });
  fill(place, list);
  const current = list.querySelector("[aria-current]");
  if (current instanceof HTMLElement) {
    const [top, bottom] = [current.offsetTop - place.offsetTop, current.offsetTop - place.offsetTop + current.offsetHeight];
    if (top < place.scrollTop || bottom > place.scrollTop + place.clientHeight) place.scrollTop = top - place.clientHeight / 2;
    // The list is drawn anew; whoever walks through it by keyboard stays in it.
    if (hadFocus) current.focus({ preventScroll: true });
  } else {
    place.scrollTop = 0;
  }
}

/** @param {number} number */
export function ordinal(number) {
  return ["first", "second", "third", "fourth", "fifth"][number - 1] ?? `${number}th`;
}

/**
 * A half-move as people name it: "12…Nf6".
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function nameOf(game, ply) {
  if (ply === 0) return "the start";
  return `${numeral(halvesBefore(game.saved.start) + ply - 1)}${game.plies[ply - 1]?.san ?? ""}`;
}

/**
 * How many half-moves came before a start, as its turn and its move number say.
 * @param {string | null} start A FEN, or nothing for the usual start.
 */
export function halvesBefore(start) {
  const [, turn, , , , number] = (start ?? "").split(" ");
  return 2 * ((Number(number) || 1) - 1) + (turn === "b" ? 1 : 0);
}

/**
 * What stands before a half-move, the first of a game being 0: "12." for white, "12…" for black.
 * @param {number} half
 */
export const numeral = (half) => `${moveNumber(half)}${half % 2 === 0 ? "." : "…"}`;

// Move numbers may have 32 bits, so no shift.
const moveNumber = (/** @type {number} */ half) => Math.floor(half / 2) + 1;
