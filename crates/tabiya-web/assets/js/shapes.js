// @ts-check
// Arrows and circles that a person draws, as PGN keeps them in a comment: [%cal Ge2e4,Rd7d5] and [%csl Yd4].

import { drawArrow } from "./arrow.js";
import { takeApart, withoutCommands } from "./commands.js";
import { s } from "./dom.js";

/** @typedef {"G" | "R" | "B" | "Y"} Brush */
/** @typedef {{ brush: Brush, from: string, to: string | null }} Shape An arrow; a circle if it leads nowhere. */

/** @type {[Brush, string][]} In the order of the keys that choose them. */
export const BRUSHES = [["G", "green"], ["R", "red"], ["B", "blue"], ["Y", "yellow"]];

const ONE = /^([GRBY])([a-h][1-8])([a-h][1-8])?$/;

/**
 * What is drawn in comments; what cannot be read is not drawn.
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
 * Comments with other shapes, and all else that stands in them.
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

/** The commands that draw. @param {string} comment */
const drawings = (comment) => takeApart(comment).commands.filter(({ name }) => name === "cal" || name === "csl");

/**
 * @param {string} name
 * @param {Shape[]} shapes
 */
function command(name, shapes) {
  const list = shapes.map(({ brush, from, to }) => `${brush}${from}${to ?? ""}`);
  return list.length === 0 ? "" : `[%${name} ${list.join(",")}]`;
}

/** @param {Shape} one @param {Shape} other Whatever their colors. */
const areAtOnePlace = (one, other) => one.from === other.from && one.to === other.to;

/**
 * Draws one more. Drawn a second time it goes; in another color it takes that color.
 * @param {Shape[]} shapes
 * @param {Shape} drawn
 */
export function drawnAlso(shapes, drawn) {
  const others = shapes.filter((shape) => !areAtOnePlace(shape, drawn));
  const isGone = shapes.some((shape) => areAtOnePlace(shape, drawn) && shape.brush === drawn.brush);
  return isGone ? others : [...others, drawn];
}

/**
 * Draws without keys to choose a color: each time it is the next one, and after the last it goes.
 * @param {Shape[]} shapes
 * @param {{ from: string, to: string | null }} place
 */
export function drawnNext(shapes, { from, to }) {
  const wanted = { brush: BRUSHES[0][0], from, to };
  const known = shapes.find((shape) => areAtOnePlace(shape, wanted));
  if (!known) return [...shapes, wanted];
  const next = BRUSHES[BRUSHES.findIndex(([brush]) => brush === known.brush) + 1];
  return drawnAlso(shapes, next ? { ...known, brush: next[0] } : known);
}

/**
 * @param {Shape} shape
 * @param {(square: string) => number[]} spot Column and row as they are seen.
 * @param {boolean} isBeingDrawn
 */
export function drawShape({ brush, from, to }, spot, isBeingDrawn) {
  const kind = `brush-${inWords(brush)}${isBeingDrawn ? " being-drawn" : ""}`;
  if (to !== null) return s("g", { class: kind, "data-shape": `${brush}${from}${to}` }, ...drawArrow(spot(from), spot(to)));
  const [column, row] = spot(from);
  return s("g", { class: kind, "data-shape": `${brush}${from}` }, s("circle", { cx: column + 0.5, cy: row + 0.5, r: 0.455 }));
}

/** @param {Brush} brush */
const inWords = (brush) => BRUSHES.find(([letter]) => letter === brush)?.[1] ?? "";

/** @param {Shape} shape */
export function shapeInWords({ brush, from, to }) {
  return to === null ? `${inWords(brush)} circle on ${from}` : `${inWords(brush)} arrow from ${from} to ${to}`;
}

/**
 * What is drawn on each square, for whoever does not see it.
 * @param {Shape[]} shapes
 */
export function drawnOnSquares(shapes) {
  /** @type {Record<string, string[]>} */
  const squares = {};
  for (const { brush, from, to } of shapes) {
    (squares[from] ??= []).push(to === null ? `${inWords(brush)} circle` : `${inWords(brush)} arrow to ${to}`);
  }
  return squares;
}
