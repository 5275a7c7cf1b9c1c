// @ts-check
// Drawing on the board: with the right mouse button, a finger held still, or Shift+Enter. From one square to another draws an arrow,
// on one square a circle.

import { s } from "./dom.js";
import { BRUSHES, drawShape } from "./shapes.js";

/** @typedef {import("./shapes.js").Shape} Shape */

/** A finger must be held for this time, in milliseconds, within this distance, in pixels. */
const [HELD, STILL] = [450, 10];

export class Pencil {
  /**
   * @param {import("./board.js").Board} board
   * @param {{ draw: (shape: Shape) => void, cycle: (place: { from: string, to: string | null }) => void, clear: () => void }} actions
   */
  constructor(board, { draw, cycle, clear }) {
    this.board = board;
    this.draw = draw;
    this.cycle = cycle;
    this.clear = clear;
    /** @type {Shape[]} */
    this.shapes = [];
    /** @type {{ id: number, shape: Shape, isHeld: boolean } | null} The shape being drawn, and its pointer. */
    this.stroke = null;
    /** @type {{ id: number, square: string, x: number, y: number, timer: ReturnType<typeof setTimeout> | undefined } | null} A press that may become a stroke, or clear the drawings. */
    this.press = null;
    /** @type {string | null} The first square of an arrow drawn by keyboard. */
    this.anchor = null;
    this.sheet = s("svg", { class: "shapes", viewBox: "0 0 8 8", "aria-hidden": "true" });
    const { element, grid } = board;
    element.append(this.sheet);
    // In the capture phase, before the board's own handlers: the meaning of a press depends on the piece selected before.
    element.addEventListener("pointerdown", (event) => this.onPress(event), true);
    element.addEventListener("pointermove", (event) => this.onMove(event));
    element.addEventListener("pointerup", (event) => this.onRelease(event));
    element.addEventListener("pointercancel", () => this.stop());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("keydown", (event) => this.onKey(event), true);
  }

  /** @param {Shape[]} shapes */
  show(shapes) {
    this.shapes = shapes;
    this.redraw();
  }

  redraw() {
    const displayedPosition = (/** @type {string} */ square) => this.board.displayedPosition(square);
    const { stroke, anchor } = this;
    const now = stroke?.shape ?? (anchor === null ? null : { brush: BRUSHES[0][0], from: anchor, to: null });
    this.sheet.replaceChildren(...this.shapes.map((shape) => drawShape(shape, displayedPosition, false)), ...(now ? [drawShape(now, displayedPosition, true)] : []));
  }

  /** @param {PointerEvent} event */
  onPress(event) {
    const square = this.board.squareAt(event);
    this.anchor = null;
    // Another press cancels the stroke.
    if (this.stroke) return this.stop();
    this.clearPress();
    if (square === null || !event.isPrimary) return;
    if (event.button === 2) return this.begin(event, { brush: brushOf(event), from: square, to: null }, false);
    if (event.button !== 0) return;
    const timer = event.pointerType === "mouse" ? undefined : setTimeout(() => this.hold(event, square), HELD);
    this.press = { id: event.pointerId, square, x: event.clientX, y: event.clientY, timer };
    // A press that selects or moves a piece does not clear the drawings.
    if (this.board.chosen !== null || this.board.isMine(square)) this.press.square = "";
  }

  /**
   * Starts drawing after a finger was held still.
   * @param {PointerEvent} event
   * @param {string} square
   */
  hold(event, square) {
    this.clearPress();
    this.board.cancel();
    this.board.pointer.release();
    this.begin(event, { brush: BRUSHES[0][0], from: square, to: null }, true);
    navigator.vibrate?.(15);
  }

  /**
   * @param {PointerEvent} event
   * @param {Shape} shape
   * @param {boolean} isHeld
   */
  begin(event, shape, isHeld) {
    this.stroke = { id: event.pointerId, shape, isHeld };
    this.board.element.setPointerCapture(event.pointerId);
    this.redraw();
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const { press, stroke } = this;
    if (press?.id === event.pointerId && Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL) this.clearPress();
    if (stroke?.id !== event.pointerId) return;
    const square = this.board.squareAt(event) ?? stroke.shape.from;
    const to = square === stroke.shape.from ? null : square;
    if (to === stroke.shape.to) return;
    stroke.shape = { ...stroke.shape, to };
    this.redraw();
  }

  /** @param {PointerEvent} event */
  onRelease(event) {
    const { press, stroke } = this;
    this.clearPress();
    if (press?.id === event.pointerId && this.shapes.length > 0 && this.board.squareAt(event) === press.square) this.clear();
    if (stroke?.id !== event.pointerId) return;
    this.stop();
    if (this.board.squareAt(event) === null) return;
    if (stroke.isHeld) this.cycle(stroke.shape);
    else this.draw(stroke.shape);
  }

  clearPress() {
    clearTimeout(this.press?.timer);
    this.press = null;
  }

  stop() {
    this.clearPress();
    this.stroke = null;
    this.anchor = null;
    this.redraw();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.key === "Escape" && (this.anchor !== null || this.stroke)) return this.stop();
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const { focused } = this.board;
    const from = this.anchor;
    this.anchor = from === null ? focused : null;
    if (from === null) this.board.announce(`Drawing from ${focused}. Move to the target square, or stay for a circle, and press Shift+Enter again.`);
    else this.cycle({ from, to: focused === from ? null : focused });
    this.redraw();
  }
}

/**
 * Shift or Ctrl, and Alt, select the color, as on lichess.
 * @param {PointerEvent} event
 */
function brushOf(event) {
  const [red, blue] = [event.shiftKey || event.ctrlKey, event.altKey || event.metaKey || event.getModifierState("AltGraph")];
  return BRUSHES[(red ? 1 : 0) + (blue ? 2 : 0)][0];
}
