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
  const [, turn, , , , number] = (saved.start ?? "").split(" ");
  const blackBegins = turn === "b";
  const first = Number(number) || 1;
  const hadFocus = place.contains(document.activeElement) && place !== document.activeElement;
  const list = h("div", { class: "move-list" });
  plies.forEach((ply, index) => {
    const half = index + (blackBegins ? 1 : 0);
    if (half % 2 === 0 || index === 0) list.append(h("span", { class: "move-number" }, `${first + (half >> 1)}.`));
    if (index === 0 && blackBegins) list.append(h("span", { class: "move" }, "…"));
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
  const [, turn, , , , number] = (game.saved.start ?? "").split(" ");
  const half = ply - 1 + (turn === "b" ? 1 : 0);
  return `${(Number(number) || 1) + (half >> 1)}${half % 2 === 0 ? "." : "…"}${game.plies[ply - 1]?.san ?? ""}`;
}
