// @ts-check
// The game this page holds, and what people do with it. The server knows the rules; this knows the moves and what it was
// told of them.

import { ActionQueue } from "./actionqueue.js";
import { ROOT } from "./nodes.js";
import { startPending } from "./pending.js";
import { bringsBack, pliesToPlayAgain, pliesToTakeBack, sideToMove, whyNobodyMoves } from "./referee.js";
import { Refusal } from "./request.js";
import { fresh } from "./saved.js";
import { asOf, pressed } from "./timing.js";
import { ToldGame } from "./told.js";

/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {import("./tree.js").Tree} Tree */

/**
 * Tells "change" when the position or the game is another, "view" when only how it is shown, "key" when only whose key
 * is shown, "wait" around questions, "leave" before another game takes its place. What people ask for is done in the order they ask.
 */
export class Game extends ToldGame {
  constructor() {
    super();
    /** Whether the engine is to move and cannot be reached. */
    this.isStalled = false;
    /** Ends the count of the action that runs. */
    this.endPending = () => {};
    this.actions = new ActionQueue((isBusy) => {
      if (isBusy) this.endPending = startPending();
      else this.endPending();
      this.tell("wait");
    });
  }

  /** Whether an answer is on its way. */
  get isWaiting() {
    return this.actions.isBusy;
  }

  /** Takes up the game of this tab, if there is one. */
  async restore() {
    const kept = this.restored();
    this.restoreAside();
    try {
      if (kept) return await this.take(kept.saved, kept.tree);
    } catch (error) {
      // A server that is busy or gone says nothing about the game.
      if (error instanceof Refusal && error.status !== 422) throw error;
      // What was kept is of no use any more: begin anew.
    }
    await this.take(fresh());
  }

  /**
   * A new game; refused if its start or its moves are wrong, and then the old one stays.
   * @param {Partial<Saved>} game
   * @param {Tree | null} [tree] All its lines, if it has more than one or something is said of it.
   * @param {[string, string][]} [tags] If it has one line.
   */
  begin(game, tree = null, tags = []) {
    return this.actions.add(() => this.replace(game, tree, tags));
  }

  /**
   * A new game that must be asked for first.
   * @param {() => Promise<{ game: Partial<Saved>, tree: Tree }>} ask
   */
  beginAsked(ask) {
    return this.actions.add(async () => {
      const { game, tree } = await ask();
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
    return this.exchange({ ...next, at: game.at ?? next.moves.length }, tree, this.puttingAside(), tags);
  }

  /**
   * Another game takes the place of the one on the board, which is put aside.
   * @param {Saved} next
   * @param {Tree | null} tree
   * @param {import("./kept.js").Aside | null} aside
   * @param {[string, string][]} [tags]
   */
  async exchange(next, tree, aside, tags) {
    const before = this.aside;
    this.tell("leave");
    this.putAside(aside);
    try {
      await this.askWhole(next, "change", tree, tags);
    } catch (error) {
      this.putAside(before);
      throw error;
    }
  }

  /** Whoever keeps games shall keep this one as it is now. */
  leave() {
    return this.actions.addUntilRun(() => this.tell("leave"));
  }

  /** Puts the game that was put aside on the board, and this one aside. */
  swapAside() {
    const { aside, saved, tree } = this;
    return aside && this.exchange(aside.saved, aside.tree, { saved, tree, isLater: !aside.isLater });
  }

  /**
   * A person plays a move on the board as it stands. In a game that is played, what was taken back is forgotten;
   * otherwise nothing is.
   * @param {string} uci
   */
  play(uci) {
    return this.actions.add(() => {
      const { moves, at, redo } = this.saved;
      if (whyNobodyMoves(this) !== null) return undefined;
      if (moves[at] === uci) return this.show(at + 1);
      const known = this.isFree ? this.tree.child(this.node, uci) : undefined;
      if (known !== undefined) return this.follow(known);
      if (this.isAtEnd && redo.at(-1) === uci) return this.shift(at + 1);
      return this.moved(at, uci);
    });
  }

  /**
   * Plays a line from the board on, as far as it can be played.
   * @param {string[]} moves
   */
  async playLine(moves) {
    for (const uci of moves) await this.play(uci);
  }

  /**
   * The engine replies at the end of the game, wherever the board stands.
   * @param {string} uci
   * @param {() => boolean} isStillMeant Whether the game is still the one it was asked about.
   */
  reply(uci, isStillMeant) {
    return this.actions.addUntilRun(() => (isStillMeant() ? this.moved(this.saved.moves.length, uci) : undefined));
  }

  /**
   * Looks at another half-move of the game.
   * @param {(at: number, length: number) => number} where From where the board stands when everything before is done.
   */
  go(where) {
    return this.actions.add(() => {
      const { at, moves } = this.saved;
      const to = Math.max(0, Math.min(where(at, moves.length), moves.length));
      return to === at ? undefined : this.show(to);
    });
  }

  /**
   * Shows a node of the tree, on whatever line.
   * @param {number} id
   */
  visit(id) {
    return this.actions.add(() => (id === this.node || this.tree.isBeyond(id) ? undefined : this.follow(id)));
  }

  /**
   * Goes to the next alternative of the move on the board, or to the one before.
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
   * Changes the tree, perhaps after an answer, and shows a node of it.
   * @param {(tree: Tree) => unknown} change
   * @param {() => number} [then] Where to go; where the board stands if it is not said.
   */
  edit(change, then = () => this.node) {
    return this.actions.add(() => this.changeTree(change, then));
  }

  /**
   * The same for a change that must not be lost when an action before it fails.
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

  /** Takes moves back, or the last change of the tree, to be done again by redo. */
  undo() {
    return this.actions.add(() => {
      if (this.isFree) return bringsBack(this, false) ? this.swapAside() : this.returnTo(this.tree.undo(this.node, this.saved.ending));
      const count = pliesToTakeBack(this);
      return count === 0 ? undefined : this.shift(this.saved.moves.length - count);
    });
  }

  redo() {
    return this.actions.add(() => {
      if (this.isFree) return bringsBack(this, true) ? this.swapAside() : this.returnTo(this.tree.redo(this.node, this.saved.ending));
      const count = pliesToPlayAgain(this);
      return count === 0 ? undefined : this.shift(this.saved.moves.length + count);
    });
  }

  /**
   * Shows the key of another program: everything is told anew.
   * @param {string} dialect
   */
  speak(dialect) {
    return this.actions.add(() => this.askWhole({ ...this.saved, dialect }, "key"));
  }

  /**
   * @param {Saved} next
   * @param {Tree | null} [tree]
   * @param {[string, string][]} [tags]
   */
  take(next, tree = null, tags = []) {
    return this.actions.add(() => this.askWhole(next, "change", tree, tags));
  }

  /**
   * A move is made after so many half-moves.
   * @param {number} at
   * @param {string} uci
   */
  async moved(at, uci) {
    const { ending } = this.saved;
    const moves = [...this.saved.moves.slice(0, at), uci];
    const mover = sideToMove(this);
    const follows = this.isAtEnd || this.saved.mode.kind === "free";
    this.setMoving(true);
    const told = await this.ask({ ...this.saved, moves, at: at + 1, from: at }).catch((error) => this.stay(error));
    this.known.cut(at);
    this.known.learn(told, at);
    const parent = this.path(at).at(-1) ?? ROOT;
    const timing = pressed(this.saved.timing, mover, at + 1);
    if (this.isFree) {
      const isGoneOn = this.tree.nodes[parent].children.length === 0 && this.tree.isMain(parent);
      this.tree.play(parent, told.plies[0], this.node, isGoneOn ? ending : undefined);
      this.arrive({ moves, redo: [], ending: isGoneOn ? null : ending, timing, at: at + 1 }, "change");
      return;
    }
    this.tree.playOn(parent, told.plies[0]);
    // A game that is played on has not ended, unless somebody resigned meanwhile.
    const still = this.saved.ending === ending ? null : this.saved.ending;
    this.arrive({ moves, redo: [], ending: still, timing, at: follows ? at + 1 : this.saved.at }, "change");
  }

  /**
   * The game ends after so many half-moves of its line; the others are taken back.
   * @param {number} length
   */
  shift(length) {
    const line = this.line;
    this.setMoving(true);
    const settle = () => {
      const redo = line.slice(length).reverse();
      const timing = asOf(this.saved.timing, length);
      this.arrive({ moves: line.slice(0, length), redo, at: length, ending: null, timing }, "change");
    };
    return this.whenKnown(length, settle);
  }

  /** @param {import("./tree.js").Change | null} change What was put back. */
  returnTo(change) {
    if (change === null) return undefined;
    if (change.ending !== undefined) this.keep({ ending: change.ending });
    return this.follow(change.at);
  }
}
