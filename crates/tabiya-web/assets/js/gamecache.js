// @ts-check
// The cached responses for a line: its half-moves, and the positions between them.

/** @typedef {import("./types.js").Now} Now */
/** @typedef {import("./types.js").Ply} Ply */

/** Positions to cache on both sides of the current one; a held key passes about thirty per second. */
const NEAR = 24;
/** Positions per request. */
const CHUNK = 48;

export class GameCache {
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
   * The number of these moves, from the first, that are cached.
   * @param {string[]} moves
   */
  commonLength(moves) {
    const other = moves.findIndex((uci, index) => this.plies[index]?.uci !== uci);
    return other < 0 ? moves.length : other;
  }

  /**
   * Adds a response.
   * @param {import("./types.js").PositionResponse} response
   * @param {number} from The number of half-moves cached when it was requested.
   */
  store(response, from) {
    this.plies.splice(from, response.plies.length, ...response.plies);
    for (const position of [response.now, ...response.positions]) this.positions[position.ply] = position;
  }

  /**
   * Drops what follows a number of half-moves.
   * @param {number} length
   */
  truncate(length) {
    this.plies.length = Math.min(this.plies.length, length);
    this.positions.length = Math.min(this.positions.length, length + 1);
  }

  /**
   * The next span of positions to request around the current one, first and last; null if all are cached.
   * @param {number} at
   * @returns {[number, number] | null}
   */
  missingSpan(at) {
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
 * The positions to request first.
 * @param {number} at
 * @returns {[number, number]}
 */
export const around = (at) => [Math.max(0, at - NEAR), at + NEAR];
