// @ts-check
// What the server tells of a game: the whole of it, a line that differs, positions nearby. Whatever was told once is not
// asked again; if there is no answer, nothing has happened.

import { Known, around } from "./known.js";
import { KeptGame } from "./kept.js";
import { ask } from "./server.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types.js").Saved} Saved */

export class ToldGame extends KeptGame {
  constructor() {
    super();
    /** @type {import("./types.js").Rules} */
    this.rules = { clock: null, repetitionClaim: null, repetitionEnds: null };
    this.startKey = "";
    /** @type {Record<string, string>} The pieces of the start, to know which were taken. */
    this.startPieces = {};
    /** @type {string[]} */
    this.notes = [];
    /** Whether a move is on its way to the server. */
    this.isMoving = false;
    /** Whether positions nearby are being asked for. */
    this.isExploring = false;
  }

  /**
   * Asks about a game of which nothing is known.
   * @param {Saved} next
   * @param {string} event
   * @param {Tree | null} tree
   * @param {[string, string][]} tags Of a game of one line.
   */
  async askWhole(next, event, tree = this.tree, tags = []) {
    const line = [...next.moves, ...[...next.redo].reverse()];
    const told = await this.ask({ ...next, moves: line, from: 0, span: around(next.at) });
    this.known = new Known();
    this.known.learn(told, 0);
    this.rules = told.rules;
    this.startKey = told.startKey;
    this.startPieces = told.startPieces ?? {};
    this.notes = told.notes;
    // A tree in which the moves are not is that of another game.
    const fits = tree !== null && tree.find(line) !== null;
    if (!fits || tree !== this.tree) {
      this.tree = fits ? tree : Tree.ofLine(told.plies, tags);
      this.keptVersion = -1;
    }
    const noted = event === "key" ? this.saved : next;
    this.arrive({ ...noted, start: next.start === null ? null : told.start, dialect: told.dialect }, event);
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
