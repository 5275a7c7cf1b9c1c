// @ts-check
// Other nodes of a tree with the same position: by our own keys, on other lines, by other move orders.

import { ROOT } from "./nodes.js";

/** @typedef {import("./nodes.js").TreeNodes} TreeNodes */
/** @typedef {{ version: number, places: Map<string, number[]>, first: number[], last: number[] }} Index The nodes of each position, and for
 *   each node the first and last index of its subtree in a walk. */

/** The maximum number of nodes with the same position that are checked. */
const MAX_LOOKED_AT = 50;

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
 * Whether there are any; checks a limited number of nodes.
 * @param {TreeNodes} tree
 * @param {number} id
 */
export function isTransposed(tree, id) {
  return others(tree, id).slice(0, MAX_LOOKED_AT).some((other) => !areRelated(tree, id, other));
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
 * Whether one node follows the other: then the position is repeated, not transposed.
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
  // Children come after their parents: in reverse order each is complete before it is added to its parent.
  for (const id of walk.reverse()) {
    const { parent } = tree.nodes[id];
    if (parent !== ROOT) last[parent] = Math.max(last[parent], last[id]);
  }
  indexes.set(tree, index);
  return index;
}
