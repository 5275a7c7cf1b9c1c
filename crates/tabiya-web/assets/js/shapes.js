// @ts-check
// Arrows and circles drawn by the user, stored as PGN comments: [%cal Ge2e4,Rd7d5] and [%csl Yd4].

import { parseComment, withoutCommands } from "./comments.js";
import { s } from "./dom.js";

/** @typedef {"G" | "R" | "B" | "Y"} Brush */
/** @typedef {{ brush: Brush, from: string, to: string | null }} Shape An arrow, or a circle without a target. */

/** @type {[Brush, string][]} In the order of their modifier keys. */
export const BRUSHES = [["G", "green"], ["R", "red"], ["B", "blue"], ["Y", "yellow"]];

const ONE = /^([GRBY])([a-h][1-8])([a-h][1-8])?$/;

/**
 * The shapes in comments; invalid ones are skipped.
 * @param {string[]} comments
 * @returns {Shape[]}
 */
export function shapesOf(comments) {
  const written = comments.flatMap(drawings).flatMap(({ value }) => value.split(","));
  return written.flatMap((text) => {
    const [, brush, from, to] = ONE.exec(text.trim()) ?? [];
    return from === undefined ? [] : [{ brush: /** @type {Brush} */ (brush), from, to: to ?? null }];
  });
}

/**
 * Comments with these shapes instead; everything else stays.
 * @param {string[]} comments
 * @param {Shape[]} shapes
 */
export function withShapes(comments, shapes) {
  const circles = shapes.filter(({ to }) => to === null);
  const arrows = shapes.filter(({ to }) => to !== null);
  const commands = [command("csl", circles), command("cal", arrows)].filter((text) => text !== "").join(" ");
  const [first = "", ...others] = comments.map((comment) => withoutCommands(comment, drawings(comment)));
  return [`${commands} ${first}`.trim(), ...others].filter((text) => text !== "");
}

/** The drawing commands of a comment. @param {string} comment */
const drawings = (comment) => parseComment(comment).commands.filter(({ name }) => name === "cal" || name === "csl");

/**
 * @param {string} name
 * @param {Shape[]} shapes
 */
function command(name, shapes) {
  const list = shapes.map(({ brush, from, to }) => `${brush}${from}${to ?? ""}`);
  return list.length === 0 ? "" : `[%${name} ${list.join(",")}]`;
}

/** @param {Shape} one @param {Shape} other Colors are ignored. */
const areAtOnePlace = (one, other) => one.from === other.from && one.to === other.to;

/**
 * Adds a shape. The same shape again removes it; another color replaces its color.
 * @param {Shape[]} shapes
 * @param {Shape} drawn
 */
export function toggleShape(shapes, drawn) {
  const others = shapes.filter((shape) => !areAtOnePlace(shape, drawn));
  const isRemoved = shapes.some((shape) => areAtOnePlace(shape, drawn) && shape.brush === drawn.brush);
  return isRemoved ? others : [...others, drawn];
}

/**
 * Draws without color keys: each time the next color, and after the last one the shape is removed.
 * @param {Shape[]} shapes
 * @param {{ from: string, to: string | null }} place
 */
export function cycleShape(shapes, { from, to }) {
  const added = { brush: BRUSHES[0][0], from, to };
  const known = shapes.find((shape) => areAtOnePlace(shape, added));
  if (!known) return [...shapes, added];
  const next = BRUSHES[BRUSHES.findIndex(([brush]) => brush === known.brush) + 1];
  return toggleShape(shapes, next ? { ...known, brush: next[0] } : known);
}

/**
 * @param {Shape} shape
 * @param {(square: string) => number[]} displayedPosition Column and row as displayed.
 * @param {boolean} isBeingDrawn
 */
export function drawShape({ brush, from, to }, displayedPosition, isBeingDrawn) {
  const kind = `brush-${colorName(brush)}${isBeingDrawn ? " being-drawn" : ""}`;
  if (to !== null) return s("g", { class: kind, "data-shape": `${brush}${from}${to}` }, ...drawArrow(displayedPosition(from), displayedPosition(to)));
  const [column, row] = displayedPosition(from);
  return s("g", { class: kind, "data-shape": `${brush}${from}` }, s("circle", { cx: column + 0.5, cy: row + 0.5, r: 0.455 }));
}

/** @param {Brush} brush */
const colorName = (brush) => BRUSHES.find(([letter]) => letter === brush)?.[1] ?? "";

/** @param {Shape} shape */
export function describeShape({ brush, from, to }) {
  return to === null ? `${colorName(brush)} circle on ${from}` : `${colorName(brush)} arrow from ${from} to ${to}`;
}

/**
 * Descriptions of the shapes by square, for screen readers.
 * @param {Shape[]} shapes
 */
export function drawnOnSquares(shapes) {
  /** @type {Record<string, string[]>} */
  const squares = {};
  for (const { brush, from, to } of shapes) {
    (squares[from] ??= []).push(to === null ? `${colorName(brush)} circle` : `${colorName(brush)} arrow to ${to}`);
  }
  return squares;
}

/**
 * @param {number[]} from Column and row as displayed.
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
