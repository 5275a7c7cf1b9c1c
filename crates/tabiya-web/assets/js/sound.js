// @ts-check
// Sounds for moves, captures, checks and the end of the game, synthesized by the browser.

import { settings } from "./settings.js";

/** @typedef {"move" | "capture" | "check" | "end"} Noise */
/** @typedef {{ at: number, hertz: number, loud: number, long: number }} Tone Times in seconds, loudness from 0 to 1. */

/** Short low tones like wood on wood; bells for check and the end. @type {Record<Noise, Tone[]>} */
const TONES = {
  move: [{ at: 0, hertz: 210, loud: 0.5, long: 0.07 }, { at: 0, hertz: 560, loud: 0.16, long: 0.035 }],
  capture: [
    { at: 0, hertz: 320, loud: 0.4, long: 0.05 }, { at: 0, hertz: 830, loud: 0.16, long: 0.03 },
    { at: 0.055, hertz: 165, loud: 0.6, long: 0.09 }, { at: 0.055, hertz: 480, loud: 0.16, long: 0.04 },
  ],
  check: [{ at: 0, hertz: 210, loud: 0.5, long: 0.07 }, { at: 0.05, hertz: 784, loud: 0.22, long: 0.22 }, { at: 0.05, hertz: 1568, loud: 0.06, long: 0.16 }],
  end: [{ at: 0, hertz: 523, loud: 0.22, long: 0.5 }, { at: 0.13, hertz: 392, loud: 0.22, long: 0.5 }, { at: 0.26, hertz: 262, loud: 0.3, long: 0.8 }],
};
const LOUDNESS = 0.5;

export class Sound {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {AudioContext | null} Created on the first sound: browsers require a user gesture first. */
    this.context = null;
    /** The last state. */
    this.at = 0;
    this.line = "";
    this.ending = game.saved.ending;
    game.addEventListener("change", () => this.moved());
    game.addEventListener("view", () => this.ended());
  }

  /** Plays a sound when one more move is on the board, by either side. Steps back and jumps are silent. */
  moved() {
    const { saved, at, now } = this.game;
    const { variant, start, moves, ending } = saved;
    const before = JSON.stringify([variant, start, moves.slice(0, Math.max(0, at - 1))]);
    const isNext = at === this.at + 1 && before === this.line;
    const ply = this.game.plies[at - 1];
    [this.at, this.ending] = [at, ending];
    this.line = JSON.stringify([variant, start, moves.slice(0, at)]);
    if (!isNext || !ply) return;
    this.play(now?.outcome ? "end" : ply.check ? "check" : ply.san.includes("x") ? "capture" : "move");
  }

  /** Plays a sound for a resignation, claim, agreement or timeout. */
  ended() {
    const { ending } = this.game.saved;
    if (ending !== null && this.ending === null) this.play("end");
    this.ending = ending;
  }

  /** @param {Noise} noise */
  play(noise) {
    if (!settings.values.sound || document.hidden || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    const { context } = this;
    if (context.state === "running") return ring(context, TONES[noise]);
    // Not allowed yet: a late sound is skipped.
    const requestedAt = performance.now();
    context.resume().then(() => performance.now() - requestedAt < 200 && ring(context, TONES[noise]), () => {});
  }
}

/**
 * @param {AudioContext} context
 * @param {Tone[]} tones
 */
function ring(context, tones) {
  const now = context.currentTime + 0.005;
  for (const { at, hertz, loud, long } of tones) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    tone.type = "triangle";
    tone.frequency.setValueAtTime(hertz, now + at);
    loudness.gain.setValueAtTime(0, now + at);
    loudness.gain.linearRampToValueAtTime(loud * LOUDNESS, now + at + 0.003);
    loudness.gain.exponentialRampToValueAtTime(0.0005, now + at + long);
    tone.connect(loudness).connect(context.destination);
    tone.start(now + at);
    tone.stop(now + at + long);
  }
}
