// @ts-check
// The game of this tab as it survives a reload: its moves, all its lines, and how it is shown.

import { Known } from "./known.js";
import { ofTab } from "./memory.js";
import { ROOT } from "./nodes.js";
import { fresh, readSaved } from "./saved.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {import("./types.js").Now} Now */

const STORED = "tabiya.game";
const STORED_TREE = "tabiya.tree";
const STORED_ASIDE = "tabiya.aside";

/** @typedef {{ saved: Saved, tree: Tree, isLater: boolean }} Aside A game that another took the place of, by going on or by going back. */

/** What is known of a game, and what is kept of it. */
export class KeptGame extends EventTarget {
  constructor() {
    super();
    /** @type {Saved} */
    this.saved = fresh();
    /** All lines; the moves are one of them. */
    this.tree = new Tree();
    /** Of the moves, and of those taken back. */
    this.known = new Known();
    /** @type {Now | null} The position on the board. */
    this.now = null;
    /** @type {Aside | null} */
    this.aside = null;
    /** Which state of the tree would survive a reload. */
    this.keptVersion = -1;
  }

  /** The half-moves of the game, without those taken back. */
  get plies() {
    return this.known.plies.slice(0, this.saved.moves.length);
  }

  /** The half-move on the board. */
  get at() {
    return this.now?.ply ?? 0;
  }

  /** Whether the board stands at the last move. */
  get isAtEnd() {
    return this.saved.at === this.saved.moves.length;
  }

  /** Whether nobody plays: then all lines are kept, and every change can be undone. */
  get isFree() {
    return this.saved.mode.kind === "free";
  }

  /** The node of the tree the board shows. */
  get node() {
    return this.path(this.saved.at).at(-1) ?? ROOT;
  }

  /**
   * The nodes of the first moves.
   * @param {number} length
   */
  path(length) {
    return this.tree.find(this.saved.moves.slice(0, length)) ?? [];
  }

  /** All moves, those taken back as well. */
  get line() {
    return [...this.saved.moves, ...[...this.saved.redo].reverse()];
  }

  /** The game as the server reads it. */
  question() {
    const { variant, start, moves } = this.saved;
    return { variant, start, moves: moves.join(" "), at: Math.min(this.at, moves.length) };
  }

  /**
   * What was kept when this tab last showed a game, if that can still be read.
   * @returns {{ saved: Saved, tree: Tree | null } | null}
   */
  restored() {
    const saved = readSaved(ofTab.get(STORED) ?? "");
    return saved && { saved, tree: restoredTree() };
  }

  /**
   * The game on the board as it would be put aside; what was there before, if it is not worth that: a game in which nothing
   * was done yet, or one of a file that can be opened again where the other cannot.
   */
  puttingAside() {
    const { tree, saved, aside } = this;
    const isWorthIt = tree.nodes.length > 1 || (saved.start !== null && aside === null);
    const isAsInFile = this.isFree && tree.isUnchanged && aside !== null && !aside.tree.isUnchanged;
    return isWorthIt && !isAsInFile ? { saved, tree, isLater: false } : aside;
  }

  /** @param {Aside | null} aside */
  putAside(aside) {
    this.aside = aside;
    if (aside) ofTab.set(STORED_ASIDE, JSON.stringify(aside));
    else ofTab.forget(STORED_ASIDE);
  }

  restoreAside() {
    try {
      const { saved: kept, tree, isLater } = JSON.parse(ofTab.get(STORED_ASIDE) ?? "");
      const saved = readSaved(JSON.stringify(kept));
      this.aside = saved && { saved, tree: Tree.ofKept(tree), isLater: isLater === true };
    } catch {
      this.aside = null;
    }
  }

  /**
   * How the game is shown, or how it ended: nothing the server need know.
   * @param {Partial<Saved>} part
   */
  note(part) {
    this.keep(part);
    this.tell("view");
  }

  /** @param {Partial<Saved>} part */
  keep(part) {
    this.saved = { ...this.saved, ...part };
    ofTab.set(STORED, JSON.stringify(this.saved));
    if (this.keptVersion === this.tree.version) return;
    this.keptVersion = this.tree.version;
    ofTab.set(STORED_TREE, JSON.stringify(this.tree));
  }

  /** @param {string} event */
  tell(event) {
    this.dispatchEvent(new Event(event));
  }
}

/** All lines of the game, if they can be read; its moves are known without them. */
function restoredTree() {
  try {
    return Tree.ofKept(JSON.parse(ofTab.get(STORED_TREE) ?? ""));
  } catch {
    return null;
  }
}
