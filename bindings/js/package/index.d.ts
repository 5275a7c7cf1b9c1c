import type { Game, Position } from "./core.js";

export * from "./core.js";

/** What ends a search; without any it goes on until it is stopped. A number between 0 and 1 counts as 1, and 0 too: such a search ends at once. */
export interface Limits {
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
  /** How many best lines to tell. */
  multipv?: number;
}

/** One line of thought. Scores are those of the side to move. */
export interface Info {
  depth: number;
  seldepth: number;
  /** Which of the best lines this is, from 1. */
  multipv: number;
  /** Hundredths of a pawn, or moves to mate (negative: to be mated). */
  score: { cp: number; mate?: undefined } | { mate: number; cp?: undefined };
  /** Whether the score is exact, or at least or at most so good. */
  bound: "exact" | "lower" | "upper";
  nodes: number;
  /** Milliseconds since the search began. */
  time: number;
  /** How full the table is, of 1000. */
  hashfull: number;
  /** The line in UCI. */
  pv: string[];
  /** The line in SAN. */
  sans: string[];
}

/** What a search came to. */
export interface SearchResult {
  /** In UCI; `null` if there is no legal move, or the search was stopped before it had found one. */
  best: string | null;
  /** The reply that is expected. */
  ponder: string | null;
  /** The last exact line of the first rank. */
  info: Info | null;
}

/** A search that goes on. Leaving the loop over it stops it. */
export interface Analysis extends AsyncIterable<Info> {
  /** Comes when the search has ended. */
  readonly result: Promise<SearchResult>;
  stop(): void;
}

/**
 * The engine, in a worker of its own.
 *
 * ```js
 * const engine = new Engine();
 * for await (const info of engine.analyze(new Position(), { depth: 12 })) console.log(info.depth, info.score, info.sans.join(" "));
 * engine.close();
 * ```
 */
export class Engine {
  constructor(options?: {
    /** The size of its table in MiB; 16 unless told. */
    hash?: number;
  });
  /** Begins to search, for chess, Chess960 or Makruk; an analysis that still goes on is stopped. A game brings its past with it. */
  analyze(position: Position | Game, limits?: Limits): Analysis;
  /** The best move, in UCI. */
  bestMove(position: Position | Game, limits: Limits): Promise<string | null>;
  /** Stops the current search; its result still comes. */
  stop(): void;
  /** Forgets everything it has learned. */
  newGame(): void;
  /** Ends the worker. */
  close(): void;
}
