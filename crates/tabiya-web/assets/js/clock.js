// @ts-check
// The players' clocks. They start with the first move.

import { other, whoseClockRuns, winFor } from "./referee.js";

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
    setInterval(() => {
      if (!this.running) return;
      this.watch();
      tick();
    }, 100);
    for (const event of ["wait", "change", "view"]) game.addEventListener(event, () => this.turn());
    addEventListener("pagehide", () => this.settle());
  }

  /** Switches the clocks after an event. */
  turn() {
    this.settle();
    this.running = whoseClockRuns(this.game);
  }

  /** Writes the elapsed time into the game. */
  settle() {
    const { running, game } = this;
    const { timing } = game.saved;
    if (running && timing) game.keep({ timing: { ...timing, left: { ...timing.left, [running]: this.left(running) } } });
    this.since = performance.now();
  }

  /** @param {Color} color */
  left(color) {
    const { timing } = this.game.saved;
    if (!timing) return 0;
    const passed = this.running === color ? performance.now() - this.since : 0;
    return Math.max(0, timing.left[color] - passed);
  }

  /** Ends the game when a flag falls. */
  watch() {
    const color = this.running;
    if (!color || this.left(color) > 0) return;
    const winner = other(color);
    this.game.note({ ending: { text: `${color} is out of time, ${winner} wins`, result: winFor(winner) } });
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
