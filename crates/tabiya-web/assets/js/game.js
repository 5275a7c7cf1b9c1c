// @ts-check
// The game this page holds. The server knows the rules; this knows the moves, and keeps them through a reload.

import { ofTab } from "./memory.js";
import { Refusal, ask } from "./server.js";

/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {import("./types.js").Now} Now */
/** @typedef {import("./types.js").Ply} Ply */

const STORED = "tabiya.game";

/** @returns {Saved} */
function fresh() {
  return {
    variant: "chess", start: null, moves: [], redo: [], at: 0, flipped: false,
    mode: { kind: "free" }, timing: null, ending: null, tags: {}, dialect: "tabiya",
  };
}

/**
 * Tells "change" when the position or the game is another, "view" when only how it is shown, "key" when only whose key
 * is shown, "wait" around questions.
 */
export class Game extends EventTarget {
  constructor() {
    super();
    /** @type {Saved} */
    this.saved = fresh();
    /** @type {Ply[]} */
    this.plies = [];
    /** @type {Now | null} */
    this.now = null;
    /** @type {import("./types.js").Rules} */
    this.rules = { clock: null, repetitionClaim: null, repetitionEnds: null };
    this.startKey = "";
    /** @type {Record<string, string>} The men of the start, to know which were taken. */
    this.startMen = {};
    /** @type {string[]} */
    this.notes = [];
    /** The newest question; answers to older ones are thrown away. */
    this.asked = 0;
    /** Whether an answer is on its way. */
    this.isWaiting = false;
    /** @type {Partial<Saved>} What was noted while an answer was awaited. */
    this.noted = {};
  }

  /** Takes up the game of this tab, if there is one. */
  async restore() {
    try {
      const text = ofTab.get(STORED);
      if (text) return await this.change({ ...fresh(), ...JSON.parse(text) }, 0);
    } catch (error) {
      // A server that is busy or gone says nothing about the game; it is taken up by the next reload.
      if (error instanceof Refusal && error.status !== 422) throw error;
      // What was kept is of no use any more: begin anew.
    }
    await this.change(fresh(), 0);
  }

  /**
   * A new game; refused if its start or its moves are wrong, and then the old one stays.
   * @param {Partial<Saved>} game
   */
  async begin(game) {
    const next = { ...fresh(), dialect: this.saved.dialect, ...game };
    await this.change({ ...next, at: game.at ?? next.moves.length }, 0);
  }

  /**
   * Plays a move from where the board stands; what came after is forgotten.
   * @param {string} uci
   */
  async play(uci) {
    const { moves, at } = this.saved;
    const kept = moves.slice(0, at);
    // A game that is played on has not ended.
    await this.change({ ...this.saved, moves: [...kept, uci], at: at + 1, redo: [], ending: null }, at);
  }

  /**
   * Looks at another half-move of the game.
   * @param {number} at
   */
  async go(at) {
    const to = Math.max(0, Math.min(at, this.saved.moves.length));
    if (to !== this.saved.at) await this.change({ ...this.saved, at: to }, this.plies.length);
  }

  /**
   * Takes moves back, to be played again by redo.
   * @param {number} [count]
   */
  async undo(count = 1) {
    const { moves, redo } = this.saved;
    const left = Math.max(0, moves.length - count);
    if (left === moves.length) return;
    const taken = moves.slice(left).reverse();
    const saved = { ...this.saved, moves: moves.slice(0, left), redo: [...redo, ...taken], at: left, ending: null };
    await this.change(saved, left);
  }

  /** @param {number} [count] */
  async redo(count = 1) {
    const { moves, redo } = this.saved;
    const again = redo.slice(Math.max(0, redo.length - count)).reverse();
    if (again.length === 0) return;
    const all = [...moves, ...again];
    const saved = { ...this.saved, moves: all, redo: redo.slice(0, redo.length - again.length), at: all.length };
    await this.change(saved, moves.length);
  }

  /**
   * How the game is shown, or how it ended: nothing the server need know.
   * @param {Partial<Saved>} part
   */
  note(part) {
    this.saved = { ...this.saved, ...part };
    if (this.isWaiting) this.noted = { ...this.noted, ...part };
    this.keep();
    this.dispatchEvent(new Event("view"));
  }

  /**
   * Shows the key of another program.
   * @param {string} dialect
   */
  async speak(dialect) {
    await this.change({ ...this.saved, dialect }, 0, "key");
  }

  /** The game as the server reads it. */
  question() {
    const { variant, start, moves, at } = this.saved;
    return { variant, start, moves: moves.join(" "), at };
  }

  /** Whether the board stands at the last move. */
  get isAtEnd() {
    return this.saved.at === this.saved.moves.length;
  }

  /** Whether nobody may move any more, wherever in the game the board stands. */
  get isOver() {
    const last = this.plies.at(-1) ?? this.now;
    return this.saved.ending !== null || last?.outcome != null;
  }

  /** Whether the position on the board is one in which the engine moves. */
  get isEnginesTurn() {
    const { mode } = this.saved;
    return mode.kind === "engine" && this.now?.turn === mode.engine;
  }

  /**
   * Asks the server about the game as it would be, and makes it so.
   * @param {Saved} next
   * @param {number} known How many half-moves of the new game this page knows already.
   * @param {string} event What to tell.
   */
  async change(next, known, event = "change") {
    const number = ++this.asked;
    const { variant, start, moves, at, dialect } = next;
    const from = Math.min(known, this.plies.length);
    this.noted = {};
    const before = this.saved;
    this.wait(true);
    /** @type {import("./types.js").GameTold} */
    const told = await ask("/api/position", { variant, start, moves: moves.join(" "), at, from, dialect })
      .finally(() => number === this.asked && this.wait(false));
    if (number !== this.asked) return;
    this.plies = [...this.plies.slice(0, from), ...told.plies];
    // What was noted meanwhile (a flag that fell, a board turned) stays, unless the change itself says otherwise.
    const noted = Object.entries(this.noted).filter(([name]) => {
      const field = /** @type {keyof Saved} */ (name);
      const isAnotherGame = next.timing !== before.timing;
      return next[field] === before[field] && !isAnotherGame;
    });
    this.saved = { ...next, ...Object.fromEntries(noted), start: start === null ? null : told.start, dialect: told.dialect };
    this.now = told.now;
    this.rules = told.rules;
    this.startKey = told.startKey;
    this.startMen = told.startMen ?? this.startMen;
    this.notes = told.notes;
    this.keep();
    this.dispatchEvent(new Event(event));
  }

  /** @param {boolean} isWaiting */
  wait(isWaiting) {
    this.isWaiting = isWaiting;
    this.dispatchEvent(new Event("wait"));
  }

  keep() {
    ofTab.set(STORED, JSON.stringify(this.saved));
  }
}

/** @param {import("./types.js").Color} color @returns {import("./types.js").Color} */
export const other = (color) => (color === "white" ? "black" : "white");
