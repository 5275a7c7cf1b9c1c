// @ts-check
// Searches with and without the transposition table: nodes by depth.

import { capital, count, fill, h, s, short } from "./dom.js";
import { RequestError } from "./request.js";
import { streamAnalysis } from "./server.js";

/** @typedef {{ depth: number, nodes: number }} Point */

const MAX_DEPTH = 16;
/** Seconds for each of the two searches. */
const SECONDS = 5;

export class Comparison {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    /** @type {AbortController | null} */
    this.running = null;
    this.button = h("button", { type: "button", onclick: () => void this.run() }, "Compare: table on and off");
    this.status = h("p", { class: "explain", role: "status" },
      "Searches this position with and without the transposition table and charts the nodes by depth.");
    this.chart = h("div", { "data-testid": "chart" });
    this.element = h("div", { class: "stack" }, h("div", {}, this.button), this.status, this.chart);
  }

  /** Clears the chart when the position changes. */
  clear() {
    this.running?.abort();
    this.running = null;
    this.button.disabled = false;
    if (this.chart.childElementCount > 0) {
      fill(this.chart);
      this.status.textContent = "The position has changed; compare again.";
    }
  }

  async run() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.button.disabled = true;
    /** @type {Record<"both" | "off", Point[]>} */
    const points = { both: [], off: [] };
    try {
      for (const table of /** @type {const} */ (["both", "off"])) {
        this.status.textContent = table === "both" ? "Searching with the table…" : "Searching without the table…";
        const request = { game: this.game.toRequest(), table, fresh: true, depth: MAX_DEPTH, seconds: SECONDS };
        await streamAnalysis(request, running.signal, (event) => {
          if (this.running !== running || event.kind !== "line") return;
          const known = points[table].at(-1);
          if (known && known.depth === event.depth) known.nodes = event.nodes;
          else points[table].push({ depth: event.depth, nodes: event.nodes });
          this.draw(points);
        });
      }
      this.status.textContent = verdict(points);
    } catch (error) {
      if (this.running === running) this.status.textContent = error instanceof RequestError ? capital(error.message) : "The search was aborted.";
    }
    if (this.running === running) this.button.disabled = false;
  }

  /** @param {Record<"both" | "off", Point[]>} points */
  draw({ both, off }) {
    const all = [...both, ...off];
    if (all.length === 0) return;
    const [width, height, left, bottom] = [360, 190, 40, 24];
    const deepest = Math.max(4, ...all.map((point) => point.depth));
    const top = Math.ceil(Math.log10(Math.max(1000, ...all.map((point) => point.nodes))));
    const x = (/** @type {number} */ depth) => left + ((depth - 1) / (deepest - 1)) * (width - left - 12);
    const y = (/** @type {number} */ nodes) => height - bottom - (Math.log10(Math.max(1, nodes)) / top) * (height - bottom - 10);
    const path = (/** @type {Point[]} */ points) => points.map((point, index) => `${index ? "L" : "M"}${x(point.depth).toFixed(1)} ${y(point.nodes).toFixed(1)}`).join("");
    const dots = (/** @type {Point[]} */ points, /** @type {string} */ kind) => points.map((point) => s("circle", { cx: x(point.depth), cy: y(point.nodes), r: 3, class: kind }));
    const lines = Array.from({ length: top + 1 }, (_, power) => [
      s("line", { x1: left, x2: width - 6, y1: y(10 ** power), y2: y(10 ** power), class: "grid" }),
      s("text", { x: left - 5, y: y(10 ** power) + 3, "text-anchor": "end" }, short(10 ** power)),
    ]).flat();
    const depths = Array.from({ length: deepest }, (_, index) => index + 1)
      .filter((depth) => deepest <= 12 || depth % 2 === 0)
      .map((depth) => s("text", { x: x(depth), y: height - 8, "text-anchor": "middle" }, depth));
    fill(this.chart,
      s("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": verdict({ both, off }) },
        ...lines, ...depths,
        s("path", { class: "with", d: path(both) }), s("path", { class: "without", d: path(off) }),
        ...dots(both, "with-dot"), ...dots(off, "without-dot")),
      h("div", { class: "legend" }, h("span", { class: "with" }, "table on"), h("span", { class: "without" }, "table off"),
        h("span", {}, "nodes by depth")));
  }
}

/**
 * Compares the nodes at the last common depth.
 * @param {Record<"both" | "off", Point[]>} points
 */
export function verdict({ both, off }) {
  const without = off.at(-1);
  const same = without && both.find((point) => point.depth === without.depth);
  if (!without || !same) return "";
  const ratio = without.nodes / Math.max(1, same.nodes);
  const saved = ratio >= 1 ? `${ratio.toFixed(1)}× fewer` : "no fewer";
  return `To depth ${same.depth}: ${count(same.nodes)} nodes with the table, ${count(without.nodes)} without; ${saved}.`;
}
