import { Game } from "./game.js";
import { Position } from "./position.js";

const DEFAULT_HASH = 16;
/** What may end a search or widen it, and the most of each. */
const LIMITS = { depth: 120, nodes: Infinity, movetime: Infinity, multipv: 256 };

/** An engine in a worker. What a worker is, each platform says: `spawn(hear)` starts one. */
export class EngineOf {
  #spawn;
  #hash;
  /** @type {{ post(message: object): void, idle(): void, end(): void, stop: Int32Array | null } | null} */
  #worker = null;
  /** The analysis whose search runs, or is about to. @type {Analysis | null} */
  #current = null;
  /** The one that waits for it to end. @type {Analysis | null} */
  #waiting = null;
  #isClosed = false;

  constructor(spawn, options = {}) {
    const hash = options?.hash ?? DEFAULT_HASH;
    if (!Number.isInteger(hash) || hash < 1 || hash > 1024) throw new RangeError("hash is 1 to 1024, in MiB");
    this.#spawn = spawn;
    this.#hash = hash;
  }

  analyze(position, limits = {}) {
    if (this.#isClosed) throw new Error("the engine is closed");
    const analysis = new Analysis(this.#ask(position, limits), () => this.#stop(analysis));
    // One that has not begun yet never will.
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
    this.#worker?.post({ kind: "forget" });
  }

  close() {
    this.#isClosed = true;
    this.#worker?.end();
    this.#worker = null;
    for (const analysis of [this.#current, this.#waiting]) analysis?._end(null);
    this.#current = null;
    this.#waiting = null;
  }

  #ask(position, limits) {
    const bounds = {};
    for (const [name, most] of Object.entries(LIMITS)) {
      const value = limits?.[name];
      if (value === undefined) continue;
      if (!Number.isFinite(value) || value < 0) throw new RangeError(`${name} is a number, 0 or more`);
      // On the other side a zero means that there is no limit, and here that there is hardly any time left.
      bounds[name] = Math.min(Math.max(Math.ceil(value), 1), most);
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
      this.#worker.post({ kind: "analyze", ...this.#current.asked });
    } catch (error) {
      this.#hear({ kind: "failed", message: error.message });
    }
  }

  #start() {
    const worker = this.#spawn((message) => {
      // A worker that was ended may have said something before.
      if (worker === this.#worker) this.#hear(message);
    });
    worker.post({ kind: "begin", hash: this.#hash, stop: worker.stop });
    return worker;
  }

  #hear({ kind, ...told }) {
    if (kind === "info") return this.#current?._tell(told);
    const ended = this.#current;
    if (kind === "failed") {
      // Nobody knows what is left of it: the next search has another one.
      this.#worker?.end();
      this.#worker = null;
      ended?._fail(new Error(told.message));
    } else {
      ended?._end(told.line);
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
    // A worker that shares no memory hears nothing while it searches: its last line is the answer.
    this.#worker?.end();
    this.#worker = null;
    analysis._end(null);
    this.#next();
  }
}

/** A search that goes on: lines of thought as they come, and an answer at the end. */
export class Analysis {
  #stop;
  #told = [];
  /** @type {(() => void) | null} */
  #wake = null;
  #isOver = false;
  /** @type {Error | null} */
  #error = null;
  #last = null;
  #resolve;
  #reject;

  constructor(asked, stop) {
    this.asked = asked;
    this.#stop = stop;
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever only iterates hears of an error there.
    this.result.catch(() => {});
  }

  stop() {
    if (!this.#isOver) this.#stop();
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        while (this.#told.length > 0) yield this.#told.shift();
        if (this.#error) throw this.#error;
        if (this.#isOver) return;
        await new Promise((resolve) => (this.#wake = () => resolve(undefined)));
      }
    } finally {
      this.stop();
    }
  }

  _tell(info) {
    if (info.multipv === 1 && info.bound === "exact") this.#last = info;
    this.#told.push(info);
    this.#wakeUp();
  }

  /** @param {string[] | null} line the best move and the expected reply, if the search itself says */
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
