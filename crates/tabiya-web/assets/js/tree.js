// @ts-check
// A game as a tree of moves, as this page keeps it: a main line, variations, and what is said of them. The first child of
// a node continues its line, the others are variations. Whatever is changed can be undone.

/** @typedef {import("./types.js").TreeNode} TreeNode */
/** @typedef {Partial<Pick<TreeNode, "children" | "nags" | "before" | "after">>} Patch */
/** @typedef {{ patches: [number, Patch][], at: number }} Change What to put back, and where the board stood. */

/** The start. */
export const ROOT = 0;
/** As UCI writes a pass; the board cannot show what follows. */
export const NULL_MOVE = "0000";
/** So many changes can be undone. */
const MOST_CHANGES = 200;
/** So many places of one position are looked at to know whether it has another road. */
const MOST_LOOKED_AT = 50;

export class Tree {
  /** @param {TreeNode[]} nodes The start first. */
  constructor(nodes = [node(-1, { uci: "", san: "", identity: "", times: 1 })]) {
    this.nodes = nodes;
    /** @type {Change[]} */
    this.done = [];
    /** @type {Change[]} */
    this.undone = [];
    /** Another after every change. */
    this.version = 0;
    /** @type {{ version: number, places: Map<string, number[]>, first: number[], last: number[] } | null} */
    this.index = null;
  }

  /**
   * A game of one line.
   * @param {import("./types.js").Ply[]} plies
   */
  static ofLine(plies) {
    const tree = new Tree();
    plies.forEach((ply, index) => tree.push(index, ply));
    return tree;
  }

  /**
   * @param {import("./types.js").TreeTold} told
   */
  static ofTold({ nodes, after }) {
    const tree = new Tree();
    tree.nodes[ROOT].after = after;
    for (const told of nodes) {
      const added = tree.nodes[tree.push(told.parent, told)];
      added.nags = told.nags ?? [];
      added.before = told.before ?? [];
      added.after = told.after ?? [];
    }
    return tree;
  }

  /**
   * What was kept through a reload.
   * @param {{ nodes: TreeNode[], done: Change[], undone: Change[] }} kept
   */
  static ofKept({ nodes, done, undone }) {
    const tree = new Tree(nodes);
    [tree.done, tree.undone] = [done, undone];
    return tree;
  }

  toJSON() {
    return { nodes: this.nodes, done: this.done, undone: this.undone };
  }

  /**
   * @param {number} parent
   * @param {string} uci
   */
  child(parent, uci) {
    return this.nodes[parent].children.find((id) => this.nodes[id].uci === uci);
  }

  /**
   * The nodes from the start to one, without the start.
   * @param {number} id
   */
  pathTo(id) {
    const path = [];
    for (let at = id; at !== ROOT; at = this.nodes[at].parent) path.push(at);
    return path.reverse();
  }

  /**
   * The line a node is in, to its end or as far as the board can show it.
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
   * The nodes that moves lead to; null if they are not all there.
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
   * Whether a null move leads to a node, so that the board cannot show it.
   * @param {number} id
   */
  isBeyond(id) {
    return this.pathTo(id).some((at) => this.nodes[at].uci === NULL_MOVE);
  }

  /** @param {number} id */
  isMain(id) {
    return this.pathTo(id).every((at) => this.nodes[this.nodes[at].parent].children[0] === at);
  }

  /**
   * Where else in the tree the same position stands: by our own keys, by whatever moves, on other lines.
   * @param {number} id
   */
  transpositions(id) {
    return this.others(id).filter((other) => !this.areRelated(id, other));
  }

  /**
   * Whether it stands anywhere else; of very many places only some are looked at.
   * @param {number} id
   */
  isTransposed(id) {
    return this.others(id).slice(0, MOST_LOOKED_AT).some((other) => !this.areRelated(id, other));
  }

  /** @param {number} id */
  others(id) {
    const same = this.indexed().places.get(this.nodes[id].identity) ?? [];
    return same.length < 2 ? [] : same.filter((other) => other !== id);
  }

  /**
   * Whether one leads to the other: then the position is repeated, and not reached by another road.
   * @param {number} one
   * @param {number} other
   */
  areRelated(one, other) {
    const { first, last } = this.indexed();
    const isUnder = (/** @type {number} */ low, /** @type {number} */ high) => first[low] >= first[high] && first[low] <= last[high];
    return isUnder(one, other) || isUnder(other, one);
  }

  /** Where each position stands, and for each node the first and last of its own in the order of a walk. */
  indexed() {
    if (this.index?.version === this.version) return this.index;
    /** @type {Map<string, number[]>} */
    const places = new Map();
    /** @type {number[]} */
    const first = [];
    /** @type {number[]} */
    const last = [];
    const walk = this.walk();
    walk.forEach((id, number) => {
      const { identity } = this.nodes[id];
      const same = places.get(identity);
      if (same) same.push(id);
      else places.set(identity, [id]);
      first[id] = last[id] = number;
    });
    // Children come after their parents: from the end, each is whole before it is added to its own.
    for (const id of walk.reverse()) {
      const { parent } = this.nodes[id];
      if (parent !== ROOT) last[parent] = Math.max(last[parent], last[id]);
    }
    this.index = { version: this.version, places, first, last };
    return this.index;
  }

  /** Every node but the start: a move, what follows it, then its alternatives. */
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
   * The tree as the server reads it.
   * @param {number[]} [only] These nodes alone.
   */
  asked(only = this.walk()) {
    const numbers = new Map([[ROOT, 0]]);
    const nodes = only.map((id, index) => {
      const { parent, uci, nags, before, after } = this.nodes[id];
      numbers.set(id, index + 1);
      return { parent: numbers.get(parent) ?? 0, uci, nags, before, after };
    });
    return { after: this.nodes[ROOT].after, nodes };
  }

  /**
   * A move is played after a node; one that is there already is followed.
   * @param {number} parent
   * @param {import("./types.js").Ply} ply
   * @param {number} at Where the board stands.
   */
  play(parent, ply, at) {
    const known = this.child(parent, ply.uci);
    if (known !== undefined) return known;
    const { children } = this.nodes[parent];
    const id = this.push(parent, ply);
    // The move itself stays: only where it is said to follow is put back.
    this.remember([[parent, { children: children.filter((child) => child !== id) }]], at);
    return id;
  }

  /**
   * In a game that is played there are no variations: what was taken back goes when something else is played.
   * @param {number} parent
   * @param {import("./types.js").Ply} ply
   */
  playOn(parent, ply) {
    const id = this.child(parent, ply.uci) ?? this.push(parent, ply);
    this.nodes[parent].children = [id];
    this.version += 1;
    return id;
  }

  /** @param {number} id One place up among the alternatives. */
  promote(id) {
    const { parent } = this.nodes[id];
    const children = [...this.nodes[parent].children];
    const place = children.indexOf(id);
    if (place <= 0) return;
    [children[place - 1], children[place]] = [children[place], children[place - 1]];
    this.change([[parent, { children }]], id);
  }

  /** @param {number} id The line that leads here becomes the game's. */
  makeMain(id) {
    /** @type {[number, Patch][]} */
    const patches = this.pathTo(id).map((at) => {
      const { parent } = this.nodes[at];
      return [parent, { children: [at, ...this.nodes[parent].children.filter((other) => other !== at)] }];
    });
    this.change(patches, id);
  }

  /** @param {number} id With all that follows it. */
  remove(id) {
    const { parent } = this.nodes[id];
    this.change([[parent, { children: this.nodes[parent].children.filter((other) => other !== id) }]], id);
  }

  /**
   * @param {number} id
   * @param {Patch} patch
   */
  annotate(id, patch) {
    this.change([[id, patch]], id);
  }

  /**
   * Takes the last change back; where the board stood before it, or nothing.
   * @param {number} at Where it stands now.
   */
  undo(at) {
    return this.swap(this.done, this.undone, at);
  }

  /** @param {number} at */
  redo(at) {
    return this.swap(this.undone, this.done, at);
  }

  /**
   * @param {Change[]} from
   * @param {Change[]} to
   * @param {number} at
   */
  swap(from, to, at) {
    const change = from.pop();
    if (!change) return null;
    to.push({ patches: this.apply(change.patches), at });
    return change.at;
  }

  /**
   * @param {[number, Patch][]} patches
   * @param {number} at
   */
  change(patches, at) {
    this.remember(this.apply(patches), at);
  }

  /**
   * @param {[number, Patch][]} patches What would put the change back.
   * @param {number} at
   */
  remember(patches, at) {
    this.done.push({ patches, at });
    if (this.done.length > MOST_CHANGES) this.done.shift();
    this.undone = [];
    this.version += 1;
  }

  /**
   * Changes nodes; what would put them back.
   * @param {[number, Patch][]} patches
   * @returns {[number, Patch][]}
   */
  apply(patches) {
    this.version += 1;
    return patches.map(([id, patch]) => {
      const old = /** @type {Patch} */ (Object.fromEntries(Object.keys(patch).map((name) => [name, this.nodes[id][/** @type {keyof Patch} */ (name)]])));
      Object.assign(this.nodes[id], patch);
      return [id, old];
    });
  }

  /**
   * @param {number} parent
   * @param {{ uci: string, san: string, identity: string, times: number }} move
   */
  push(parent, move) {
    const id = this.nodes.push(node(parent, move)) - 1;
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
function node(parent, { uci, san, identity, times }) {
  return { parent, uci, san, identity, times, nags: [], before: [], after: [], children: [] };
}
