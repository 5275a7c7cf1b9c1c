// @ts-check
// A game as a tree of moves, as this page keeps and edits it. Whatever is changed can be undone.

import { ROOT, TreeNodes, areNodes, newNode } from "./nodes.js";

/** @typedef {import("./types.js").TreeNode} TreeNode */
/** @typedef {Partial<Pick<TreeNode, "children" | "nags" | "before" | "after" | "evaluation" | "tags">>} Patch */
/** @typedef {import("./types.js").Saved["ending"]} Ending */
/** @typedef {{ patches: [number, Patch][], at: number, ending?: Ending }} Change What to put back, where the board stood, and how the game had ended if that has changed. */

/** So many changes can be undone. */
const MOST_CHANGES = 200;

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
   * A game of one line.
   * @param {import("./types.js").Ply[]} plies
   * @param {[string, string][]} tags
   */
  static ofLine(plies, tags) {
    const tree = new Tree();
    tree.nodes[ROOT].tags = tags;
    plies.forEach((ply, index) => tree.push(index, ply));
    return tree;
  }

  /**
   * The game of a file. Alternatives that begin with the same move become one, for the board can stand on one only: what is
   * said of either is said of it.
   * @param {import("./types.js").TreeTold} told
   */
  static ofTold({ nodes, after, evaluation, tags }) {
    const tree = new Tree();
    Object.assign(tree.nodes[ROOT], { after, evaluation, tags });
    const ids = [ROOT];
    for (const told of nodes) {
      const parent = ids[told.parent];
      const id = tree.child(parent, told.uci) ?? tree.push(parent, told);
      ids.push(id);
      const node = tree.nodes[id];
      node.nags = [...new Set([...node.nags, ...(told.nags ?? [])])];
      node.before.push(...(told.before ?? []));
      node.after.push(...(told.after ?? []));
      node.evaluation ??= told.evaluation;
    }
    return tree;
  }

  /**
   * What was kept through a reload; throws if that is no tree.
   * @param {{ nodes: TreeNode[], done: Change[], undone: Change[] }} kept
   */
  static ofKept({ nodes, done, undone }) {
    if (!areNodes(nodes) || !Array.isArray(done) || !Array.isArray(undone)) throw new TypeError("what was kept is no tree");
    const tree = new Tree(nodes);
    [tree.done, tree.undone] = [done, undone];
    return tree;
  }

  /** Whether nobody has changed it. */
  get isUnchanged() {
    return this.done.length === 0 && this.undone.length === 0;
  }

  toJSON() {
    return { nodes: this.nodes, done: this.done, undone: this.undone };
  }

  /**
   * A move is played after a node; one that is there already is followed.
   * @param {number} parent
   * @param {import("./types.js").Ply} ply
   * @param {number} at Where the board stands.
   * @param {Ending} [ending] How the game had ended, if it goes on.
   */
  play(parent, ply, at, ending) {
    const known = this.child(parent, ply.uci);
    if (known !== undefined) return known;
    const { children } = this.nodes[parent];
    const id = this.push(parent, ply);
    // The move itself stays: only where it is said to follow is put back.
    this.remember([[parent, { children: children.filter((child) => child !== id) }]], at, ending);
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

  /** @param {number} id The variation it is in goes one place up among the alternatives. */
  promote(id) {
    const first = this.pathTo(id).findLast((at) => this.nodes[this.nodes[at].parent].children[0] !== at);
    if (first === undefined) return;
    const { parent } = this.nodes[first];
    const children = [...this.nodes[parent].children];
    const place = children.indexOf(first);
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
   * The same game with more in it: moves are added, and what is said is as told. It is one change.
   * @param {import("./types.js").TreeTold} told
   * @param {number} at Where the board stands.
   */
  graft(told, at) {
    /** @type {Map<number, number[]>} */
    const children = new Map([[ROOT, []]]);
    /** @type {[number, Patch][]} */
    const patches = [[ROOT, { after: told.after, evaluation: told.evaluation ?? null, tags: told.tags }]];
    const ids = [ROOT];
    for (const move of told.nodes) {
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
   * Takes the last change back; where the board stood before it and how the game had ended, or nothing.
   * @param {number} at Where it stands now.
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
   * @param {[number, Patch][]} patches What would put the change back.
   * @param {number} at
   * @param {Ending} [ending]
   */
  remember(patches, at, ending) {
    this.done.push({ patches, at, ...(ending === undefined ? {} : { ending }) });
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
      const old = /** @type {Patch} */ (Object.fromEntries(Object.keys(patch).map((name) => [name, this.nodes[id][/** @type {keyof Patch} */ (name)] ?? null])));
      Object.assign(this.nodes[id], patch);
      return [id, old];
    });
  }
}
