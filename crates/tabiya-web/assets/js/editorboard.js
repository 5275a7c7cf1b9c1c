// @ts-check
// The board of the editor: pieces are put, moved and removed by pointer or keyboard. It has no rules.

import { fill, h } from "./dom.js";
import { drawPiece, localized } from "./pieces.js";

/** @typedef {Record<string, string>} Pieces By square, as the server names them. */

const FILES = "abcdefgh";
const ORDER = [0, 1, 2, 3, 4, 5, 6, 7];
/** Tools other than a piece to put. */
export const HAND = "move";
export const BIN = "remove";
/** @type {Record<string, string>} FEN letters of chess and Makruk. */
const ROLES = { p: "pawn", n: "knight", b: "bishop", s: "bishop", r: "rook", q: "queen", m: "queen", k: "king" };

export class EditorBoard {
  /** @param {(changes: Record<string, string | undefined>) => void} changed Receives the new pieces by square; undefined for a removed piece. */
  constructor(changed) {
    this.changed = changed;
    /** @type {Pieces} */
    this.pieces = {};
    /** @type {Set<string>} */
    this.wrong = new Set();
    this.variant = "chess";
    this.flipped = false;
    this.tool = HAND;
    this.focused = "e1";
    /** @type {string | null} The square of a piece that is being moved by keyboard or two clicks. */
    this.chosen = null;
    /** @type {{ id: number, piece: string, from: string | null, isFar: boolean, x: number, y: number } | null} */
    this.drag = null;
    this.ghost = h("div", { class: "ghost", hidden: true, "aria-hidden": "true" });
    this.grid = h("div", { class: "squares", role: "grid", "aria-label": "Editor board" });
    this.coordinates = h("div", { class: "coordinates", "aria-hidden": "true" });
    this.element = h("div", { class: "board editor-board" }, this.grid, this.coordinates);
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("pointerdown", (event) => this.onPress(event));
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    this.layOut();
  }

  /** @param {HTMLElement} place Where pieces can be dragged: the dialog. */
  carryIn(place) {
    place.append(this.ghost);
    place.addEventListener("pointermove", (event) => this.onMove(event));
    place.addEventListener("pointerup", (event) => this.onRelease(event));
    place.addEventListener("pointercancel", () => this.drop());
  }

  layOut() {
    const ranks = this.flipped ? ORDER : [...ORDER].reverse();
    const files = this.flipped ? [...ORDER].reverse() : ORDER;
    this.grid.replaceChildren(...ranks.map((rank) => h("div", { role: "row", class: "row-of-squares" }, ...files.map((file) => {
      const name = `${FILES[file]}${rank + 1}`;
      return h("button", {
        type: "button", role: "gridcell", "data-edit": name, class: (file + rank) % 2 === 0 ? "square dark" : "square",
        onfocus: () => this.focus(name, false),
        onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && this.use(name),
      });
    }))));
    this.coordinates.replaceChildren(
      ...ranks.map((rank) => h("span", { class: "rank" }, rank + 1)), ...files.map((file) => h("span", { class: "file" }, FILES[file])));
    this.draw();
  }

  draw() {
    const { pieces, variant } = this;
    this.element.classList.toggle("plain", variant === "makruk");
    for (const square of this.squares()) {
      const name = square.dataset.edit ?? "";
      const piece = pieces[name];
      square.tabIndex = name === this.focused ? 0 : -1;
      square.classList.toggle("chosen", name === this.chosen);
      square.classList.toggle("wrong", this.wrong.has(name));
      square.classList.toggle("mine", this.tool === HAND && piece !== undefined);
      square.setAttribute("aria-label", [name, piece ? localized(piece, variant) : "empty", this.wrong.has(name) && "invalid", name === this.chosen && "selected"].filter(Boolean).join(", "));
      if (square.dataset.piece === `${variant} ${piece}`) continue;
      square.dataset.piece = `${variant} ${piece}`;
      fill(square, piece && h("span", { class: "piece" }, drawPiece(piece, variant)));
    }
  }

  squares() {
    return /** @type {NodeListOf<HTMLButtonElement>} */ (this.grid.querySelectorAll("[data-edit]"));
  }

  /**
   * @param {string} square
   * @param {boolean} visibly
   */
  focus(square, visibly) {
    this.focused = square;
    for (const one of this.squares()) {
      one.tabIndex = one.dataset.edit === square ? 0 : -1;
      if (visibly && one.dataset.edit === square) one.focus();
    }
  }

  /**
   * @param {string} square
   * @param {string | undefined} piece Undefined to remove the piece.
   */
  put(square, piece) {
    if (this.pieces[square] !== piece) this.change({ [square]: piece });
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    this.change({ [from]: undefined, [to]: this.pieces[from] });
  }

  /** @param {Record<string, string | undefined>} changes */
  change(changes) {
    this.pieces = withChanges(this.pieces, changes);
    this.draw();
    this.changed(changes);
  }

  /**
   * Applies the tool to a square.
   * @param {string} square
   */
  use(square) {
    const { tool, chosen } = this;
    if (tool === BIN) return this.put(square, undefined);
    if (tool !== HAND) return this.put(square, this.pieces[square] === tool ? undefined : tool);
    this.chosen = chosen === null && this.pieces[square] !== undefined ? square : null;
    if (chosen !== null && chosen !== square) this.move(chosen, square);
    else this.draw();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const role = key.length === 1 ? ROLES[key.toLowerCase()] : undefined;
    if (steps[key]) this.walk(steps[key]);
    else if (key === "Enter" || key === " ") this.use(this.focused);
    else if (key === "Delete" || key === "Backspace") this.put(this.focused, undefined);
    else if (key === "Escape" && this.chosen !== null) this.use(this.chosen);
    else if (role !== undefined) this.put(this.focused, `${key === key.toUpperCase() ? "white" : "black"} ${role}`);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {[number, number]} step Files and ranks as displayed. */
  walk([across, up]) {
    const sign = this.flipped ? -1 : 1;
    const within = (/** @type {number} */ place) => Math.min(7, Math.max(0, place));
    const file = within(FILES.indexOf(this.focused[0]) + sign * across);
    const rank = within(Number(this.focused[1]) - 1 + sign * up);
    this.focus(`${FILES[file]}${rank + 1}`, true);
  }

  /** @param {PointerEvent} event */
  onPress(event) {
    const square = squareAt(event);
    if (square === null || !event.isPrimary) return;
    event.preventDefault();
    this.focus(square, true);
    if (event.button === 2) return this.put(square, undefined);
    if (event.button !== 0) return;
    if (this.tool !== HAND) return this.use(square);
    if (this.chosen !== null || this.pieces[square] === undefined) return this.use(square);
    this.lift(event, this.pieces[square], square);
  }

  /**
   * A piece follows the pointer, from a square or from a palette.
   * @param {PointerEvent} event
   * @param {string} piece
   * @param {string | null} from
   */
  lift(event, piece, from) {
    this.drag = { id: event.pointerId, piece, from, isFar: false, x: event.clientX, y: event.clientY };
    fill(this.ghost, drawPiece(piece, this.variant));
    this.ghost.style.width = `${this.element.clientWidth / 8}px`;
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const { drag } = this;
    if (drag?.id !== event.pointerId) return;
    drag.isFar ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 5;
    if (!drag.isFar) return;
    this.ghost.hidden = false;
    const half = this.element.clientWidth / 16;
    this.ghost.style.transform = `translate(${event.clientX - half}px, ${event.clientY - half}px)`;
    const over = squareAt(event);
    for (const square of this.squares()) {
      square.classList.toggle("over", square.dataset.edit === over);
      square.classList.toggle("lifted", square.dataset.edit === drag.from);
    }
  }

  /** @param {PointerEvent} event */
  onRelease(event) {
    const { drag } = this;
    if (drag?.id !== event.pointerId) return;
    this.drop();
    const to = squareAt(event);
    // A click selects the piece; the next click is its target.
    if (!drag.isFar) return drag.from === null ? undefined : this.use(drag.from);
    if (drag.from === null) return to === null ? undefined : this.put(to, drag.piece);
    if (to === null) return this.put(drag.from, undefined);
    if (to !== drag.from) this.move(drag.from, to);
  }

  drop() {
    this.drag = null;
    this.ghost.hidden = true;
    for (const square of this.squares()) square.classList.remove("over", "lifted");
  }
}

/** @param {PointerEvent} event */
function squareAt({ clientX, clientY }) {
  const square = document.elementFromPoint(clientX, clientY)?.closest("[data-edit]");
  return square?.getAttribute("data-edit") ?? null;
}

/**
 * @param {Pieces} pieces
 * @param {Record<string, string | undefined>} changes
 * @returns {Pieces}
 */
export function withChanges(pieces, changes) {
  const all = Object.entries({ ...pieces, ...changes });
  return Object.fromEntries(all.flatMap(([square, piece]) => (piece === undefined ? [] : [[square, piece]])));
}
