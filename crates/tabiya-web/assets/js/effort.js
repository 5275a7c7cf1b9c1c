// @ts-check
// What a search may take: lines, threads, memory for its table, positions. The server says how much of each there is.

import { isAlone } from "./alone.js";
import { count, h } from "./dom.js";
import { doubling, fitting, readEffort, upTo } from "./effortchoices.js";
import { ofBrowser } from "./memory.js";
import { Refusal } from "./request.js";
import { ask } from "./server.js";

/** @typedef {"lines" | "threads" | "hash"} Part */
/** @typedef {{ most: Record<Part, number>, usual: Record<Part, number> }} Bounds */

const STORED = "tabiya.effort";
/** @type {Record<Part, number>} What is chosen as long as nobody chooses. */
const CHOSEN = { lines: 3, threads: 1, hash: 16 };
/** Positions the engine may look at for each of a game. */
const NODES = [20_000, 50_000, 150_000, 500_000, 2_000_000];
const USUAL_NODES = 150_000;

export class Effort {
  /** @param {() => void} changed Is called when somebody has chosen other lines, threads or memory. */
  constructor(changed) {
    this.changed = changed;
    /** @type {Record<string, number>} */
    this.chosen = { ...CHOSEN, nodes: USUAL_NODES, ...readEffort(ofBrowser.get(STORED)) };
    this.isBounded = false;
    this.lines = this.list("lines", "Number of lines", "Best lines to look for");
    this.threads = this.list("threads", "Threads", "Threads of the search, as many as there may be");
    this.hash = this.list("hash", "Size of the table", "Memory of the search's table, as much as there may be");
    // A browser gives a page one thread; there is nothing to choose.
    this.threads.hidden = isAlone;
    this.hint = isAlone ? h("p", { class: "explain" }, "The engine runs in this browser, with one thread; the program (`tabiya serve`) has more.") : null;
    this.nodes = this.list("nodes", "Positions for each move", "Positions the engine looks at for each of the game");
    this.offer({ lines: 5, threads: 1, hash: 16 });
    offer(this.nodes, NODES, this.chosen.nodes, (number) => `${count(number)} positions each`);
  }

  /** Asks the server for its bounds, once. */
  async learn() {
    if (this.isBounded) return;
    try {
      /** @type {Bounds} */
      const { most } = await ask("/api/engine", {});
      this.isBounded = true;
      this.offer(most);
    } catch (error) {
      // Then what is offered is what any server allows.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** @param {Record<Part, number>} most */
  offer(most) {
    offer(this.lines, upTo(most.lines), this.chosen.lines, (number) => `${number} ${number === 1 ? "line" : "lines"}`);
    offer(this.threads, doubling(most.threads), this.chosen.threads, (number) => `${number} ${number === 1 ? "thread" : "threads"}`);
    offer(this.hash, doubling(most.hash), this.chosen.hash, (number) => `${count(number)} MB table`);
  }

  /** What an analysis asks for. */
  get asked() {
    return { lines: Number(this.lines.value), ...this.power };
  }

  /** The same, whatever the number of lines. */
  get power() {
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
      ofBrowser.set(STORED, JSON.stringify(this.chosen));
      if (part !== "nodes") this.changed();
    };
    const select = h("select", { "aria-label": name, title, onchange: choose });
    return select;
  }
}

/**
 * Fills a list; the largest that is not above what was chosen is chosen.
 * @param {HTMLSelectElement} select
 * @param {number[]} numbers
 * @param {number} chosen
 * @param {(number: number) => string} say
 */
function offer(select, numbers, chosen, say) {
  select.replaceChildren(...numbers.map((number) => h("option", { value: number }, say(number))));
  select.value = String(fitting(numbers, chosen));
}
