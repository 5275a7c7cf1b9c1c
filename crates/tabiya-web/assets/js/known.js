// @ts-check
// What the page has been told of a line of moves: each half-move, and the positions between them.

/** @typedef {import("./types.js").Now} Now */
/** @typedef {import("./types.js").Ply} Ply */

/** Positions that shall be known on both sides of the one looked at; a held key passes some thirty a second. */
const NEAR = 24;
/** Positions asked for at once. */
const CHUNK = 48;

export class Known {
  constructor() {
    /** @type {Ply[]} */
    this.plies = [];
    /** @type {(Now | undefined)[]} By the number of half-moves before them. */
    this.positions = [];
  }

  /** @param {number} at */
  has(at) {
    return this.positions[at] !== undefined;
  }

  /**
   * How many of these moves are known, one after the other.
   * @param {string[]} moves
   */
  same(moves) {
    const other = moves.findIndex((uci, index) => this.plies[index]?.uci !== uci);
    return other < 0 ? moves.length : other;
  }

  /**
   * Takes an answer in.
   * @param {import("./types.js").GameTold} told
   * @param {number} from How many half-moves were known when it was asked for.
   */
  learn(told, from) {
    this.plies.splice(from, told.plies.length, ...told.plies);
    for (const position of [told.now, ...told.positions]) this.positions[position.ply] = position;
  }

  /**
   * Another move was made after so many half-moves.
   * @param {number} length
   */
  cut(length) {
    this.plies.length = Math.min(this.plies.length, length);
    this.positions.length = Math.min(this.positions.length, length + 1);
  }

  /**
   * The positions to ask for next by whoever looks at this one: first and last; or nothing.
   * @param {number} at
   * @returns {[number, number] | null}
   */
  gap(at) {
    const length = this.plies.length;
    if (!this.has(at)) return around(at);
    for (let far = 1; far <= NEAR; far += 1) {
      if (at - far >= 0 && !this.has(at - far)) return [Math.max(0, at - far - CHUNK), at - far];
      if (at + far <= length && !this.has(at + far)) return [at + far, Math.min(length, at + far + CHUNK)];
    }
    return null;
  }
}

/**
 * The positions to ask for with the first question about a game.
 * @param {number} at
 * @returns {[number, number]}
 */
export const around = (at) => [Math.max(0, at - NEAR), at + NEAR];
