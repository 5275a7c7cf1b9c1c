// @ts-check
// The engine as an opponent: when it is its turn, it is asked for a move.

import { toast } from "./dom.js";
import { Refusal, ask } from "./server.js";

export class Opponent {
  /**
   * @param {import("./game.js").Game} game
   * @param {import("./clock.js").Clock} clock
   * @param {() => void} show
   */
  constructor(game, clock, show) {
    this.game = game;
    this.clock = clock;
    this.show = show;
    /** @type {AbortController | null} */
    this.thinking = null;
  }

  /** Whether the engine is to move. */
  get isItsTurn() {
    const { isEnginesTurn, isAtEnd, isOver } = this.game;
    return isEnginesTurn && isAtEnd && !isOver;
  }

  /** The game has changed: think, or stop thinking. */
  async turn() {
    this.thinking?.abort();
    this.thinking = null;
    const { mode } = this.game.saved;
    if (!this.isItsTurn || mode.kind !== "engine") {
      this.show();
      return;
    }
    const thinking = new AbortController();
    this.thinking = thinking;
    this.show();
    const remaining = this.game.saved.timing ? Math.floor(this.clock.left(mode.engine)) : undefined;
    try {
      const question = { game: this.game.question(), level: mode.level, remaining };
      // The pause is on the engine's clock as well.
      const shown = Math.min(250, (remaining ?? Infinity) / 25);
      const [reply] = await Promise.all([ask("/api/reply", question, thinking.signal), pause(shown)]);
      if (this.thinking !== thinking) return;
      this.thinking = null;
      if (!this.game.isOver) await this.game.play(reply.uci);
    } catch (error) {
      if (this.thinking !== thinking) return;
      this.thinking = null;
      this.show();
      if (error instanceof Refusal) toast(error.message);
    }
  }
}

/** A reply that comes at once is not seen. @param {number} millis */
const pause = (millis) => new Promise((done) => setTimeout(done, millis));
