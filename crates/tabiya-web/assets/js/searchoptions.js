// @ts-check
// The options of a search: lines, threads, hash size and nodes. The server reports its limits.

import { count, h } from "./dom.js";
import { doubling, fitting, readEffort, upTo } from "./optionvalues.js";
import { RequestError } from "./request.js";
import { query } from "./server.js";
import { browserStorage } from "./storage.js";
import { usesWorker } from "./workerbackend.js";

/** @typedef {"lines" | "threads" | "hash"} Part */
/** @typedef {{ max: Record<Part, number>, defaults: Record<Part, number> }} Bounds */

const STORED = "tabiya.effort";
/** @type {Record<Part, number>} The default options. */
const CHOSEN = { lines: 3, threads: 1, hash: 16 };
/** Nodes for each position of a game review. */
const NODES = [20_000, 50_000, 150_000, 500_000, 2_000_000];
const DEFAULT_NODES = 150_000;

export class Effort {
  /** @param {() => void} changed Called when the user has changed lines, threads or hash size. */
  constructor(changed) {
    this.changed = changed;
    /** @type {Record<string, number>} */
    this.chosen = { ...CHOSEN, nodes: DEFAULT_NODES, ...readEffort(browserStorage.get(STORED)) };
    this.isBounded = false;
    this.lines = this.list("lines", "Number of lines", "Number of best lines");
    this.threads = this.list("threads", "Threads", "Threads of the search");
    this.hash = this.list("hash", "Hash size", "Size of the transposition table");
    // A worker has one thread.
    this.threads.hidden = usesWorker;
    this.hint = usesWorker ? h("p", { class: "explain" }, "The engine runs in this browser on one thread; the program (`tabiya serve`) can use more.") : null;
    this.nodes = this.list("nodes", "Nodes per position", "Nodes of the search for each position of the game");
    this.offer({ lines: 5, threads: 1, hash: 16 });
    offer(this.nodes, NODES, this.chosen.nodes, (number) => `${count(number)} nodes per position`);
  }

  /** Requests the server's limits, once. */
  async learn() {
    if (this.isBounded) return;
    try {
      /** @type {Bounds} */
      const { max } = await query("/api/engine", {});
      this.isBounded = true;
      this.offer(max);
    } catch (error) {
      // The options offered so far are valid for every server.
      if (!(error instanceof RequestError)) throw error;
    }
  }

  /** @param {Record<Part, number>} max */
  offer(max) {
    offer(this.lines, upTo(max.lines), this.chosen.lines, (number) => `${number} ${number === 1 ? "line" : "lines"}`);
    offer(this.threads, doubling(max.threads), this.chosen.threads, (number) => `${number} ${number === 1 ? "thread" : "threads"}`);
    offer(this.hash, doubling(max.hash), this.chosen.hash, (number) => `${count(number)} MiB hash`);
  }

  /** The options of an analysis. */
  get options() {
    return { lines: Number(this.lines.value), ...this.resources };
  }

  /** The options without the number of lines. */
  get resources() {
    return { threads: Number(this.threads.value), hash: Number(this.hash.value) };
  }

  /**
   * @param {string} part
   * @param {string} name
   * @param {string} title
   */
  list(part, name, title) {
    const choose = () => {
      this.chosen[part] = Number(select.value);
      browserStorage.set(STORED, JSON.stringify(this.chosen));
      if (part !== "nodes") this.changed();
    };
    const select = h("select", { "aria-label": name, title, onchange: choose });
    return select;
  }
}

/**
 * Fills a list and selects the largest option that is not above the chosen number.
 * @param {HTMLSelectElement} select
 * @param {number[]} numbers
 * @param {number} chosen
 * @param {(number: number) => string} label
 */
function offer(select, numbers, chosen, label) {
  select.replaceChildren(...numbers.map((number) => h("option", { value: number }, label(number))));
  select.value = String(fitting(numbers, chosen));
}
