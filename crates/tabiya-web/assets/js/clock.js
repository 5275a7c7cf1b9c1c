// @ts-check
// The players' clocks. They run from the first move on, for the side whose turn it is.

import { other } from "./game.js";

/** @typedef {import("./types.js").Color} Color */

export class Clock {
  /**
   * @param {import("./game.js").Game} game
   * @param {() => void} tick
   */
  constructor(game, tick) {
    this.game = game;
    /** @type {Color | null} */
    this.running = null;
    this.since = 0;
    this.plies = 0;
    setInterval(() => {
      if (this.running && this.game.saved.timing) {
        this.watch();
        tick();
      }
    }, 100);
    addEventListener("pagehide", () => this.settle());
  }

  /** A move was made, or the game is another. */
  turn() {
    const { saved, now, isOver } = this.game;
    this.settle();
    const { timing, moves } = this.game.saved;
    if (!timing || !now) {
      this.running = null;
      this.plies = moves.length;
      return;
    }
    const played = moves.length === this.plies + 1 && moves.length > 1;
    if (played && this.running) {
      const left = { ...timing.left, [this.running]: timing.left[this.running] + timing.increment };
      this.game.note({ timing: { ...timing, left } });
    }
    this.plies = moves.length;
    const atEnd = this.game.isAtEnd ? now.turn : moves.length % 2 === saved.at % 2 ? now.turn : other(now.turn);
    this.running = moves.length > 0 && !isOver ? atEnd : null;
    this.since = performance.now();
  }

  /** Writes the time that has passed into the game. */
  settle() {
    const { timing } = this.game.saved;
    if (!this.running || !timing) return;
    this.game.note({ timing: { ...timing, left: { ...timing.left, [this.running]: this.left(this.running) } } });
    this.since = performance.now();
  }

  /** @param {Color} color */
  left(color) {
    const { timing } = this.game.saved;
    if (!timing) return 0;
    const passed = this.running === color ? performance.now() - this.since : 0;
    return Math.max(0, timing.left[color] - passed);
  }

  watch() {
    const color = this.running;
    if (!color || (this.left(color) > 0 && !this.game.isOver)) return;
    this.settle();
    this.running = null;
    // Somebody resigned or claimed a draw; that is not overruled by a clock.
    if (this.game.isOver) return;
    const winner = other(color);
    this.game.note({ ending: { text: `${color} is out of time, ${winner} wins`, result: winner === "white" ? "1-0" : "0-1" } });
  }
}

/** @param {number} millis */
export function showTime(millis) {
  const tenths = Math.ceil(millis / 100);
  const seconds = Math.floor(tenths / 10);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const text = `${minutes}:${String(rest).padStart(2, "0")}`;
  return millis < 20000 ? `${text}.${tenths % 10}` : text;
}
