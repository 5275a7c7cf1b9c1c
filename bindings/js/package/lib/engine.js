import { Game } from "./game.js";
import { Position } from "./position.js";

const DEFAULT_HASH = 16;
/** The options of a search and their maximum values. */
const LIMITS = { depth: 120, nodes: Infinity, movetime: Infinity, multipv: 256 };

/** An engine in a worker. `spawn(onMessage)` starts the platform's worker. */
export class EngineOf {
  #spawn;
  #hash;
  /** @type {{ post(message: object): void, idle(): void, end(): void, stop: Int32Array | null } | null} */
  #worker = null;
  /** The running analysis, or the one about to start. @type {Analysis | null} */
  #current = null;
  /** The analysis that starts afterwards. @type {Analysis | null} */
  #waiting = null;
  #isClosed = false;

  constructor(spawn, options = {}) {
    const hash = options?.hash ?? DEFAULT_HASH;
    if (!Number.isInteger(hash) || hash < 1 || hash > 1024) throw new RangeError("hash must be an integer from 1 to 1024, in MiB");
    this.#spawn = spawn;
    this.#hash = hash;
  }

  analyze(position, limits = {}) {
    if (this.#isClosed) throw new Error("the engine is closed");
    const analysis = new Analysis(this.#request(position, limits), () => this.#stop(analysis));
    // An analysis that has not started is dropped.
    this.#waiting?._end(null);
    this.#waiting = analysis;
    if (this.#current) this.#stop(this.#current);
    else this.#next();
    return analysis;
  }

  async bestMove(position, limits = {}) {
    return (await this.analyze(position, limits).result).best;
  }

  stop() {
    if (this.#current) this.#stop(this.#current);
  }

  newGame() {
    this.stop();
    this.#worker?.post({ kind: "clear" });
  }

  close() {
    this.#isClosed = true;
    this.#worker?.end();
    this.#worker = null;
    for (const analysis of [this.#current, this.#waiting]) analysis?._end(null);
    this.#current = null;
    this.#waiting = null;
  }

  #request(position, limits) {
    const bounds = {};
    for (const [name, max] of Object.entries(LIMITS)) {
      const value = limits?.[name];
      if (value === undefined) continue;
      if (!Number.isFinite(value) || value < 0) throw new RangeError(`${name} must be a number, 0 or more`);
      // For the worker 0 means no limit; here it means as little as possible.
      bounds[name] = Math.min(Math.max(Math.ceil(value), 1), max);
    }
    if (position instanceof Position) return { variant: position.variant, start: position.fen, moves: "", bounds };
    if (position instanceof Game) {
      return { variant: position.variant, start: position.start.fen, moves: position.moves.join(" "), bounds };
    }
    throw new TypeError("analyze needs a Position or a Game");
  }

  #next() {
    this.#current = this.#waiting;
    this.#waiting = null;
    if (!this.#current) {
      this.#worker?.idle();
      return;
    }
    try {
      this.#worker ??= this.#start();
      if (this.#worker.stop) Atomics.store(this.#worker.stop, 0, 0);
      this.#worker.post({ kind: "analyze", ...this.#current.request });
    } catch (error) {
      this.#onMessage({ kind: "failed", message: error.message });
    }
  }

  #start() {
    const worker = this.#spawn((message) => {
      // Ignores late messages of a terminated worker.
      if (worker === this.#worker) this.#onMessage(message);
    });
    worker.post({ kind: "begin", hash: this.#hash, stop: worker.stop });
    return worker;
  }

  #onMessage({ kind, ...data }) {
    if (kind === "info") return this.#current?._report(data);
    const ended = this.#current;
    if (kind === "failed") {
      // Its state is unknown: the next search starts another worker.
      this.#worker?.end();
      this.#worker = null;
      ended?._fail(new Error(data.message));
    } else {
      ended?._end(data.line);
    }
    this.#next();
  }

  #stop(analysis) {
    if (analysis !== this.#current) {
      if (analysis === this.#waiting) this.#waiting = null;
      return analysis._end(null);
    }
    if (this.#worker?.stop) {
      Atomics.store(this.#worker.stop, 0, 1);
      return;
    }
    // Without shared memory a searching worker cannot be stopped, only terminated: its last line is the result.
    this.#worker?.end();
    this.#worker = null;
    analysis._end(null);
    this.#next();
  }
}

/** A running search: lines as they are found, and a result at the end. */
export class Analysis {
  #stop;
  #infos = [];
  /** @type {(() => void) | null} */
  #wake = null;
  #isOver = false;
  /** @type {Error | null} */
  #error = null;
  #last = null;
  #resolve;
  #reject;

  constructor(request, stop) {
    this.request = request;
    this.#stop = stop;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Iteration throws the error too; a caller may use only one of the two.
    this.result.catch(() => {});
  }

  stop() {
    if (!this.#isOver) this.#stop();
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        while (this.#infos.length > 0) yield this.#infos.shift();
        if (this.#error) throw this.#error;
        if (this.#isOver) return;
        await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
      }
    } finally {
      this.stop();
    }
  }

  _report(info) {
    if (info.multipv === 1 && info.bound === "exact") this.#last = info;
    this.#infos.push(info);
    this.#wakeUp();
  }

  /** @param {string[] | null} line the best move and the expected reply, if the search has ended by itself */
  _end(line) {
    if (this.#isOver) return;
    this.#isOver = true;
    const [best = null, ponder = null] = line ?? this.#last?.pv ?? [];
    this.#resolve({ best, ponder, info: this.#last });
    this.#wakeUp();
  }

  _fail(error) {
    this.#isOver = true;
    this.#error = error;
    this.#reject(error);
    this.#wakeUp();
  }

  #wakeUp() {
    this.#wake?.();
    this.#wake = null;
  }
}
