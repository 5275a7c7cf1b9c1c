// @ts-check
// Requests for a game: all of it, a line that differs, positions nearby. Responses are cached; a failed request changes nothing.

import { GameCache, around } from "./gamecache.js";
import { query } from "./server.js";
import { StoredGame } from "./storedgame.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types.js").Saved} Saved */

export class SyncedGame extends StoredGame {
  constructor() {
    super();
    /** @type {import("./types.js").Rules} */
    this.rules = { clock: null, repetitionClaim: null, repetitionEnds: null };
    this.startKey = "";
    /** @type {Record<string, string>} The pieces of the start position, to find the captured ones. */
    this.startPieces = {};
    /** @type {string[]} */
    this.notes = [];
    /** Whether a move is being sent. */
    this.isMoving = false;
    /** Whether nearby positions are being requested. */
    this.isPrefetching = false;
  }

  /**
   * Requests a game without cached responses.
   * @param {Saved} next
   * @param {string} event
   * @param {Tree | null} tree
   * @param {[string, string][]} tags Of a game without a tree.
   */
  async load(next, event, tree = this.tree, tags = []) {
    const line = [...next.moves, ...[...next.redo].reverse()];
    const response = await this.fetchPosition({ ...next, moves: line, from: 0, span: around(next.at) });
    this.known = new GameCache();
    this.known.store(response, 0);
    this.rules = response.rules;
    this.startKey = response.startKey;
    this.startPieces = response.startPieces ?? {};
    this.notes = response.notes;
    // A tree without these moves belongs to another game.
    const fits = tree !== null && tree.find(line) !== null;
    if (!fits || tree !== this.tree) {
      this.tree = fits ? tree : Tree.fromLine(response.plies, tags);
      this.storedVersion = -1;
    }
    const noted = event === "key" ? this.saved : next;
    this.arrive({ ...noted, start: next.start === null ? null : response.start, dialect: response.dialect }, event);
  }

  /**
   * Follows the line of a node and shows the node.
   * @param {number} id
   */
  follow(id) {
    const at = this.tree.pathTo(id).length;
    const moves = this.tree.lineThrough(id).map((node) => this.tree.nodes[node].uci);
    const arrive = () => this.arrive({ moves, redo: [], at }, "change");
    const same = this.known.commonLength(moves);
    if (same === moves.length && this.known.has(at)) return arrive();
    this.setMoving(true);
    const request = this.fetchPosition({ ...this.saved, moves, at, from: same, span: around(at) });
    return request.catch((error) => this.fail(error)).then((response) => {
      this.known.truncate(same);
      this.known.store(response, same);
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
    return this.prefetch(at).catch((error) => this.fail(error)).then(then);
  }

  /**
   * After a failed request nothing has changed.
   * @param {unknown} error
   * @returns {never}
   */
  fail(error) {
    this.setMoving(false);
    throw error;
  }

  /**
   * Requests the positions near the current one.
   * @param {number} at
   */
  async prefetch(at) {
    const { known } = this;
    const line = known.plies.map(({ uci }) => uci);
    const span = known.missingSpan(at);
    if (span === null) return;
    const response = await this.fetchPosition({ ...this.saved, moves: line, at, from: line.length, span });
    // If the line was cut or the key scheme changed, the response is outdated.
    if (this.known === known && known.commonLength(line) === line.length) known.store(response, line.length);
  }

  /**
   * @param {Partial<Saved>} part
   * @param {string} event
   */
  arrive(part, event) {
    this.isMoving = false;
    this.keep(part);
    this.now = this.known.positions[this.saved.at] ?? this.now;
    this.emit(event);
    if (this.isPrefetching) return;
    this.isPrefetching = true;
    // A failed request is repeated when the position is shown.
    this.prefetch(this.saved.at).catch(() => {}).finally(() => (this.isPrefetching = false));
  }

  /**
   * @param {Pick<Saved, "variant" | "start" | "moves" | "at" | "dialect"> & { from: number, span?: [number, number] }} request
   * @returns {Promise<import("./types.js").PositionResponse>}
   */
  fetchPosition({ variant, start, moves, at, dialect, from, span }) {
    return query("/api/position", { variant, start, moves: moves.join(" "), at, dialect, from, span });
  }

  /** @param {boolean} isMoving */
  setMoving(isMoving) {
    this.isMoving = isMoving;
    this.emit("wait");
  }
}
