// @ts-check
// Previews the position after a line while the user points at it.

import { pendingDelay } from "./pending.js";
import { query } from "./server.js";

/** @typedef {{ now: import("./types.js").Now, uci: string }} Looked A position and its last move. */

/** Milliseconds before a preview is shown, so that a passing pointer shows none. */
const PAUSE = 80;

export class Preview {
  /**
   * @param {import("./game.js").Game} game
   * @param {(looked: Looked | null) => void} draw
   */
  constructor(game, draw) {
    this.game = game;
    this.draw = draw;
    /** Request number; only the last response is shown. */
    this.number = 0;
    this.isShown = false;
    game.addEventListener("change", () => this.clear());
  }

  clear() {
    this.number += 1;
    this.isShown = false;
  }

  /** @param {string[] | null} moves The moves from the current position; null to show the current position again. */
  async show(moves) {
    const number = ++this.number;
    if (moves === null) {
      if (this.isShown) this.draw(null);
      this.isShown = false;
      return;
    }
    await pendingDelay(PAUSE);
    if (number !== this.number) return;
    const { variant, start, at, moves: line } = this.game.saved;
    const all = [...line.slice(0, at), ...moves];
    const response = await query("/api/position", { variant, start, moves: all.join(" "), from: all.length }).catch(() => null);
    if (number !== this.number || response === null) return;
    this.isShown = true;
    this.draw({ now: response.now, uci: moves.at(-1) ?? "" });
  }
}
