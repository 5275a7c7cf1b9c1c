// @ts-check
// The engine as an opponent: when it is its turn, it is asked for a move, until it gives one.

import { toast } from "./dom.js";
import { isEnginesTurn } from "./referee.js";
import { Refusal, patience } from "./request.js";
import { ask } from "./server.js";

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
    /** @type {{ about: string, stop: AbortController } | null} */
    this.thinking = null;
    for (const event of ["change", "view"]) game.addEventListener(event, () => this.turn());
  }

  /** The game has changed: think, go on thinking, or stop. Looking about in the game changes nothing. */
  turn() {
    const about = isEnginesTurn(this.game) ? JSON.stringify(this.question()) : null;
    if (about === (this.thinking?.about ?? null)) return;
    this.thinking?.stop.abort();
    this.thinking = about === null ? null : { about, stop: new AbortController() };
    this.setStalled(false);
    this.show();
    if (this.thinking) void this.think(this.thinking);
  }

  /** @param {{ about: string, stop: AbortController }} thinking */
  async think(thinking) {
    const isMeant = () => this.thinking === thinking;
    for (let attempt = 0; isMeant(); attempt += 1) {
      try {
        const uci = await this.askForMove(thinking.stop.signal);
        if (!isMeant()) return;
        this.setStalled(false);
        await this.game.reply(uci, isMeant);
        return;
      } catch (error) {
        if (!isMeant()) return;
        if (attempt === 0) toast(error instanceof Refusal ? error.message : "the engine's move got lost");
        this.setStalled(true);
        await pause(patience(attempt));
      }
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<string>} */
  async askForMove(signal) {
    const { mode, timing } = this.game.saved;
    const remaining = timing && mode.kind === "engine" ? Math.floor(this.clock.left(mode.engine)) : undefined;
    // The pause is on the engine's clock as well.
    const shown = Math.min(250, (remaining ?? Infinity) / 25);
    const [reply] = await Promise.all([ask("/api/reply", { ...this.question(), remaining }, signal), pause(shown)]);
    return reply.uci;
  }

  question() {
    const { variant, start, moves, mode } = this.game.saved;
    return { game: { variant, start, moves: moves.join(" ") }, level: mode.kind === "engine" ? mode.level : 1 };
  }

  /** What the strip says of it. */
  get state() {
    if (this.game.isStalled) return "no answer; trying again…";
    return this.thinking ? "thinking…" : "";
  }

  /** @param {boolean} isStalled */
  setStalled(isStalled) {
    if (this.game.isStalled === isStalled) return;
    this.game.isStalled = isStalled;
    this.clock.turn();
    this.show();
  }
}

/** A reply that comes at once is not seen. @param {number} millis */
const pause = (millis) => new Promise((done) => setTimeout(done, millis));
