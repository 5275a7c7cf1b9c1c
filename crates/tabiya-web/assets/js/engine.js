// @ts-check
// The engine panel: score, best lines, statistics of the transposition table, and a comparison of searches with and without it.

import { Comparison } from "./comparison.js";
import { h, short, toast, write } from "./dom.js";
import { scoreText } from "./evaluation.js";
import { LineList } from "./lines.js";
import { halvesBefore, numbered } from "./numbering.js";
import { ANALYSIS_ABORTED, RequestError } from "./request.js";
import { revise } from "./revise.js";
import { Effort } from "./searchoptions.js";
import { streamAnalysis } from "./server.js";

/** @typedef {import("./types.js").Line} Line */

/** Milliseconds between two announcements to screen readers. */
const ANNOUNCE_INTERVAL = 3000;

export class EnginePanel {
  /**
   * @param {HTMLElement} place
   * @param {import("./game.js").Game} game
   * @param {{ point: (moves: string[]) => void, play: (moves: string[]) => void, preview: (moves: string[] | null) => void, evaluate: (best: Line | null) => void }} actions Shows
   *   the first moves of the lines on the board, plays a line, previews a line, and receives the best line.
   */
  constructor(place, game, { point, play, preview, evaluate }) {
    this.game = game;
    this.point = point;
    this.evaluate = evaluate;
    this.isOn = false;
    /** @type {AbortController | null} */
    this.listening = null;
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    this.switch = h("button", { type: "button", class: "primary", "aria-pressed": "false", onclick: () => this.toggle() }, "Analyze");
    this.effort = new Effort(() => void this.restart());
    this.table = h("input", { type: "checkbox", checked: true, onchange: () => void this.restart() });
    this.score = h("span", { class: "score", "data-testid": "score" }, "–");
    this.bar = h("i");
    this.bar.style.width = "50%";
    this.facts = h("dl", { class: "facts" });
    this.list = new LineList(play, preview);
    this.announcement = h("p", { class: "visually-hidden", "aria-live": "polite", "data-testid": "engine-announcement" });
    this.announcedAt = -Infinity;
    this.comparison = new Comparison(game);
    place.append(
      h("div", { class: "stack" },
        h("div", { class: "row" }, this.switch, this.effort.lines),
        h("div", { class: "row" }, this.score,
          h("div", { class: "eval-bar grow", role: "img", "aria-label": "Evaluation bar" }, this.bar)),
        this.list.element, this.facts,
        h("div", { class: "row" }, this.effort.threads, this.effort.hash, h("label", { class: "check" }, this.table, "use the table")), this.effort.hint, this.announcement),
      h("h3", {}, "Effect of the transposition table"), this.comparison.element);
    this.draw();
    place.addEventListener("shown", () => void this.effort.learn());
    if (!place.hidden) void this.effort.learn();
    // A browser opens at most six connections to a server; a hidden tab closes its own.
    document.addEventListener("visibilitychange", () => void this.restart());
  }

  toggle() {
    this.turn(!this.isOn);
    void this.restart();
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.switch.textContent = this.isOn ? "Stop" : "Analyze";
    this.switch.setAttribute("aria-pressed", String(this.isOn));
  }

  /** Clears the results of the previous position. */
  moved() {
    this.lines.clear();
    this.draw();
    this.comparison.clear();
    void this.restart();
  }

  /** Analyzes the current position. */
  async restart() {
    this.listening?.abort();
    this.listening = null;
    if (!this.isOn || document.hidden) {
      if (!this.isOn) this.point([]);
      return;
    }
    this.lines.clear();
    this.point([]);
    this.draw();
    if (this.game.now?.legal.length === 0) return;
    const listening = new AbortController();
    this.listening = listening;
    const request = { game: this.game.toRequest(), ...this.effort.options, table: this.table.checked ? "both" : "off" };
    try {
      await streamAnalysis(request, listening.signal, (event) => {
        if (this.listening !== listening || event.kind !== "line") return;
        this.lines.set(event.rank, event);
        this.draw();
        this.announce(false);
      });
      // The search has reached its limit of depth or time.
      if (this.listening !== listening) return;
      this.listening = null;
      this.turn(false);
      this.announce(true);
    } catch (error) {
      if (this.listening !== listening) return;
      toast(error instanceof RequestError ? error.message : ANALYSIS_ABORTED);
      this.turn(false);
    }
  }

  /**
   * Announces the best line, not too often.
   * @param {boolean} isLast
   */
  announce(isLast) {
    const best = this.lines.get(1);
    if (!best || (!isLast && performance.now() - this.announcedAt < ANNOUNCE_INTERVAL)) return;
    this.announcedAt = performance.now();
    const sign = this.game.now?.turn === "black" ? -1 : 1;
    this.announcement.textContent = `${isLast ? "Analysis finished. " : ""}Depth ${best.depth}: ${scoreText(best, sign)}, ${this.written(best, 4)}`;
  }

  /**
   * A line with its move numbers.
   * @param {Line} line
   * @param {number} max
   */
  written(line, max) {
    return numbered(line.san.slice(0, max), halvesBefore(this.game.saved.start) + this.game.at);
  }

  draw() {
    const lines = [...this.lines.values()].sort((a, b) => a.rank - b.rank);
    const best = lines[0];
    const sign = this.game.now?.turn === "black" ? -1 : 1;
    write(this.score, best ? scoreText(best, sign) : "–");
    this.bar.style.width = `${best?.whitePercent ?? 50}%`;
    const seconds = best ? best.millis / 1000 : 0;
    const rate = best && best.probes > 0 ? `${Math.round((100 * best.hits) / best.probes)}%` : "–";
    const facts = [
      ["depth", best ? `${best.depth}/${best.selectiveDepth}` : "–"],
      ["nodes", best ? short(best.nodes) : "–"],
      ["nodes/s", best && seconds > 0.05 ? short(Math.round(best.nodes / seconds)) : "–"],
      ["table full", best ? `${(best.fill / 10).toFixed(1)}%` : "–"],
      ["table hits", rate],
      ["cutoffs", best ? short(best.cutoffs) : "–"],
    ];
    revise(this.facts, ...facts.map(([name, value]) => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value))));
    const first = halvesBefore(this.game.saved.start) + this.game.at;
    this.list.show(lines.map((line) => ({ score: scoreText(line, sign), uci: line.uci, san: line.san })), first, this.game.isFree);
    this.point(lines.flatMap((line) => line.uci.slice(0, 1)));
    this.evaluate(best ?? null);
  }
}
