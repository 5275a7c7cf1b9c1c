// @ts-check
// Watching the engine think: the score, its lines, its table; and how much the table saves.

import { Comparison } from "./comparison.js";
import { h, short, toast, write } from "./dom.js";
import { Effort } from "./effort.js";
import { LineList } from "./lines.js";
import { halvesBefore, numbered } from "./numbering.js";
import { BROKEN_OFF, Refusal } from "./request.js";
import { revise } from "./revise.js";
import { listen } from "./server.js";
import { worth } from "./worth.js";

/** @typedef {import("./types.js").Line} Line */

/** Milliseconds between two things said to whoever does not see the panel. */
const SAID_EVERY = 3000;

export class EnginePanel {
  /**
   * @param {HTMLElement} place
   * @param {import("./game.js").Game} game
   * @param {{ point: (moves: string[]) => void, play: (moves: string[]) => void, preview: (moves: string[] | null) => void, evaluate: (best: Line | null) => void }} deeds Shows
   *   the first moves of the lines on the board, plays a line, shows where it leads; is told the best line.
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
    this.switch = h("button", { type: "button", class: "primary", "aria-pressed": "false", onclick: () => this.toggle() }, "Analyse");
    this.effort = new Effort(() => void this.restart());
    this.table = h("input", { type: "checkbox", checked: true, onchange: () => void this.restart() });
    this.score = h("span", { class: "score", "data-testid": "score" }, "–");
    this.bar = h("i");
    this.bar.style.width = "50%";
    this.facts = h("dl", { class: "facts" });
    this.list = new LineList(play, preview);
    this.said = h("p", { class: "visually-hidden", "aria-live": "polite", "data-testid": "engine-said" });
    this.saidAt = -Infinity;
    this.comparison = new Comparison(game);
    place.append(
      h("div", { class: "stack" },
        h("div", { class: "row" }, this.switch, this.effort.lines),
        h("div", { class: "row" }, this.score,
          h("div", { class: "eval-bar grow", role: "img", "aria-label": "Who stands better" }, this.bar)),
        this.list.element, this.facts,
        h("div", { class: "row" }, this.effort.threads, this.effort.hash, h("label", { class: "check" }, this.table, "use the table")), this.effort.hint, this.said),
      h("h3", {}, "What the table saves"), this.comparison.element);
    this.draw();
    place.addEventListener("shown", () => void this.effort.learn());
    if (!place.hidden) void this.effort.learn();
    // A browser keeps six connections to a server; a tab nobody looks at gives its own back.
    document.addEventListener("visibilitychange", () => void this.restart());
  }

  toggle() {
    this.turn(!this.isOn);
    void this.restart();
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.isOn = isOn;
    this.switch.textContent = this.isOn ? "Stop" : "Analyse";
    this.switch.setAttribute("aria-pressed", String(this.isOn));
  }

  /** The position is another: what was thought about the old one goes. */
  moved() {
    this.lines.clear();
    this.draw();
    this.comparison.forget();
    void this.restart();
  }

  /** Listens to the position the board shows now. */
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
    const question = { game: this.game.question(), ...this.effort.asked, table: this.table.checked ? "both" : "off" };
    try {
      await listen(question, listening.signal, (event) => {
        if (this.listening !== listening || event.kind !== "line") return;
        this.lines.set(event.rank, event);
        this.draw();
        this.say(false);
      });
      // It has come to its end by itself: deep enough, or long enough.
      if (this.listening !== listening) return;
      this.listening = null;
      this.turn(false);
      this.say(true);
    } catch (error) {
      if (this.listening !== listening) return;
      toast(error instanceof Refusal ? error.message : BROKEN_OFF);
      this.turn(false);
    }
  }

  /**
   * Says what the engine thinks, not too often.
   * @param {boolean} isLast
   */
  say(isLast) {
    const best = this.lines.get(1);
    if (!best || (!isLast && performance.now() - this.saidAt < SAID_EVERY)) return;
    this.saidAt = performance.now();
    const sign = this.game.now?.turn === "black" ? -1 : 1;
    this.said.textContent = `${isLast ? "The engine has ended. " : ""}Depth ${best.depth}: ${worth(best, sign)}, ${this.written(best, 4)}`;
  }

  /**
   * A line with its move numbers.
   * @param {Line} line
   * @param {number} most
   */
  written(line, most) {
    return numbered(line.san.slice(0, most), halvesBefore(this.game.saved.start) + this.game.at);
  }

  draw() {
    const lines = [...this.lines.values()].sort((a, b) => a.rank - b.rank);
    const best = lines[0];
    const sign = this.game.now?.turn === "black" ? -1 : 1;
    write(this.score, best ? worth(best, sign) : "–");
    this.bar.style.width = `${best?.whitePercent ?? 50}%`;
    const seconds = best ? best.millis / 1000 : 0;
    const rate = best && best.probes > 0 ? `${Math.round((100 * best.hits) / best.probes)}%` : "–";
    const facts = [
      ["depth", best ? `${best.depth}/${best.selectiveDepth}` : "–"],
      ["nodes", best ? short(best.nodes) : "–"],
      ["per second", best && seconds > 0.05 ? short(Math.round(best.nodes / seconds)) : "–"],
      ["table full", best ? `${(best.fill / 10).toFixed(1)}%` : "–"],
      ["table hits", rate],
      ["cut-offs", best ? short(best.cutoffs) : "–"],
    ];
    revise(this.facts, ...facts.map(([name, value]) => h("div", { class: "fact" }, h("dt", {}, name), h("dd", {}, value))));
    const first = halvesBefore(this.game.saved.start) + this.game.at;
    this.list.show(lines.map((line) => ({ worth: worth(line, sign), uci: line.uci, san: line.san })), first, this.game.isFree);
    this.point(lines.flatMap((line) => line.uci.slice(0, 1)));
    this.evaluate(best ?? null);
  }
}
