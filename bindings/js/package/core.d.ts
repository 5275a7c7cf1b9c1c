/** A variant, with its notation. */
export type Variant = "chess" | "chess960" | "makruk";

/** The result of a game: White won, Black won, draw, unfinished. */
export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";

/**
 * Why a game is over. Draws that must be claimed are not included: see {@link Game.claims}.
 */
export type Outcome =
  | "checkmate, white wins"
  | "checkmate, black wins"
  | "stalemate"
  | "dead position"
  | "fivefold repetition"
  | "threefold repetition"
  | "seventy-five moves"
  | "count run out";

/** A draw that the side to move can claim. */
export type Claim = "threefold repetition" | "fifty moves";

/** A key dialect: the keys of one program. `stockfish:pawn` is a part of the key. */
export type Dialect =
  | "tabiya"
  | "tabiya-128"
  | "polyglot"
  | "polyglot-legal"
  | "stockfish"
  | "stockfish-15"
  | "stockfish-8"
  | "rustic"
  | "makruk-js"
  | "fairy-stockfish-11"
  | `${"stockfish" | "stockfish-15" | "stockfish-8"}:${"raw" | "pawn" | "material" | "minor" | "non-pawn-white" | "non-pawn-black"}`;

/** Options for reading a FEN. */
export interface Reading {
  /**
   * Reject mistakes that can be repaired without guessing, such as missing counters or castling letters out of order,
   * and impossible checks. Without it they are listed in {@link Position.warnings}.
   */
  strict?: boolean;
}

/**
 * An immutable position: playing a move returns a new one.
 *
 * ```js
 * const start = new Position();
 * const sicilian = start.play("e2e4").playSan("c5");
 * console.log(sicilian.fen, sicilian.key);
 * ```
 */
export class Position {
  /**
   * Reads a FEN; the default is the start position.
   * @throws Error with all problems of the FEN and their columns.
   */
  constructor(fen?: string, variant?: Variant, options?: Reading);
  /** Reads a FEN of chess. */
  constructor(fen: string, options: Reading);

  /** What was repaired or is unusual in the FEN that the constructor read; empty for other positions. */
  readonly warnings: readonly string[];
  /** The Zobrist key, 64 bits: equal for positions that are the same under FIDE article 9.2. */
  readonly key: bigint;
  /** The 128-bit key; its low half is {@link key}. */
  readonly key128: bigint;
  /**
   * The key that another program computes for the position.
   * @throws Error if the dialect is unknown or has no keys for this game.
   */
  keyIn(dialect: Dialect): bigint;

  readonly variant: Variant;
  /** The normalized FEN: an en passant square only if a capture there is legal. */
  readonly fen: string;
  readonly turn: "white" | "black";
  readonly isCheck: boolean;
  /** Why the game is over, judging by this position alone; `null` if it is not. */
  readonly outcome: Outcome | null;
  /** The result that follows from `outcome`. */
  readonly result: Result;
  /** Half-moves since the last capture or pawn move. */
  readonly halfmoveClock: number;
  /** The number of the next move. */
  readonly fullmoveNumber: number;
  /** Makruk's count toward a draw, limit and count in half-moves, as in `"32/6"`; `null` while no count is running. */
  readonly count: string | null;

  /**
   * The position after a move in UCI.
   * @throws Error if the move is not legal.
   */
  play(uci: string): Position;
  /**
   * The position after a move in SAN.
   * @throws Error if the move is not legal.
   */
  playSan(san: string): Position;
  /** The legal moves in UCI; castling in Chess960 is written as king takes rook. */
  moves(): string[];
  /** The same moves in the same order, in SAN. */
  sans(): string[];
  /** The keys after the same moves, in the same order. */
  keysAfter(): BigUint64Array;
  /** Converts a legal move from UCI to SAN. */
  san(uci: string): string;
  /** Converts a legal move from SAN to UCI. */
  uci(san: string): string;
  /**
   * Whether two positions are the same under FIDE article 9.2: pieces, side to move, castling rights, legal en passant. A position
   * of chess can equal one of Chess960.
   */
  equals(other: unknown): boolean;
  /**
   * The number of sequences of `depth` legal moves. The count cannot be interrupted.
   * @throws Error if `depth` is greater than 100.
   */
  perft(depth: number): bigint;
  /** The FEN. */
  toString(): string;
  /** The board as text. */
  draw(): string;
}

/** The effects of one move of a game. */
export interface Ply {
  uci: string;
  san: string;
  /** The features of the position that the move toggled: `"− white knight g1"`, `"+ white knight f3"`, `"turn"`. */
  toggled: string[];
  key: bigint;
  /** How often the position had occurred after the move. */
  occurrences: number;
  /** Half-moves since the last capture or pawn move. */
  clock: number;
  /** Makruk's count. */
  count: string | null;
  /** The claims available after the move. */
  claims: Claim[];
  outcome: Outcome | null;
}

/**
 * A game: its start position and moves, with repetition.
 *
 * ```js
 * const game = new Game();
 * for (const move of ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"]) game.push(move);
 * console.log(game.occurrences, game.claims); // 3 ["threefold repetition"]
 * ```
 */
export class Game {
  /** Starts from a position, a FEN, or the start position. */
  constructor(start?: string | Position, variant?: Variant, options?: Reading);
  /** Starts from a FEN of chess. The warnings about it are in `start.warnings`. */
  constructor(start: string, options: Reading);

  readonly variant: Variant;
  readonly start: Position;
  /** The current position. */
  readonly position: Position;
  /** The key of the current position. */
  readonly key: bigint;
  /** The keys of all positions so far, starting with the start position. */
  readonly keys: BigUint64Array;
  readonly fen: string;
  /** The number of half-moves played. */
  readonly ply: number;
  /** The moves so far, in UCI. */
  readonly moves: string[];
  /** The moves so far, in SAN. */
  readonly sans: string[];

  /**
   * Plays a move in UCI; undone moves can then no longer be redone.
   * @throws Error if the move is not legal; the game is unchanged.
   */
  push(uci: string): this;
  /** The same in SAN. */
  pushSan(san: string): this;
  /** Undoes the last move; `false` if there is none. */
  undo(): boolean;
  /** Redoes the last undone move; `false` if there is none. */
  redo(): boolean;

  /** How often the current position has occurred, including now. */
  readonly occurrences: number;
  /** The draws that the side to move can claim. */
  readonly claims: Claim[];
  /** The draw that the side to move can claim with this move. */
  claimWith(uci: string): Claim | null;
  /** Why the game is over: checkmate, stalemate, dead position, repetition, the half-move clock, Makruk's count; otherwise `null`. */
  readonly outcome: Outcome | null;
  readonly result: Result;
  /** The effects of each move. */
  trace(): Ply[];
}

/** A node of a game tree: the root, or the position after a move. */
export interface PgnNode {
  /** The move that leads to the node; `"0000"` for a null move, `""` at the root. */
  uci: string;
  san: string;
  key: bigint;
  /** Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
  nags: number[];
  comments: string[];
  /** Comments before the move. */
  commentsBefore: string[];
  /** The continuation, then the variations. */
  children: PgnNode[];
}

/** A game of a PGN file. */
export class PgnGame {
  private constructor();
  /** The line of the file on which it begins. */
  readonly line: number;
  readonly tags: Record<string, string>;
  /** `null` if the start position is unknown; see `faults`. */
  readonly variant: Variant | null;
  readonly start: Position | null;
  readonly result: Result;
  /** Errors in the game; the moves before them are valid. */
  readonly faults: string[];
  /** The root of the tree with main line and variations. */
  readonly root: PgnNode;
  readonly mainLine: PgnNode[];
  /** The moves of the main line, in UCI. */
  readonly moves: string[];
  /** The moves of the main line, in SAN. */
  readonly sans: string[];
  /** The keys of the main line, starting with the start position; empty if the start position is unknown. */
  readonly keys: BigUint64Array;
  /**
   * The main line as a game.
   * @throws Error if the start position is unknown, or if the main line has a null move.
   */
  toGame(): Game;
  /**
   * The game as PGN, with tags, comments, NAGs and variations.
   * @throws Error if the start position is unknown: such a game has only tags, a result and faults.
   */
  toPgn(): string;
}

/** A chunk of PGN: text or bytes. It may end anywhere, even within a character. */
export type PgnChunk = string | ArrayBufferView | ArrayBuffer;

/** Sources of PGN. For a `Response`, pass its `body`. */
export type PgnSource = PgnChunk | Blob | ReadableStream<Uint8Array> | Iterable<PgnChunk> | AsyncIterable<PgnChunk>;

/**
 * Reads games with variations, comments and NAGs, one at a time, from files of any length.
 *
 * ```js
 * import { createReadStream } from "node:fs";
 * for await (const game of readPgn(createReadStream("games.pgn"))) console.log(game.tags.White, game.moves.length);
 * ```
 *
 * Errors in a game are in its `faults`; errors between games are passed to `onProblem`.
 * @throws Error if the text is not PGN.
 */
export function readPgn(
  source: PgnSource,
  options?: { variant?: Variant; onProblem?: (problem: string) => void },
): AsyncGenerator<PgnGame, void, undefined>;

/** The number of sequences of `depth` legal moves: {@link Position.perft}. */
export function perft(position: Position, depth: number): bigint;

/** The dialects with keys for a variant. */
export function dialects(variant?: Variant): Dialect[];
