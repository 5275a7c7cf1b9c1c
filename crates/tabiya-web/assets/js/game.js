// @ts-check
// The game of the page and the user's actions. The server applies the rules; the page stores the moves and the server's responses.

import { ActionQueue } from "./actionqueue.js";
import { ROOT } from "./nodes.js";
import { startPending } from "./pending.js";
import { restoresReplacedGame, pliesToPlayAgain, pliesToTakeBack, sideToMove, whyLocked } from "./referee.js";
import { RequestError } from "./request.js";
import { fresh } from "./saved.js";
import { SyncedGame } from "./syncedgame.js";
import { pressClock, timingAt } from "./timing.js";

/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {import("./tree.js").Tree} Tree */

/**
 * Events: "change" when the position or the game changes, "view" when only its display changes, "key" when only the key scheme
 * changes, "wait" around requests, "leave" before another game replaces this one. Actions run in the order they were added.
 */
export class Game extends SyncedGame {
  constructor() {
    super();
    /** Whether the engine is to move and does not respond. */
    this.isStalled = false;
    /** Ends the pending count of the running action. */
    this.endPending = () => {};
    this.actions = new ActionQueue((isBusy) => {
      if (isBusy) this.endPending = startPending();
      else this.endPending();
      this.emit("wait");
    });
  }

  /** Whether a request is pending. */
  get isWaiting() {
    return this.actions.isBusy;
  }

  /** Restores the game of this tab, or starts a new one. */
  async restore() {
    const stored = this.restored();
    this.restoreReplaced();
    try {
      if (stored) return await this.take(stored.saved, stored.tree);
    } catch (error) {
      // The server is busy or does not respond: the stored game may be valid.
      if (error instanceof RequestError && error.status !== 422) throw error;
      // The stored game is invalid: start a new one.
    }
    await this.take(fresh());
  }

  /**
   * Starts a new game. Fails if its start or its moves are invalid; the old game then stays.
   * @param {Partial<Saved>} game
   * @param {Tree | null} [tree] Its tree, if it has variations or annotations.
   * @param {[string, string][]} [tags] Its tags, if it has no tree.
   */
  begin(game, tree = null, tags = []) {
    return this.actions.add(() => this.replace(game, tree, tags));
  }

  /**
   * Starts a new game that is loaded first.
   * @param {() => Promise<{ game: Partial<Saved>, tree: Tree }>} load
   */
  beginLoaded(load) {
    return this.actions.add(async () => {
      const { game, tree } = await load();
      return this.replace(game, tree);
    });
  }

  /**
   * @param {Partial<Saved>} game
   * @param {Tree | null} tree
   * @param {[string, string][]} [tags]
   */
  replace(game, tree, tags) {
    const next = { ...fresh(), dialect: this.saved.dialect, ...game };
    return this.exchange({ ...next, at: game.at ?? next.moves.length }, tree, this.gameToRestore(), tags);
  }

  /**
   * Replaces the current game, which can be restored by undo.
   * @param {Saved} next
   * @param {Tree | null} tree
   * @param {import("./storedgame.js").ReplacedGame | null} replaced
   * @param {[string, string][]} [tags]
   */
  async exchange(next, tree, replaced, tags) {
    const before = this.replaced;
    this.emit("leave");
    this.setReplaced(replaced);
    try {
      await this.load(next, "change", tree, tags);
    } catch (error) {
      this.setReplaced(before);
      throw error;
    }
  }

  /** Lets listeners store the game before it is replaced. */
  leave() {
    return this.actions.addUntilRun(() => this.emit("leave"));
  }

  /** Exchanges this game and the one it replaced. */
  swapAside() {
    const { replaced, saved, tree } = this;
    return replaced && this.exchange(replaced.saved, replaced.tree, { saved, tree, isLater: !replaced.isLater });
  }

  /**
   * The user plays a move in the current position. Moves that were taken back are dropped in a game that is being played; an
   * analysis keeps all moves.
   * @param {string} uci
   */
  play(uci) {
    return this.actions.add(() => {
      const { moves, at, redo } = this.saved;
      if (whyLocked(this) !== null) return undefined;
      if (moves[at] === uci) return this.show(at + 1);
      const known = this.isFree ? this.tree.child(this.node, uci) : undefined;
      if (known !== undefined) return this.follow(known);
      if (this.isAtEnd && redo.at(-1) === uci) return this.shift(at + 1);
      return this.moved(at, uci);
    });
  }

  /**
   * Plays the moves of a line, as far as they are legal.
   * @param {string[]} moves
   */
  async playLine(moves) {
    for (const uci of moves) await this.play(uci);
  }

  /**
   * Plays the engine's reply at the end of the game, wherever the board is.
   * @param {string} uci
   * @param {() => boolean} isStillCurrent Whether the reply still belongs to this game.
   */
  reply(uci, isStillCurrent) {
    return this.actions.addUntilRun(() => (isStillCurrent() ? this.moved(this.saved.moves.length, uci) : undefined));
  }

  /**
   * Shows another position of the game.
   * @param {(at: number, length: number) => number} where Receives the half-move shown when all earlier actions are done.
   */
  go(where) {
    return this.actions.add(() => {
      const { at, moves } = this.saved;
      const to = Math.max(0, Math.min(where(at, moves.length), moves.length));
      return to === at ? undefined : this.show(to);
    });
  }

  /**
   * Shows a node of the tree.
   * @param {number} id
   */
  visit(id) {
    return this.actions.add(() => (id === this.node || this.tree.isBeyond(id) ? undefined : this.follow(id)));
  }

  /**
   * Shows the next or the previous alternative of the current move.
   * @param {number} step
   * @returns {Promise<void>}
   */
  goAside(step) {
    return this.actions.add(() => {
      const { node, tree } = this;
      const shown = node === ROOT || !this.isFree ? [] : tree.nodes[tree.nodes[node].parent].children.filter((id) => !tree.isBeyond(id));
      if (shown.length > 1) return this.follow(/** @type {number} */ (shown.at((shown.indexOf(node) + step) % shown.length)));
      const end = step < 0 ? 0 : this.saved.moves.length;
      return end === this.saved.at ? undefined : this.show(end);
    });
  }

  /**
   * Changes the tree, perhaps asynchronously, and shows a node.
   * @param {(tree: Tree) => unknown} change
   * @param {() => number} [then] The node to show; the current one by default.
   */
  edit(change, then = () => this.node) {
    return this.actions.add(() => this.changeTree(change, then));
  }

  /**
   * The same for a change that must be made even if an earlier action fails.
   * @param {(tree: Tree) => unknown} change
   */
  editUntilRun(change) {
    return this.actions.addUntilRun(() => this.changeTree(change, () => this.node));
  }

  /**
   * @param {(tree: Tree) => unknown} change
   * @param {() => number} then
   */
  changeTree(change, then) {
    const changing = change(this.tree);
    return changing instanceof Promise ? changing.then(() => this.follow(then())) : this.follow(then());
  }

  /** Takes back moves, or undoes the last change of the tree. */
  undo() {
    return this.actions.add(() => {
      if (this.isFree) return restoresReplacedGame(this, false) ? this.swapAside() : this.returnTo(this.tree.undo(this.node, this.saved.ending));
      const count = pliesToTakeBack(this);
      return count === 0 ? undefined : this.shift(this.saved.moves.length - count);
    });
  }

  redo() {
    return this.actions.add(() => {
      if (this.isFree) return restoresReplacedGame(this, true) ? this.swapAside() : this.returnTo(this.tree.redo(this.node, this.saved.ending));
      const count = pliesToPlayAgain(this);
      return count === 0 ? undefined : this.shift(this.saved.moves.length + count);
    });
  }

  /**
   * Selects the key scheme; all keys are requested again.
   * @param {string} dialect
   */
  setDialect(dialect) {
    return this.actions.add(() => this.load({ ...this.saved, dialect }, "key"));
  }

  /**
   * @param {Saved} next
   * @param {Tree | null} [tree]
   * @param {[string, string][]} [tags]
   */
  take(next, tree = null, tags = []) {
    return this.actions.add(() => this.load(next, "change", tree, tags));
  }

  /**
   * Makes a move after a number of half-moves.
   * @param {number} at
   * @param {string} uci
   */
  async moved(at, uci) {
    const { ending } = this.saved;
    const moves = [...this.saved.moves.slice(0, at), uci];
    const mover = sideToMove(this);
    const follows = this.isAtEnd || this.saved.mode.kind === "free";
    this.setMoving(true);
    const response = await this.fetchPosition({ ...this.saved, moves, at: at + 1, from: at }).catch((error) => this.fail(error));
    this.known.truncate(at);
    this.known.store(response, at);
    const parent = this.path(at).at(-1) ?? ROOT;
    const timing = pressClock(this.saved.timing, mover, at + 1);
    if (this.isFree) {
      const isGoneOn = this.tree.nodes[parent].children.length === 0 && this.tree.isMain(parent);
      this.tree.play(parent, response.plies[0], this.node, isGoneOn ? ending : undefined);
      this.arrive({ moves, redo: [], ending: isGoneOn ? null : ending, timing, at: at + 1 }, "change");
      return;
    }
    this.tree.playOn(parent, response.plies[0]);
    // A game that continues has not ended, unless a player resigned meanwhile.
    const still = this.saved.ending === ending ? null : this.saved.ending;
    this.arrive({ moves, redo: [], ending: still, timing, at: follows ? at + 1 : this.saved.at }, "change");
  }

  /**
   * Ends the game after a number of half-moves; the others are taken back.
   * @param {number} length
   */
  shift(length) {
    const line = this.line;
    this.setMoving(true);
    const settle = () => {
      const redo = line.slice(length).reverse();
      const timing = timingAt(this.saved.timing, length);
      this.arrive({ moves: line.slice(0, length), redo, at: length, ending: null, timing }, "change");
    };
    return this.whenKnown(length, settle);
  }

  /** @param {import("./tree.js").Change | null} change The change that was undone or redone. */
  returnTo(change) {
    if (change === null) return undefined;
    if (change.ending !== undefined) this.keep({ ending: change.ending });
    return this.follow(change.at);
  }
}
