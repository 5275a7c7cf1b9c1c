// @ts-check
// The game review: the engine evaluates each position of the main line, and a graph below the board grows meanwhile. It can be stopped
// and continued. At the end, annotations, better lines and accuracy are added to the tree.

import { ignoreDropped } from "./actionqueue.js";
import { capital, fill, h, s, toast, write } from "./dom.js";
import { ROOT } from "./nodes.js";
import { halvesBefore } from "./numbering.js";
import { ANALYSIS_ABORTED, RequestError } from "./request.js";
import { describeSide, readFindings, whiteShare } from "./reviewfindings.js";
import { query, streamAnalysis } from "./server.js";
import { tabStorage } from "./storage.js";

/** @typedef {import("./reviewfindings.js").Finding} Finding */
/** @typedef {import("./reviewfindings.js").Summary} Summary */

const STORED = "tabiya.review";
/** The number of other games whose reviews are stored. */
const MAX_KEPT = 8;
const [WIDTH, HEIGHT] = [400, 64];

export class Review {
  /**
   * @param {HTMLElement} place The place of the graph; receives the event "found" when there are new findings.
   * @param {HTMLElement} panel The engine panel.
   * @param {import("./game.js").Game} game
   * @param {import("./searchoptions.js").Effort} effort
   */
  constructor(place, panel, game, effort) {
    this.place = place;
    this.game = game;
    this.effort = effort;
    /** @type {Finding[]} By the positions of the main line, the start first. */
    this.findings = [];
    /** The reviewed game, and the nodes per position. */
    this.of = "";
    this.nodes = 0;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {import("./tree.js").Tree | null} The tree under review: another game may have the same moves. */
    this.tree = null;
    /** @type {Summary | null} */
    this.summary = null;
    /** @type {[string, Pick<Review, "findings" | "nodes" | "summary">][]} Reviews of other games, the newest last. */
    this.others = [];
    this.button = h("button", { type: "button", onclick: () => (this.running ? this.stop() : void this.run()) });
    this.text = h("p", { class: "explain", "aria-live": "polite", "data-testid": "review" });
    panel.append(h("h3", {}, "Game review"), h("div", { class: "row" }, this.button, effort.nodes), this.text);
    place.addEventListener("click", (event) => this.jump(event));
    this.restore();
  }

  /** The nodes of the main line. */
  get line() {
    return this.game.tree.lineThrough(ROOT);
  }

  /** Identifies the game under review. */
  get subject() {
    const { variant, start } = this.game.saved;
    return JSON.stringify([variant, start, ...this.line.map((id) => this.game.tree.nodes[id].uci)]);
  }

  restore() {
    Object.assign(this, readFindings(tabStorage.get(STORED)));
  }

  keep() {
    const { findings, of, nodes, summary, others } = this;
    tabStorage.set(STORED, JSON.stringify({ findings, of, nodes, summary, others }));
  }

  stop() {
    this.running?.abort();
    this.running = null;
    this.refresh();
  }

  /** Updates the panel for another position or game. */
  refresh() {
    const { subject } = this;
    if (this.of !== subject || (this.running && this.tree !== this.game.tree)) {
      this.running?.abort();
      this.running = null;
    }
    if (this.of !== subject) this.turnTo(subject);
    const { length } = this.line;
    const done = this.findings.length;
    this.button.disabled = !this.game.isFree || length === 0;
    write(this.button, this.running ? "Stop" : this.summary ? "Review again" : done > 0 ? "Continue" : "Review the game");
    this.effort.nodes.disabled = this.running !== null;
    const progress = done > 0 ? `${done} of ${length + 1} positions.` : "Adds annotations, better lines and the accuracy of both sides.";
    this.place.dispatchEvent(new Event("found"));
    write(this.text, this.summary ? `${this.describe("white", this.summary.white)} ${this.describe("black", this.summary.black)}` : progress);
    this.draw();
  }

  /** @param {string} subject The current game. */
  turnTo(subject) {
    const { findings, nodes, summary, of } = this;
    if (findings.length > 0) this.others = [...this.others.slice(1 - MAX_KEPT), [of, { findings, nodes, summary }]];
    const known = this.others.find(([other]) => other === subject)?.[1];
    this.others = this.others.filter(([other]) => other !== subject);
    Object.assign(this, { of: subject, findings: [], summary: null, ...known });
    if (findings.length > 0 || known) this.keep();
  }

  async run() {
    const running = new AbortController();
    [this.running, this.tree] = [running, this.game.tree];
    const nodes = Number(this.effort.nodes.value);
    if (this.summary !== null || this.nodes !== nodes) [this.findings, this.summary, this.nodes] = [[], null, nodes];
    this.refresh();
    try {
      while (this.findings.length <= this.line.length) {
        const finding = await this.evaluate(this.findings.length, running.signal);
        if (this.running !== running) return;
        this.findings.push(finding);
        this.keep();
        this.refresh();
      }
      await this.write();
    } catch (error) {
      if (this.running !== running) return;
      toast(error instanceof RequestError ? error.message : ANALYSIS_ABORTED);
    }
    this.running = null;
    this.refresh();
  }

  /**
   * Evaluates a position; the last line of the search counts.
   * @param {number} ply
   * @param {AbortSignal} signal
   * @returns {Promise<Finding>}
   */
  async evaluate(ply, signal) {
    const { variant, start } = this.game.saved;
    const moves = this.line.map((id) => this.game.tree.nodes[id].uci).join(" ");
    /** @type {Finding} */
    let last = null;
    await streamAnalysis({ game: { variant, start, moves, at: ply }, lines: 1, nodes: this.nodes, ...this.effort.resources }, signal, (event) => {
      if (event.kind === "line") last = { centipawns: event.centipawns, mate: event.mate, whitePercent: event.whitePercent, uci: event.uci };
    });
    return last;
  }

  /** Adds annotations and lines to the tree, as one change. */
  async write() {
    const { game } = this;
    const { variant, start } = game.saved;
    const findings = this.findings.map((finding) => finding && { centipawns: finding.centipawns, mate: finding.mate, uci: finding.uci });
    await game.editUntilRun(async (tree) => {
      if (tree !== this.tree) return;
      const response = await query("/api/annotate", { game: { variant, start }, tree: tree.toRequest(), tags: tree.tags, findings });
      tree.graft(response.tree, game.node);
      this.summary = { white: response.white, black: response.black };
    });
    this.keep();
  }

  /**
   * The summary of a side: "Anderssen: 68.5 % accuracy, 3 inaccuracies, 2 blunders."
   * @param {import("./types.js").Color} color
   * @param {import("./reviewfindings.js").Side} side
   */
  describe(color, side) {
    const name = this.game.tree.tag(capital(color)) ?? "";
    // An unknown player is "?" in PGN.
    return `${name === "" || name.startsWith("?") ? capital(color) : name}: ${describeSide(side)}.`;
  }

  draw() {
    const isEmpty = this.findings.length === 0;
    if (this.place.hidden !== isEmpty) this.place.hidden = isEmpty;
    document.body.toggleAttribute("data-reviewed", !isEmpty);
    if (isEmpty) return;
    const step = WIDTH / Math.max(1, this.line.length);
    const points = this.findings.map((finding, ply) => `${(ply * step).toFixed(1)} ${(HEIGHT * (1 - whiteShare(finding, this.game.tree.nodes[this.line[ply - 1]]?.san, halvesBefore(this.game.saved.start) + ply))).toFixed(1)}`);
    const end = ((this.findings.length - 1) * step).toFixed(1);
    const here = this.game.tree.isMain(this.game.node) ? this.game.saved.at * step : null;
    fill(this.place, s("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "review-graph", role: "img",
      "aria-label": `Evaluation of ${this.findings.length} positions. The list of moves leads to each.`,
    },
    s("path", { class: "whites", d: `M0 ${HEIGHT}L${points.join("L")}L${end} ${HEIGHT}z` }),
    s("line", { class: "even", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    here === null ? null : s("line", { class: "here", x1: here, x2: here, y1: 0, y2: HEIGHT })));
  }

  /** The finding for the current position, if it is in the main line. */
  get found() {
    const { game, findings } = this;
    return findings.length > 0 && game.tree.isMain(game.node) ? findings[game.saved.at] ?? null : null;
  }

  /** @param {MouseEvent} event */
  jump(event) {
    const box = this.place.getBoundingClientRect();
    const ply = Math.round(((event.clientX - box.left) / box.width) * this.line.length);
    void this.game.visit(ply === 0 ? ROOT : this.line[Math.min(ply, this.line.length) - 1]).catch(ignoreDropped);
  }
}
