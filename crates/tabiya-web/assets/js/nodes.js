// @ts-check
// The nodes of a game tree: main line, variations, annotations. The first child of a node continues its line, the others are
// variations.

/** @typedef {import("./types.js").TreeNode} TreeNode */

/** The node of the start position. */
export const ROOT = 0;
/** UCI's null move; the board cannot show what follows it. */
export const NULL_MOVE = "0000";

/**
 * The value of a tag; names are case-insensitive.
 * @param {[string, string][]} tags
 * @param {string} name
 * @returns {string | undefined}
 */
export function tagOf(tags, name) {
  return tags.find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];
}

/** Queries on a tree. */
export class TreeNodes {
  /** @param {TreeNode[]} nodes The start first. */
  constructor(nodes = [newNode(-1, { uci: "", san: "", identity: "", times: 1 })]) {
    this.nodes = nodes;
    /** Incremented by every change. */
    this.version = 0;
  }

  /**
   * The game's tags in the order of its file; a name may occur twice.
   * @returns {[string, string][]}
   */
  get tags() {
    return this.nodes[ROOT].tags ?? [];
  }

  /** @param {string} name @returns {string | undefined} */
  tag(name) {
    return tagOf(this.tags, name);
  }

  /**
   * @param {number} parent
   * @param {string} uci
   */
  child(parent, uci) {
    return this.nodes[parent].children.find((id) => this.nodes[id].uci === uci);
  }

  /**
   * The nodes from the start to this one, without the start.
   * @param {number} id
   */
  pathTo(id) {
    const path = [];
    for (let at = id; at !== ROOT; at = this.nodes[at].parent) path.push(at);
    return path.reverse();
  }

  /**
   * The line of a node, to its end or to a null move.
   * @param {number} id
   */
  lineThrough(id) {
    const line = this.pathTo(id);
    for (let next = this.nodes[id].children[0]; next !== undefined; next = this.nodes[next].children[0]) {
      if (this.nodes[next].uci === NULL_MOVE) break;
      line.push(next);
    }
    return line;
  }

  /**
   * The nodes of these moves; null if some are missing.
   * @param {string[]} moves
   */
  find(moves) {
    const path = [];
    let at = ROOT;
    for (const uci of moves) {
      const next = this.child(at, uci);
      if (next === undefined) return null;
      path.push(next);
      at = next;
    }
    return path;
  }

  /**
   * Whether a node follows a null move, so that the board cannot show it.
   * @param {number} id
   */
  isBeyond(id) {
    return this.pathTo(id).some((at) => this.nodes[at].uci === NULL_MOVE);
  }

  /** @param {number} id */
  isMain(id) {
    return this.pathTo(id).every((at) => this.nodes[this.nodes[at].parent].children[0] === at);
  }

  /** All nodes but the start: a move, what follows it, then its alternatives. */
  walk() {
    const ids = [];
    const ahead = [...this.nodes[ROOT].children].reverse();
    for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
      ids.push(id);
      ahead.push(...[...this.nodes[id].children].reverse());
    }
    return ids;
  }

  /**
   * The tree for a request.
   * @param {number[]} [only] The nodes to include.
   */
  toRequest(only = this.walk()) {
    const numbers = new Map([[ROOT, 0]]);
    const nodes = only.map((id, index) => {
      const { parent, uci, nags, before, after } = this.nodes[id];
      numbers.set(id, index + 1);
      return { parent: numbers.get(parent) ?? 0, uci, nags, before, after };
    });
    return { after: this.nodes[ROOT].after, nodes };
  }

  /**
   * @param {number} parent
   * @param {{ uci: string, san: string, identity: string, times: number }} move
   */
  push(parent, move) {
    const id = this.nodes.push(newNode(parent, move)) - 1;
    this.nodes[parent].children = [...this.nodes[parent].children, id];
    this.version += 1;
    return id;
  }
}

/**
 * @param {number} parent
 * @param {{ uci: string, san: string, identity: string, times: number }} move
 * @returns {TreeNode}
 */
export function newNode(parent, { uci, san, identity, times }) {
  return { parent, uci, san, identity, times, nags: [], before: [], after: [], children: [] };
}

/**
 * Whether these are the nodes of a tree: each after its parent, and listed as a child of its parent.
 * @param {unknown} nodes
 * @returns {nodes is TreeNode[]}
 */
export function areNodes(nodes) {
  if (!Array.isArray(nodes) || nodes.length === 0) return false;
  const isList = (/** @type {unknown} */ value) => Array.isArray(value);
  return nodes.every((node, id) => typeof node?.uci === "string" && typeof node.san === "string"
    && isList(node.nags) && isList(node.before) && isList(node.after) && isList(node.children)
    && (id === ROOT ? node.parent === -1 : Number.isInteger(node.parent) && node.parent >= ROOT && node.parent < id)
    && node.children.every((/** @type {unknown} */ child) => typeof child === "number" && nodes[child]?.parent === id));
}
