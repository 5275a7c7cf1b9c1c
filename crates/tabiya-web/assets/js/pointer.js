// @ts-check
// Mouse, pen and touch input on the board. Only the first pointer counts; a second finger is ignored.

/** A press that moves less than this is a click. */
const CLICK_DISTANCE = 5;

/** @typedef {{ id: number, from: string, x: number, y: number, moving: boolean, wasChosen: boolean }} Press */

export class Pointer {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Press | null} */
    this.press = null;
    /** @type {string | null} */
    this.hovered = null;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.onPress(event));
    element.addEventListener("pointermove", (event) => this.onDrag(event));
    element.addEventListener("pointerup", (event) => this.onRelease(event));
    element.addEventListener("pointercancel", (event) => this.isOurs(event) && this.release());
    element.addEventListener("pointerleave", () => this.hoverOver(null));
  }

  /** @param {PointerEvent} event */
  isOurs(event) {
    return this.press !== null && this.press.id === event.pointerId;
  }

  /** @param {PointerEvent} event */
  onPress(event) {
    const { board } = this;
    const square = board.squareAt(event);
    if (!event.isPrimary || this.press || event.button !== 0 || square === null) return;
    const wasChosen = board.chosen === square;
    this.press = { id: event.pointerId, from: square, x: event.clientX, y: event.clientY, moving: false, wasChosen };
    if (board.isMine(square) && !board.isTarget(square)) board.select(square);
  }

  /** @param {PointerEvent} event */
  onDrag(event) {
    const { board, press } = this;
    const square = board.squareAt(event);
    if (press && !this.isOurs(event)) return;
    // The button was released outside the board, without an event.
    if (event.buttons === 0) this.release();
    if (!this.press || !press) {
      if (event.pointerType === "mouse") this.hoverOver(square);
      return;
    }
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > CLICK_DISTANCE;
    if (board.chosen !== press.from || (!press.moving && !far)) return;
    if (!press.moving) board.element.setPointerCapture(event.pointerId);
    press.moving = true;
    board.carry(press.from, event, square);
  }

  /** @param {PointerEvent} event */
  onRelease(event) {
    const { board, press } = this;
    if (!press || !this.isOurs(event)) return;
    const square = board.squareAt(event);
    this.press = null;
    if (press.moving) {
      const isMoved = square !== null && square !== press.from && board.attempt(press.from, square);
      if (isMoved) return;
      board.putBack(press.from);
      if (square !== null && square !== press.from) board.reject(press.from, square);
      return;
    }
    if (square === null || square !== press.from) return;
    board.focus(square, false);
    // The press has selected the piece; a second click deselects it.
    if (board.isMine(square) && board.chosen === square && !press.wasChosen) return;
    board.activate(square);
  }

  /** @param {string | null} square */
  hoverOver(square) {
    if (square === this.hovered) return;
    this.hovered = square;
    this.board.hover(square);
  }

  release() {
    if (this.press) this.board.putBack(this.press.from);
    this.press = null;
  }
}
