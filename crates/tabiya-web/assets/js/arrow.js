// @ts-check
// An arrow over the board, which is eight wide and eight high.

import { s } from "./dom.js";

/**
 * @param {number[]} from Column and row as they are seen.
 * @param {number[]} to
 */
export function drawArrow(from, to) {
  const [x1, y1] = from.map((place) => place + 0.5);
  const [x2, y2] = to.map((place) => place + 0.5);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - dx * 0.42, y2 - dy * 0.42];
  const head = `M${x2} ${y2}L${bx - dy * 0.24} ${by + dx * 0.24}L${bx + dy * 0.24} ${by - dx * 0.24}z`;
  return [s("line", { x1: x1 + dx * 0.3, y1: y1 + dy * 0.3, x2: bx, y2: by }), s("path", { d: head })];
}
