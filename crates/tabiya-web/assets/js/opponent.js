// @ts-check
// The engine as an opponent: requests its move and retries until it arrives.

import { toast } from "./dom.js";
import { isEnginesTurn } from "./referee.js";
import { RequestError, retryDelay } from "./request.js";
import { query } from "./server.js";

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
    /** @type {{ subject: string, stop: AbortController } | null} */
    this.thinking = null;
    for (const event of ["change", "view"]) game.addEventListener(event, () => this.turn());
  }

  /** Starts, continues or stops thinking after a change. Navigation in the game changes nothing. */
  turn() {
    const subject = isEnginesTurn(this.game) ? JSON.stringify(this.request()) : null;
    if (subject === (this.thinking?.subject ?? null)) return;
    this.thinking?.stop.abort();
    this.thinking = subject === null ? null : { subject, stop: new AbortController() };
    this.setStalled(false);
    this.show();
    if (this.thinking) void this.fetchMove(this.thinking);
  }

  /** @param {{ subject: string, stop: AbortController }} thinking */
  async fetchMove(thinking) {
    const isCurrent = () => this.thinking === thinking;
    for (let attempt = 0; isCurrent(); attempt += 1) {
      try {
        const uci = await this.requestMove(thinking.stop.signal);
        if (!isCurrent()) return;
        this.setStalled(false);
        await this.game.reply(uci, isCurrent);
        return;
      } catch (error) {
        if (!isCurrent()) return;
        if (attempt === 0) toast(error instanceof RequestError ? error.message : "the engine's move did not arrive");
        this.setStalled(true);
        await pause(retryDelay(attempt));
      }
    }
  }

  /** @param {AbortSignal} signal @returns {Promise<string>} */
  async requestMove(signal) {
    const { mode, timing } = this.game.saved;
    const remaining = timing && mode.kind === "engine" ? Math.floor(this.clock.left(mode.engine)) : undefined;
    // The delay counts on the engine's clock.
    const shown = Math.min(250, (remaining ?? Infinity) / 25);
    const [reply] = await Promise.all([query("/api/reply", { ...this.request(), remaining }, signal), pause(shown)]);
    return reply.uci;
  }

  request() {
    const { variant, start, moves, mode } = this.game.saved;
    return { game: { variant, start, moves: moves.join(" ") }, level: mode.kind === "engine" ? mode.level : 1 };
  }

  /** The engine's state for the strip. */
  get state() {
    if (this.game.isStalled) return "no response; retrying…";
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

/** A delay, because an immediate reply is easily overlooked. @param {number} millis */
const pause = (millis) => new Promise((done) => setTimeout(done, millis));
