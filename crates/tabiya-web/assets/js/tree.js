// @ts-check
// A game tree with editing and undo.

import { ROOT, TreeNodes, areNodes, newNode } from "./nodes.js";

/** @typedef {import("./types.js").TreeNode} TreeNode */
/** @typedef {Partial<Pick<TreeNode, "children" | "nags" | "before" | "after" | "evaluation" | "tags">>} Patch */
/** @typedef {import("./types.js").Saved["ending"]} Ending */
/** @typedef {{ patches: [number, Patch][], at: number, ending?: Ending }} Change The values to restore, the node shown, and the ending if it changed. */

/** The maximum number of changes to undo. */
const MAX_CHANGES = 200;

export class Tree extends TreeNodes {
  /** @param {TreeNode[]} [nodes] The start first. */
  constructor(nodes) {
    super(nodes);
    /** @type {Change[]} */
    this.done = [];
    /** @type {Change[]} */
    this.undone = [];
  }

  /**
   * The tree of a game with one line.
   * @param {import("./types.js").Ply[]} plies
   * @param {[string, string][]} tags
   */
  static fromLine(plies, tags) {
    const tree = new Tree();
    tree.nodes[ROOT].tags = tags;
    plies.forEach((ply, index) => tree.push(index, ply));
    return tree;
  }

  /**
   * The tree of a PGN. Alternatives that begin with the same move are merged with their annotations, because the board cannot
   * distinguish them.
   * @param {import("./types.js").TreeResponse} response
   */
  static fromResponse({ nodes, after, evaluation, tags }) {
    const tree = new Tree();
    Object.assign(tree.nodes[ROOT], { after, evaluation, tags });
    const ids = [ROOT];
    for (const added of nodes) {
      const parent = ids[added.parent];
      const id = tree.child(parent, added.uci) ?? tree.push(parent, added);
      ids.push(id);
      const node = tree.nodes[id];
      node.nags = [...new Set([...node.nags, ...(added.nags ?? [])])];
      node.before.push(...(added.before ?? []));
      node.after.push(...(added.after ?? []));
      node.evaluation ??= added.evaluation;
    }
    return tree;
  }

  /**
   * A stored tree; throws if it is invalid.
   * @param {{ nodes: TreeNode[], done: Change[], undone: Change[] }} stored
   */
  static fromStored({ nodes, done, undone }) {
    if (!areNodes(nodes) || !Array.isArray(done) || !Array.isArray(undone)) throw new TypeError("the stored tree is invalid");
    const tree = new Tree(nodes);
    [tree.done, tree.undone] = [done, undone];
    return tree;
  }

  /** Whether it has no changes. */
  get isUnchanged() {
    return this.done.length === 0 && this.undone.length === 0;
  }

  toJSON() {
    return { nodes: this.nodes, done: this.done, undone: this.undone };
  }

  /**
   * Plays a move after a node; an existing one is followed.
   * @param {number} parent
   * @param {import("./types.js").Ply} ply
   * @param {number} at The node shown.
   * @param {Ending} [ending] The old ending, if the game continues.
   */
  play(parent, ply, at, ending) {
    const known = this.child(parent, ply.uci);
    if (known !== undefined) return known;
    const { children } = this.nodes[parent];
    const id = this.push(parent, ply);
    // The node itself stays: only its place among the children is undone.
    this.remember([[parent, { children: children.filter((child) => child !== id) }]], at, ending);
    return id;
  }

  /**
   * Plays a move without variations: moves taken back are dropped when another is played.
   * @param {number} parent
   * @param {import("./types.js").Ply} ply
   */
  playOn(parent, ply) {
    const id = this.child(parent, ply.uci) ?? this.push(parent, ply);
    this.nodes[parent].children = [id];
    this.version += 1;
    return id;
  }

  /** @param {number} id The variation of this node moves up one place among the alternatives. */
  promote(id) {
    const first = this.pathTo(id).findLast((at) => this.nodes[this.nodes[at].parent].children[0] !== at);
    if (first === undefined) return;
    const { parent } = this.nodes[first];
    const children = [...this.nodes[parent].children];
    const place = children.indexOf(first);
    [children[place - 1], children[place]] = [children[place], children[place - 1]];
    this.change([[parent, { children }]], id);
  }

  /** @param {number} id The line through this node becomes the main line. */
  makeMain(id) {
    /** @type {[number, Patch][]} */
    const patches = this.pathTo(id).map((at) => {
      const { parent } = this.nodes[at];
      return [parent, { children: [at, ...this.nodes[parent].children.filter((other) => other !== at)] }];
    });
    this.change(patches, id);
  }

  /** @param {number} id Removes the node and all that follow. */
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
   * Adds moves and annotations to the tree, as one change.
   * @param {import("./types.js").TreeResponse} response
   * @param {number} at The node shown.
   */
  graft(response, at) {
    /** @type {Map<number, number[]>} */
    const children = new Map([[ROOT, []]]);
    /** @type {[number, Patch][]} */
    const patches = [[ROOT, { after: response.after, evaluation: response.evaluation ?? null, tags: response.tags }]];
    const ids = [ROOT];
    for (const move of response.nodes) {
      const parent = ids[move.parent];
      const siblings = children.get(parent) ?? [];
      const known = this.nodes[parent].children.find((id) => this.nodes[id].uci === move.uci && !siblings.includes(id));
      const id = known ?? this.nodes.push(newNode(parent, move)) - 1;
      siblings.push(id);
      children.set(parent, siblings).set(id, []);
      patches.push([id, { nags: move.nags ?? [], before: move.before ?? [], after: move.after ?? [], evaluation: move.evaluation ?? null }]);
      ids.push(id);
    }
    for (const [id, list] of children) patches.push([id, { children: list }]);
    this.change(patches, at);
  }

  /**
   * Undoes the last change; returns the node shown and the ending before it, or null.
   * @param {number} at The node shown now.
   * @param {Ending} ending
   */
  undo(at, ending) {
    return this.swap(this.done, this.undone, at, ending);
  }

  /** @param {number} at @param {Ending} ending */
  redo(at, ending) {
    return this.swap(this.undone, this.done, at, ending);
  }

  /**
   * @param {Change[]} from
   * @param {Change[]} to
   * @param {number} at
   * @param {Ending} ending
   */
  swap(from, to, at, ending) {
    const change = from.pop();
    if (!change) return null;
    to.push({ patches: this.apply(change.patches), at, ...(change.ending === undefined ? {} : { ending }) });
    return change;
  }

  /**
   * @param {[number, Patch][]} patches
   * @param {number} at
   */
  change(patches, at) {
    this.remember(this.apply(patches), at);
  }

  /**
   * @param {[number, Patch][]} patches The values to restore.
   * @param {number} at
   * @param {Ending} [ending]
   */
  remember(patches, at, ending) {
    this.done.push({ patches, at, ...(ending === undefined ? {} : { ending }) });
    if (this.done.length > MAX_CHANGES) this.done.shift();
    this.undone = [];
    this.version += 1;
  }

  /**
   * Changes nodes; returns the old values.
   * @param {[number, Patch][]} patches
   * @returns {[number, Patch][]}
   */
  apply(patches) {
    this.version += 1;
    return patches.map(([id, patch]) => {
      const old = /** @type {Patch} */ (Object.fromEntries(Object.keys(patch).map((name) => [name, this.nodes[id][/** @type {keyof Patch} */ (name)] ?? null])));
      Object.assign(this.nodes[id], patch);
      return [id, old];
    });
  }
}
