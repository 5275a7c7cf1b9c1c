// @ts-check
// The list of moves in SAN: the main line in columns, variations below the moves they replace, comments in place. Repeated positions
// and transpositions are marked. One tab stop: arrow keys walk through the list.

import { ignoreDropped } from "./actionqueue.js";
import { commentText } from "./comments.js";
import { capital, fill, h } from "./dom.js";
import { markOf } from "./nags.js";
import { NULL_MOVE, ROOT } from "./nodes.js";
import { halvesBefore, moveNumber, numeral, ordinal } from "./numbering.js";
import { revise } from "./revise.js";
import { isTransposed } from "./transpositions.js";

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
    void game.go((at, length) => Math.max(Math.min(1, length), at + step)).catch(ignoreDropped);
  });
  // Leaving a comment field by pressing a move redraws the list before the button is released, and then there is no click.
  let pressed = -1;
  place.addEventListener("pointerdown", ({ target }) => (pressed = nodeAt(target)));
  place.addEventListener("pointercancel", () => (pressed = -1));
  place.addEventListener("pointerup", ({ target, button }) => {
    if (button === 0 && pressed >= 0 && nodeAt(target) === pressed) void game.visit(pressed).catch(ignoreDropped);
    pressed = -1;
  });
  // Keyboard and screen readers.
  place.addEventListener("click", ({ target, detail }) => {
    if (detail === 0 && nodeAt(target) >= 0) void game.visit(nodeAt(target)).catch(ignoreDropped);
  });
}

/**
 * The node of the move that contains an element; -1 if there is none.
 * @param {EventTarget | null} target
 */
function nodeAt(target) {
  const move = target instanceof Element ? target.closest("[data-node]") : null;
  return move === null ? -1 : Number(move.getAttribute("data-node"));
}

/** The state of the list as drawn: it is redrawn only when this changes. */
let drawn = "";
/** @type {import("./tree.js").Tree | null} */
let drawnTree = null;
/** @type {Map<number, HTMLElement>} Elements of the moves by node. */
const entries = new Map();
/** @type {HTMLElement | null} The tab stop. */
let marked = null;

/**
 * @param {HTMLElement} place
 * @param {Game} game
 */
export function showMoves(place, game) {
  const { saved, tree } = game;
  const hadFocus = place.contains(document.activeElement);
  const state = [tree.version, tree.nodes.length, saved.start, game.isFree ? "" : saved.moves.length].join();
  if (state !== drawn || tree !== drawnTree || !place.firstElementChild) {
    [drawn, drawnTree] = [state, tree];
    entries.clear();
    const list = new List(game).draw();
    fill(place, list ?? h("p", { class: "no-moves" }, "No moves yet."));
  }
  const { node: here } = game;
  const shown = entries.get(here === ROOT ? game.path(1)[0] : here);
  if (marked !== shown) marked?.setAttribute("tabindex", "-1");
  if (marked !== shown || here === ROOT) marked?.removeAttribute("aria-current");
  marked = shown ?? null;
  if (!shown) return;
  shown.tabIndex = 0;
  if (here !== ROOT) shown.setAttribute("aria-current", "true");
  bringIntoView(place, shown);
  // The focus stays in the list during keyboard navigation.
  if (hadFocus) shown.focus({ preventScroll: true });
}

/**
 * Shows the opening of the game up to the current position.
 * @param {HTMLElement} place
 * @param {Game} game
 */
export function showOpening(place, game) {
  const opening = game.now?.opening;
  revise(place, opening && h("span", { class: "eco" }, opening.eco), opening && ` ${opening.name}`);
}

/** Draws a tree. */
class List {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.tree = game.tree;
    this.before = halvesBefore(game.saved.start);
    // A game that is being played has one line, without moves taken back.
    this.line = game.isFree ? null : new Set(game.path(game.saved.moves.length));
    /** @type {Set<number>} Nodes after a null move. */
    this.beyond = new Set();
  }

  /** @param {number} id */
  children(id) {
    const { children } = this.tree.nodes[id];
    return this.line ? children.filter((child) => this.line?.has(child)) : children;
  }

  draw() {
    const list = h("div", { class: "move-list" });
    this.addComments(list, "aside", this.tree.nodes[ROOT].after);
    let half = this.before;
    let isFresh = true;
    for (let [main, ...others] = this.children(ROOT); main !== undefined; [main, ...others] = this.children(main)) {
      const { before, after } = this.tree.nodes[main];
      isFresh = this.addComments(list, "aside", before) || isFresh;
      if (half % 2 === 0 || isFresh) list.append(h("span", { class: "move-number" }, `${moveNumber(half)}.`));
      if (half % 2 === 1 && isFresh) list.append(h("span", { class: "move" }, "…"));
      list.append(this.entry(main, half - this.before + 1));
      isFresh = this.addComments(list, "aside", after);
      for (const other of others) list.append(this.variation(other, half));
      isFresh ||= others.length > 0;
      half += 1;
    }
    list.classList.toggle("one-line", list.querySelector(".variation, .comment-text") === null);
    return list.childElementCount > 0 ? list : null;
  }

  /**
   * Draws a variation, with nested variations below and indented.
   * @param {number} first
   * @param {number} half
   */
  variation(first, half) {
    const block = h("div", { class: "variation" });
    let isFresh = true;
    /** @type {number[]} */
    let others = [];
    for (let id = first; id !== undefined; [id, ...others] = this.children(id)) {
      const { before, after } = this.tree.nodes[id];
      isFresh = this.addComments(block, "comment", before) || isFresh;
      if (half % 2 === 0 || isFresh) block.append(h("span", { class: "numeral" }, numeral(half)));
      block.append(this.entry(id), " ");
      isFresh = this.addComments(block, "comment", after);
      for (const other of others) block.append(this.variation(other, half));
      isFresh ||= others.length > 0;
      half += 1;
    }
    return block;
  }

  /**
   * Appends comments; returns whether there were any.
   * @param {HTMLElement} place
   * @param {string} kind
   * @param {string[]} comments
   */
  addComments(place, kind, comments) {
    const texts = comments.map(commentText).filter((text) => text !== "");
    for (const text of texts) place.append(h("span", { class: `${kind} comment-text` }, text), kind === "comment" ? " " : "");
    return texts.length > 0;
  }

  /**
   * @param {number} id
   * @param {number} [ply] The half-move, in the main line.
   */
  entry(id, ply) {
    const { san, times, nags, uci, parent } = this.tree.nodes[id];
    const again = times > 1
      ? h("span", { class: times > 2 ? "times three" : "times", title: `${capital(ordinal(times))} occurrence of this position` }, `×${times}`)
      : null;
    const same = this.line === null && isTransposed(this.tree, id)
      ? h("span", { class: "same-mark", title: "The same position occurs on another line" }, "⇄", h("span", { class: "visually-hidden" }, " also on another line"))
      : null;
    const marks = nags.map(markOf).join("");
    const isBeyond = uci === NULL_MOVE || this.beyond.has(parent);
    if (isBeyond) this.beyond.add(id);
    const entry = h("button", {
      type: "button", class: "move", "data-ply": ply, "data-node": id, tabindex: -1, disabled: isBeyond,
      title: isBeyond ? "Moves after a null move cannot be shown on the board" : undefined,
    }, san, marks !== "" && h("span", { class: "nag" }, marks), again, same);
    entries.set(id, entry);
    return entry;
  }
}

/** @type {HTMLElement | null} The move to scroll to before the next paint. */
let scrollTarget = null;
/** The number of attempts: content that becomes visible may turn out higher than estimated (content-visibility). */
const MAX_ATTEMPTS = 2;
let attempts = 0;

/**
 * Scrolls the list to a move, once per frame, when the page is laid out anyway.
 * @param {HTMLElement} place
 * @param {HTMLElement} shown
 */
function bringIntoView(place, shown) {
  if (scrollTarget === null) requestAnimationFrame(() => scrollTo(place));
  [scrollTarget, attempts] = [shown, MAX_ATTEMPTS];
}

/** @param {HTMLElement} place */
function scrollTo(place) {
  const shown = /** @type {HTMLElement} */ (scrollTarget);
  scrollTarget = null;
  if (!shown.isConnected) return;
  const [frame, box] = [place.getBoundingClientRect(), shown.getBoundingClientRect()];
  const isOutside = box.top < frame.top || box.bottom > frame.bottom;
  if (isOutside) place.scrollTop += box.top - frame.top - place.clientHeight / 2;
  if (box.left < frame.left || box.right > frame.right) place.scrollLeft += box.left - frame.left - place.clientWidth / 2;
  attempts -= 1;
  if (!isOutside || attempts === 0) return;
  scrollTarget = shown;
  requestAnimationFrame(() => scrollTo(place));
}
