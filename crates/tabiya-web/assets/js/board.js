// @ts-check
// The board: squares to click, to drag between and to walk over with the arrow keys.

import { h, s } from "./dom.js";
import { drawPiece, localized } from "./pieces.js";
import { Pointer } from "./pointer.js";
import { drawArrow } from "./shapes.js";

/** @typedef {import("./types.js").LegalMove} LegalMove */

const FILES = "abcdefgh";
const ORDER = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * @typedef {object} Shown What the board shows.
 * @property {string} variant
 * @property {Record<string, string>} pieces
 * @property {LegalMove[]} legal The moves that the user may make.
 * @property {string | null} check
 * @property {string[]} last The squares of the last move.
 * @property {boolean} flipped
 * @property {boolean} isRepeated Whether the position has occurred before.
 * @property {string | null} why The reason if no piece may be moved.
 * @property {Record<string, string[]>} [drawn] Descriptions of the user's drawings by square.
 */

export class Board {
  /**
   * @param {HTMLElement} place
   * @param {(moves: LegalMove[], square: HTMLElement) => void} choose Receives the moves of a gesture: several for a
   *   promotion.
   * @param {(square: string | null) => void} hover
   * @param {(text: string) => void} announce Announces a text to screen readers.
   */
  constructor(place, choose, hover, announce) {
    this.choose = choose;
    this.hover = hover;
    this.announce = announce;
    /** @type {Shown} */
    this.shown = { variant: "chess", pieces: {}, legal: [], check: null, last: [], flipped: false, isRepeated: false, why: null };
    /** @type {string | null} */
    this.chosen = null;
    this.focused = "e2";
    /** @type {Map<string, HTMLElement>} */
    this.squares = new Map();
    /** @type {Map<string, HTMLElement>} Elements of the pieces by square. */
    this.drawn = new Map();
    /** @type {string[]} The moves shown by arrows. */
    this.pointed = [];
    this.grid = h("div", { class: "squares", role: "grid", "aria-label": "Board" });
    this.pieces = h("div", { class: "board-pieces", "aria-hidden": "true" });
    this.coordinates = h("div", { class: "coordinates", "aria-hidden": "true" });
    this.arrows = s("svg", { class: "arrows", viewBox: "0 0 8 8", "aria-hidden": "true" });
    this.element = h("div", { class: "board" }, this.grid, this.coordinates, this.pieces, this.arrows);
    place.append(this.element);
    this.layOut();
    this.pointer = new Pointer(this);
    this.grid.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** @param {Shown} shown */
  show(shown) {
    const turned = shown.flipped !== this.shown.flipped;
    this.pointer.release();
    this.shown = shown;
    this.chosen = null;
    if (turned) this.layOut();
    this.element.classList.toggle("plain", shown.variant === "makruk");
    this.drawPieces();
    this.mark();
  }

  /** Allows no other move until the response to the last one arrives. */
  hold() {
    this.shown = { ...this.shown, legal: [] };
    this.select(null);
  }

  /**
   * Draws an arrow for each move (UCI).
   * @param {string[]} moves
   */
  point(moves) {
    this.pointed = moves;
    this.drawArrows(moves);
  }

  /**
   * Draws an arrow for this move instead, while the user points at it.
   * @param {string | null} uci
   */
  hint(uci) {
    this.drawArrows(uci === null ? this.pointed : [uci]);
  }

  /** @param {string[]} moves */
  drawArrows(moves) {
    const arrows = moves.map((uci, rank) => s("g", { class: rank === 0 ? "first" : "further" }, ...drawArrow(this.displayedPosition(uci.slice(0, 2)), this.displayedPosition(uci.slice(2, 4)))));
    // The first lies on top.
    this.arrows.replaceChildren(...arrows.reverse());
  }

  /** Creates the squares, from White's or Black's side. */
  layOut() {
    this.squares.clear();
    const ranks = this.shown.flipped ? ORDER : [...ORDER].reverse();
    const files = this.shown.flipped ? [...ORDER].reverse() : ORDER;
    const rows = ranks.map((rank) =>
      h("div", { role: "row", class: "row-of-squares" }, ...files.map((file) => {
        const name = `${FILES[file]}${rank + 1}`;
        const square = h("button", {
          type: "button", role: "gridcell", "data-square": name, tabindex: name === this.focused ? 0 : -1,
          class: (file + rank) % 2 === 0 ? "square dark" : "square",
          onfocus: () => this.onFocus(name), onblur: () => this.hover(null),
          // Screen readers click without a pointer and without a key.
          onclick: (/** @type {MouseEvent} */ event) => event.detail === 0 && this.activate(name),
        });
        this.squares.set(name, square);
        return square;
      })));
    const hadFocus = this.grid.contains(document.activeElement);
    this.grid.replaceChildren(...rows);
    this.coordinates.replaceChildren(
      ...ranks.map((rank) => h("span", { class: "rank" }, rank + 1)), ...files.map((file) => h("span", { class: "file" }, FILES[file])));
    if (hadFocus) this.focus(this.focused, true);
    for (const [square, piece] of this.drawn) this.place(piece, square);
    this.point(this.pointed);
  }

  /** Pieces that moved glide; others appear and vanish. */
  drawPieces() {
    const { pieces, variant } = this.shown;
    const key = (/** @type {string} */ piece) => `${variant} ${piece}`;
    /** @type {[string, HTMLElement][]} */
    const idle = [];
    for (const [square, element] of this.drawn) {
      if (pieces[square] === undefined || element.dataset.piece !== key(pieces[square])) {
        idle.push([square, element]);
        this.drawn.delete(square);
      }
    }
    const missing = Object.entries(pieces).filter(([square]) => !this.drawn.has(square));
    for (const [square, piece] of missing) {
      const index = idle.findIndex(([, element]) => element.dataset.piece === key(piece));
      const element = index >= 0 ? idle.splice(index, 1)[0][1] : h("div", { class: "board-piece" }, drawPiece(piece, variant));
      element.dataset.piece = key(piece);
      element.classList.remove("dragged");
      this.drawn.set(square, element);
      this.place(element, square);
      if (!element.isConnected) this.pieces.append(element);
    }
    for (const [, element] of idle) element.remove();
  }

  /**
   * @param {HTMLElement} piece
   * @param {string} square
   */
  place(piece, square) {
    const [column, row] = this.displayedPosition(square);
    piece.style.transform = `translate(${column * 100}%, ${row * 100}%)`;
  }

  /**
   * Column and row as displayed.
   * @param {string} square
   */
  displayedPosition(square) {
    const [file, rank] = [FILES.indexOf(square[0]), Number(square[1]) - 1];
    return this.shown.flipped ? [7 - file, rank] : [file, 7 - rank];
  }

  /** Marks targets, the last move and check, and updates the labels for screen readers. */
  mark() {
    const { legal, pieces, check, last, variant, isRepeated, drawn = {} } = this.shown;
    const targets = legal.filter((move) => move.from === this.chosen);
    for (const [name, square] of this.squares) {
      const moves = targets.filter((move) => move.to === name || move.also === name);
      square.classList.toggle("dot", moves.length > 0);
      square.classList.toggle("takes", moves.some((move) => move.takes));
      square.classList.toggle("returns", moves.some((move) => move.times > 1));
      square.classList.toggle("chosen", name === this.chosen);
      square.classList.toggle("last", last.includes(name));
      square.classList.toggle("repeated", isRepeated && name === last[1]);
      square.classList.toggle("check", name === check);
      square.classList.toggle("mine", legal.some((move) => move.from === name));
      square.classList.remove("over");
      const parts = [name, pieces[name] ? localized(pieces[name], variant) : "empty"];
      if (name === check) parts.push("in check");
      if (name === this.chosen) parts.push("selected");
      if (moves.length > 0) parts.push(moves.some((move) => move.takes) ? "can be captured" : "can move here");
      if (moves.some((move) => move.times > 1)) parts.push("repeats an earlier position");
      parts.push(...(drawn[name] ?? []));
      square.setAttribute("aria-label", parts.join(", "));
    }
  }

  /** @param {string | null} square */
  select(square) {
    this.chosen = square;
    this.mark();
  }

  /**
   * Makes the move of a gesture if it is legal.
   * @param {string} from
   * @param {string} to
   */
  attempt(from, to) {
    const legal = this.shown.legal.filter((move) => move.from === from);
    const exact = legal.filter((move) => move.to === to);
    const moves = exact.length > 0 ? exact : legal.filter((move) => move.also === to);
    const square = this.squares.get(to);
    if (moves.length === 0 || !square) return false;
    this.choose(moves, square);
    return true;
  }

  /**
   * Handles a click on a square or its keyboard equivalent.
   * @param {string} square
   */
  activate(square) {
    const from = this.chosen;
    if (from !== null && from !== square && this.attempt(from, square)) return;
    this.select(this.isMine(square) && square !== from ? square : null);
    if (!this.isMine(square)) this.reject(from, square);
  }

  /** Whether a piece on this square can move. @param {string} square */
  isMine(square) {
    return this.shown.legal.some((move) => move.from === square);
  }

  /** Whether the selected piece can move to this square. @param {string} square */
  isTarget(square) {
    return this.chosen !== null && this.squares.get(square)?.classList.contains("dot");
  }

  /**
   * Announces and shows that this is not a legal move.
   * @param {string | null} from
   * @param {string} to
   */
  reject(from, to) {
    const { why, pieces, variant } = this.shown;
    const piece = pieces[to] ? `The ${localized(pieces[to], variant)} on ${to} cannot move.` : `${to} is empty.`;
    this.announce(why ?? (from === null ? piece : `${from} to ${to} is not a legal move.`));
    const square = this.squares.get(to);
    if (from === null || !square) return;
    square.classList.add("rejected");
    setTimeout(() => square.classList.remove("rejected"), 500);
  }

  /**
   * A piece follows the pointer.
   * @param {string} from
   * @param {PointerEvent} event
   * @param {string | null} over
   */
  carry(from, event, over) {
    const piece = this.drawn.get(from);
    if (!piece) return;
    piece.classList.add("dragged");
    const box = this.element.getBoundingClientRect();
    const size = box.width / 8;
    piece.style.transform = `translate(${event.clientX - box.left - size / 2}px, ${event.clientY - box.top - size / 2}px)`;
    for (const [name, square] of this.squares) {
      square.classList.toggle("over", name === over && square.classList.contains("dot"));
    }
  }

  /** @param {PointerEvent} event @returns {string | null} */
  squareAt(event) {
    const box = this.element.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
    const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.shown.flipped ? `${FILES[7 - column]}${row + 1}` : `${FILES[column]}${8 - row}`;
  }

  /** @param {string} square */
  putBack(square) {
    const piece = this.drawn.get(square);
    if (!piece) return;
    piece.classList.remove("dragged");
    this.place(piece, square);
    this.mark();
  }

  /** Puts all pieces back, for example when no promotion piece was chosen. */
  cancel() {
    for (const square of this.drawn.keys()) this.putBack(square);
    this.select(null);
  }

  /**
   * @param {string} square
   * @param {boolean} visibly
   */
  focus(square, visibly) {
    this.squares.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = square;
    const element = this.squares.get(square);
    element?.setAttribute("tabindex", "0");
    if (visibly) element?.focus();
  }

  /**
   * The arrow keys continue from the focused square, whether it was focused by Tab, pointer or screen reader.
   * @param {string} square
   */
  onFocus(square) {
    this.focus(square, false);
    this.hover(square);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const [column, row] = this.displayedPosition(this.focused);
    /** @type {Record<string, [number, number]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      const [c, r] = [Math.min(7, Math.max(0, column + step[0])), Math.min(7, Math.max(0, row + step[1]))];
      this.focus(this.shown.flipped ? `${FILES[7 - c]}${r + 1}` : `${FILES[c]}${8 - r}`, true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.activate(this.focused);
    } else if (event.key === "Escape") {
      this.select(null);
    } else {
      return;
    }
    event.preventDefault();
  }
}
