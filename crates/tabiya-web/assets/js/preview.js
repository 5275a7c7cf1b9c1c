// @ts-check
// Shows where a line leads without playing it, for as long as somebody looks at it.

import { pendingDelay } from "./pending.js";
import { ask } from "./server.js";

/** @typedef {{ now: import("./types.js").Now, uci: string }} Looked A position, and the move that led to it. */

/** Milliseconds somebody must look at a move before it is shown: a mouse that passes by wants nothing. */
const PAUSE = 80;

export class Preview {
  /**
   * @param {import("./game.js").Game} game
   * @param {(looked: Looked | null) => void} draw
   */
  constructor(game, draw) {
    this.game = game;
    this.draw = draw;
    /** Of the questions; only the last one counts. */
    this.number = 0;
    this.isShown = false;
    game.addEventListener("change", () => this.forget());
  }

  forget() {
    this.number += 1;
    this.isShown = false;
  }

  /** @param {string[] | null} moves From the position on the board; nothing to look at the board itself again. */
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
    const told = await ask("/api/position", { variant, start, moves: all.join(" "), from: all.length }).catch(() => null);
    if (number !== this.number || told === null) return;
    this.isShown = true;
    this.draw({ now: told.now, uci: moves.at(-1) ?? "" });
  }
}
