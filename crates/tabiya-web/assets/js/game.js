// @ts-check
// The game this page holds. The server knows the rules; this knows the moves and what it was told of them, and keeps the
// moves through a reload.

import { Deeds } from "./deeds.js";
import { Known, around } from "./known.js";
import { ofTab } from "./memory.js";
import { pliesToPlayAgain, pliesToTakeBack, sideToMove, whyNobodyMoves } from "./referee.js";
import { Refusal } from "./request.js";
import { ask } from "./server.js";
import { asOf, pressed } from "./timing.js";
import { ROOT, Tree } from "./tree.js";

/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {import("./types.js").Now} Now */

const STORED = "tabiya.game";
const STORED_TREE = "tabiya.tree";

/** @returns {Saved} */
function fresh() {
  return {
    variant: "chess", start: null, moves: [], redo: [], at: 0, flipped: false,
    mode: { kind: "free" }, timing: null, ending: null, tags: {}, dialect: "tabiya",
  };
}

/**
 * Tells "change" when the position or the game is another, "view" when only how it is shown, "key" when only whose key
 * is shown, "wait" around questions. What people ask for is done in the order they ask; whatever was told once is not
 * asked again.
 */
export class Game extends EventTarget {
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
    /** @type {import("./types.js").Rules} */
    this.rules = { clock: null, repetitionClaim: null, repetitionEnds: null };
    this.startKey = "";
    /** @type {Record<string, string>} The men of the start, to know which were taken. */
    this.startMen = {};
    /** @type {string[]} */
    this.notes = [];
    /** Whether a move is on its way to the server. */
    this.isMoving = false;
    /** Whether the engine is to move and cannot be reached. */
    this.isStalled = false;
    /** Whether positions nearby are being asked for. */
    this.isExploring = false;
    /** Which state of the tree would survive a reload. */
    this.keptVersion = -1;
    this.deeds = new Deeds(() => this.tell("wait"));
  }

  /** Whether an answer is on its way. */
  get isWaiting() {
    return this.deeds.isBusy;
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

  /** Takes up the game of this tab, if there is one. */
  async restore() {
    try {
      const text = ofTab.get(STORED);
      const kept = ofTab.get(STORED_TREE);
      if (text) return await this.take({ ...fresh(), ...JSON.parse(text) }, kept ? Tree.ofKept(JSON.parse(kept)) : null);
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
   */
  begin(game, tree = null) {
    const next = { ...fresh(), dialect: this.saved.dialect, ...game };
    return this.take({ ...next, at: game.at ?? next.moves.length }, tree);
  }

  /**
   * A person plays a move on the board as it stands. In a game that is played, what was taken back is forgotten;
   * otherwise nothing is.
   * @param {string} uci
   */
  play(uci) {
    return this.deeds.add(() => {
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
    return this.deeds.add(() => (isStillMeant() ? this.moved(this.saved.moves.length, uci) : undefined));
  }

  /**
   * Looks at another half-move of the game.
   * @param {(at: number, length: number) => number} where From where the board stands when everything before is done.
   */
  go(where) {
    return this.deeds.add(() => {
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
    return this.deeds.add(() => (id === this.node || this.tree.isBeyond(id) ? undefined : this.follow(id)));
  }

  /**
   * Goes to the next alternative of the move on the board, or to the one before.
   * @param {number} step
   * @returns {Promise<void>}
   */
  goAside(step) {
    return this.deeds.add(() => {
      const { node, tree } = this;
      const shown = node === ROOT || !this.isFree ? [] : tree.nodes[tree.nodes[node].parent].children.filter((id) => !tree.isBeyond(id));
      if (shown.length > 1) return this.follow(/** @type {number} */ (shown.at((shown.indexOf(node) + step) % shown.length)));
      const end = step < 0 ? 0 : this.saved.moves.length;
      return end === this.saved.at ? undefined : this.show(end);
    });
  }

  /**
   * Changes the tree, and shows a node of it.
   * @param {(tree: Tree) => void} change
   * @param {() => number} [then] Where to go; where the board stands if it is not said.
   */
  edit(change, then = () => this.node) {
    return this.deeds.add(() => {
      change(this.tree);
      return this.follow(then());
    });
  }

  /** Takes moves back, or the last change of the tree, to be done again by redo. */
  undo() {
    return this.deeds.add(() => {
      if (this.isFree) return this.followOr(this.tree.undo(this.node));
      const count = pliesToTakeBack(this);
      return count === 0 ? undefined : this.shift(this.saved.moves.length - count);
    });
  }

  redo() {
    return this.deeds.add(() => {
      if (this.isFree) return this.followOr(this.tree.redo(this.node));
      const count = pliesToPlayAgain(this);
      return count === 0 ? undefined : this.shift(this.saved.moves.length + count);
    });
  }

  /**
   * Shows the key of another program: everything is told anew.
   * @param {string} dialect
   */
  speak(dialect) {
    return this.deeds.add(() => this.askWhole({ ...this.saved, dialect }, "key"));
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

  /** The game as the server reads it. */
  question() {
    const { variant, start, moves } = this.saved;
    return { variant, start, moves: moves.join(" "), at: Math.min(this.at, moves.length) };
  }

  /** All moves, those taken back as well. */
  get line() {
    return [...this.saved.moves, ...[...this.saved.redo].reverse()];
  }

  /** @param {string} event */
  tell(event) {
    this.dispatchEvent(new Event(event));
  }

  /**
   * @param {Saved} next
   * @param {Tree | null} [tree]
   */
  take(next, tree = null) {
    return this.deeds.add(() => this.askWhole(next, "change", tree));
  }

  /**
   * Asks about a game of which nothing is known.
   * @param {Saved} next
   * @param {string} event
   * @param {Tree | null} tree
   */
  async askWhole(next, event, tree = this.tree) {
    const line = [...next.moves, ...[...next.redo].reverse()];
    const told = await this.ask({ ...next, moves: line, from: 0, span: around(next.at) });
    this.known = new Known();
    this.known.learn(told, 0);
    this.rules = told.rules;
    this.startKey = told.startKey;
    this.startMen = told.startMen ?? {};
    this.notes = told.notes;
    // A tree in which the moves are not is that of another game.
    const fits = tree !== null && tree.find(line) !== null;
    if (!fits || tree !== this.tree) {
      this.tree = fits ? tree : Tree.ofLine(told.plies);
      this.keptVersion = -1;
    }
    const noted = event === "key" ? this.saved : next;
    this.arrive({ ...noted, start: next.start === null ? null : told.start, dialect: told.dialect }, event);
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
      this.tree.play(parent, told.plies[0], this.node);
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

  /** @param {number | null} id */
  followOr(id) {
    return id === null ? undefined : this.follow(id);
  }

  /**
   * Takes the line of a node up, and shows the node.
   * @param {number} id
   */
  follow(id) {
    const at = this.tree.pathTo(id).length;
    const moves = this.tree.lineThrough(id).map((node) => this.tree.nodes[node].uci);
    const arrive = () => this.arrive({ moves, redo: [], at }, "change");
    const same = this.known.same(moves);
    if (same === moves.length && this.known.has(at)) return arrive();
    this.setMoving(true);
    const asked = this.ask({ ...this.saved, moves, at, from: same, span: around(at) });
    return asked.catch((error) => this.stay(error)).then((told) => {
      this.known.cut(same);
      this.known.learn(told, same);
      arrive();
    });
  }

  /** @param {number} at */
  show(at) {
    return this.whenKnown(at, () => this.arrive({ at }, "change"));
  }

  /**
   * @param {number} at
   * @param {() => void} then
   */
  whenKnown(at, then) {
    if (this.known.has(at)) return then();
    return this.explore(at).catch((error) => this.stay(error)).then(then);
  }

  /**
   * There was no answer: everything is as before.
   * @param {unknown} error
   * @returns {never}
   */
  stay(error) {
    this.setMoving(false);
    throw error;
  }

  /**
   * Asks for the positions about one that is, or soon will be, looked at.
   * @param {number} at
   */
  async explore(at) {
    const { known } = this;
    const line = known.plies.map(({ uci }) => uci);
    const span = known.gap(at);
    if (span === null) return;
    const told = await this.ask({ ...this.saved, moves: line, at, from: line.length, span });
    // If the line was cut or the numbers are another program's, this is about something else.
    if (this.known === known && known.same(line) === line.length) known.learn(told, line.length);
  }

  /**
   * @param {Partial<Saved>} part
   * @param {string} event
   */
  arrive(part, event) {
    this.isMoving = false;
    this.keep(part);
    this.now = this.known.positions[this.saved.at] ?? this.now;
    this.tell(event);
    if (this.isExploring) return;
    this.isExploring = true;
    // What fails here is asked for again when somebody goes there.
    this.explore(this.saved.at).catch(() => {}).finally(() => (this.isExploring = false));
  }

  /**
   * @param {Pick<Saved, "variant" | "start" | "moves" | "at" | "dialect"> & { from: number, span?: [number, number] }} asked
   * @returns {Promise<import("./types.js").GameTold>}
   */
  ask({ variant, start, moves, at, dialect, from, span }) {
    return ask("/api/position", { variant, start, moves: moves.join(" "), at, dialect, from, span });
  }

  /** @param {boolean} isMoving */
  setMoving(isMoving) {
    this.isMoving = isMoving;
    this.tell("wait");
  }
}
