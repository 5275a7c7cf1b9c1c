// @ts-check
// The game of this tab, stored so that it survives a reload: its moves, its tree, and how it is shown.

import { GameCache } from "./gamecache.js";
import { ROOT } from "./nodes.js";
import { fresh, readSaved } from "./saved.js";
import { tabStorage } from "./storage.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {import("./types.js").Now} Now */

const STORED = "tabiya.game";
const STORED_TREE = "tabiya.tree";
const STORED_REPLACED = "tabiya.aside";

/** @typedef {{ saved: Saved, tree: Tree, isLater: boolean }} ReplacedGame A game that was replaced, by a new game or by undo. */

/** The data of a game and its storage. */
export class StoredGame extends EventTarget {
  constructor() {
    super();
    /** @type {Saved} */
    this.saved = fresh();
    /** The tree; the moves are one of its lines. */
    this.tree = new Tree();
    /** Responses for the moves, including those taken back. */
    this.known = new GameCache();
    /** @type {Now | null} The current position. */
    this.now = null;
    /** @type {ReplacedGame | null} */
    this.replaced = null;
    /** The version of the tree in the storage. */
    this.storedVersion = -1;
  }

  /** The half-moves of the game, without those taken back. */
  get plies() {
    return this.known.plies.slice(0, this.saved.moves.length);
  }

  /** The number of half-moves before the current position. */
  get at() {
    return this.now?.ply ?? 0;
  }

  /** Whether the current position is the last. */
  get isAtEnd() {
    return this.saved.at === this.saved.moves.length;
  }

  /** Whether this is an analysis: all lines are stored, and every change can be undone. */
  get isFree() {
    return this.saved.mode.kind === "free";
  }

  /** The current node of the tree. */
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

  /** All moves, including those taken back. */
  get line() {
    return [...this.saved.moves, ...[...this.saved.redo].reverse()];
  }

  /** The game for a request. */
  toRequest() {
    const { variant, start, moves } = this.saved;
    return { variant, start, moves: moves.join(" "), at: Math.min(this.at, moves.length) };
  }

  /**
   * The stored game of this tab, if it is valid.
   * @returns {{ saved: Saved, tree: Tree | null } | null}
   */
  restored() {
    const saved = readSaved(tabStorage.get(STORED) ?? "");
    return saved && { saved, tree: restoredTree() };
  }

  /**
   * The game that undo restores when another replaces this one: this one, or the one replaced before if this one has no changes (no
   * moves, or it can be opened from its file again).
   */
  gameToRestore() {
    const { tree, saved, replaced } = this;
    const hasChanges = tree.nodes.length > 1 || (saved.start !== null && replaced === null);
    const isAsInFile = this.isFree && tree.isUnchanged && replaced !== null && !replaced.tree.isUnchanged;
    return hasChanges && !isAsInFile ? { saved, tree, isLater: false } : replaced;
  }

  /** @param {ReplacedGame | null} replaced */
  setReplaced(replaced) {
    this.replaced = replaced;
    if (replaced) tabStorage.set(STORED_REPLACED, JSON.stringify(replaced));
    else tabStorage.remove(STORED_REPLACED);
  }

  restoreReplaced() {
    try {
      const { saved: stored, tree, isLater } = JSON.parse(tabStorage.get(STORED_REPLACED) ?? "");
      const saved = readSaved(JSON.stringify(stored));
      this.replaced = saved && { saved, tree: Tree.fromStored(tree), isLater: isLater === true };
    } catch {
      this.replaced = null;
    }
  }

  /**
   * Changes how the game is shown, or how it ended; no request is needed.
   * @param {Partial<Saved>} part
   */
  note(part) {
    this.keep(part);
    this.emit("view");
  }

  /** @param {Partial<Saved>} part */
  keep(part) {
    this.saved = { ...this.saved, ...part };
    tabStorage.set(STORED, JSON.stringify(this.saved));
    if (this.storedVersion === this.tree.version) return;
    this.storedVersion = this.tree.version;
    tabStorage.set(STORED_TREE, JSON.stringify(this.tree));
  }

  /** @param {string} event */
  emit(event) {
    this.dispatchEvent(new Event(event));
  }
}

/** The stored tree, if it is valid; the moves are stored separately. */
function restoredTree() {
  try {
    return Tree.fromStored(JSON.parse(tabStorage.get(STORED_TREE) ?? ""));
  } catch {
    return null;
  }
}
