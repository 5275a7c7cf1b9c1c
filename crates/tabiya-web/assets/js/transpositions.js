// @ts-check
// Where else in a tree a position stands: by our own keys, by whatever moves, on other lines.

import { ROOT } from "./nodes.js";

/** @typedef {import("./nodes.js").TreeNodes} TreeNodes */
/** @typedef {{ version: number, places: Map<string, number[]>, first: number[], last: number[] }} Index Where each position stands, and for
 *   each node the first and last of its own in the order of a walk. */

/** So many places of one position are looked at to know whether it has another road. */
const MOST_LOOKED_AT = 50;

/** @type {WeakMap<TreeNodes, Index>} */
const indexes = new WeakMap();

/**
 * The other nodes with the position of this one.
 * @param {TreeNodes} tree
 * @param {number} id
 */
export function transpositions(tree, id) {
  return others(tree, id).filter((other) => !areRelated(tree, id, other));
}

/**
 * Whether there are any; of very many places only some are looked at.
 * @param {TreeNodes} tree
 * @param {number} id
 */
export function isTransposed(tree, id) {
  return others(tree, id).slice(0, MOST_LOOKED_AT).some((other) => !areRelated(tree, id, other));
}

/**
 * @param {TreeNodes} tree
 * @param {number} id
 */
function others(tree, id) {
  const same = indexed(tree).places.get(tree.nodes[id].identity) ?? [];
  return same.length < 2 ? [] : same.filter((other) => other !== id);
}

/**
 * Whether one leads to the other: then the position is repeated, and not reached by another road.
 * @param {TreeNodes} tree
 * @param {number} one
 * @param {number} other
 */
function areRelated(tree, one, other) {
  const { first, last } = indexed(tree);
  const isUnder = (/** @type {number} */ low, /** @type {number} */ high) => first[low] >= first[high] && first[low] <= last[high];
  return isUnder(one, other) || isUnder(other, one);
}

/** @param {TreeNodes} tree */
function indexed(tree) {
  const known = indexes.get(tree);
  if (known?.version === tree.version) return known;
  /** @type {Index} */
  const index = { version: tree.version, places: new Map(), first: [], last: [] };
  const { places, first, last } = index;
  const walk = tree.walk();
  walk.forEach((id, number) => {
    const { identity } = tree.nodes[id];
    const same = places.get(identity);
    if (same) same.push(id);
    else places.set(identity, [id]);
    first[id] = last[id] = number;
  });
  // Children come after their parents: from the end, each is whole before it is added to its own.
  for (const id of walk.reverse()) {
    const { parent } = tree.nodes[id];
    if (parent !== ROOT) last[parent] = Math.max(last[parent], last[id]);
  }
  indexes.set(tree, index);
  return index;
}
