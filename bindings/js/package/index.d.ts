import type { Game, Position } from "./core.js";

export * from "./core.js";

/** The limits of a search; without any it runs until stopped. Numbers below 1 count as 1: the search ends at once. */
export interface Limits {
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  movetime?: number;
  /** The number of best lines to report. */
  multipv?: number;
}

/** A line of analysis. Scores are from the point of view of the side to move. */
export interface Info {
  depth: number;
  seldepth: number;
  /** The rank of the line, from 1. */
  multipv: number;
  /** Centipawns, or moves to mate (negative if the side to move is mated). */
  score: { cp: number; mate?: undefined } | { mate: number; cp?: undefined };
  /** Whether the score is exact or a bound. */
  bound: "exact" | "lower" | "upper";
  nodes: number;
  /** Milliseconds since the search began. */
  time: number;
  /** The occupancy of the transposition table, in thousandths. */
  hashfull: number;
  /** The line in UCI. */
  pv: string[];
  /** The line in SAN. */
  sans: string[];
}

/** The result of a search. */
export interface SearchResult {
  /** The best move in UCI; `null` if there is no legal move, or the search was stopped before it found one. */
  best: string | null;
  /** The expected reply. */
  ponder: string | null;
  /** The last exact line of rank 1. */
  info: Info | null;
}

/** A running search. Leaving the loop over it stops it. */
export interface Analysis extends AsyncIterable<Info> {
  /** Resolves when the search has ended. */
  readonly result: Promise<SearchResult>;
  stop(): void;
}

/**
 * The engine, in a worker.
 *
 * ```js
 * const engine = new Engine();
 * for await (const info of engine.analyze(new Position(), { depth: 12 })) console.log(info.depth, info.score, info.sans.join(" "));
 * engine.close();
 * ```
 */
export class Engine {
  constructor(options?: {
    /** The size of the transposition table in MiB; default 16. */
    hash?: number;
  });
  /** Starts a search; stops a running one. With a `Game`, repetitions of its positions count. */
  analyze(position: Position | Game, limits?: Limits): Analysis;
  /** The best move, in UCI. */
  bestMove(position: Position | Game, limits: Limits): Promise<string | null>;
  /** Stops the current search; its result still resolves. */
  stop(): void;
  /** Clears the transposition table and the histories. */
  newGame(): void;
  /** Terminates the worker. */
  close(): void;
}
