/** A game and its way of writing. */
export type Variant = "chess" | "chess960" | "makruk";

/** How a game stands: won by White, won by Black, drawn, not ended. */
export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";

/**
 * What has ended a game, in words.
 * A draw that must be claimed is none of these: see {@link Game.claims}.
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

/** What the side to move may claim. */
export type Claim = "threefold repetition" | "fifty moves";

/** Whose keys: a dialect, or a part of one, as in `stockfish:pawn`. */
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

/** How a FEN is read. */
export interface Reading {
  /** Mend what can only be meant in one way: missing counters, castling letters out of order and the like. */
  lenient?: boolean;
}

/**
 * A position, which never changes: playing a move gives another one.
 *
 * ```js
 * const start = new Position();
 * const sicilian = start.play("e2e4").playSan("c5");
 * console.log(sicilian.fen, sicilian.key);
 * ```
 */
export class Position {
  /**
   * Reads a FEN; without one, the position a game begins with.
   * @throws Error with every problem of the FEN, and where it is.
   */
  constructor(fen?: string, variant?: Variant, options?: Reading);

  /** The position's name, 64 bits: the same whatever moves led here, and as FIDE's article 9.2 has "the same position". */
  readonly key: bigint;
  /** Its longer name, 128 bits; the low half is {@link key}. */
  readonly key128: bigint;
  /**
   * The key that another program gives the position, bit for bit.
   * @throws Error if the dialect is unknown or has no keys for this game.
   */
  keyIn(dialect: Dialect): bigint;

  readonly variant: Variant;
  /** The normalized FEN: an en passant square only if a capture there is legal. */
  readonly fen: string;
  readonly turn: "white" | "black";
  readonly isCheck: boolean;
  /** What has ended the game here, as far as one position tells; `null` if nothing has. */
  readonly outcome: Outcome | null;
  /** The same as a result. */
  readonly result: Result;
  /** Half-moves since the last capture or pawn move. */
  readonly halfmoveClock: number;
  /** The number of the move about to be played. */
  readonly fullmoveNumber: number;
  /** Makruk's count toward a draw, limit and count in half-moves, as in `"32/6"`; `null` if nobody counts. */
  readonly count: string | null;

  /**
   * The position after a move in UCI.
   * @throws Error if there is no such legal move.
   */
  play(uci: string): Position;
  /**
   * The position after a move in SAN.
   * @throws Error if there is no such legal move.
   */
  playSan(san: string): Position;
  /** The legal moves in UCI; to castle in Chess960, the king takes its own rook. */
  moves(): string[];
  /** The same moves in the same order, in SAN. */
  sans(): string[];
  /** The keys the same moves lead to, in the same order. */
  keysAfter(): BigUint64Array;
  /** A legal move in UCI as SAN writes it. */
  san(uci: string): string;
  /** A legal move in SAN as UCI writes it. */
  uci(san: string): string;
  /**
   * Whether two positions are the same, as FIDE's article 9.2 has it: pieces, turn, castling rights, en passant if it is legal. Chess960 is chess
   * written otherwise.
   */
  equals(other: unknown): boolean;
  /**
   * How many sequences of so many legal moves there are. Nothing stops the count before its end.
   * @throws Error if there are more than 100 to be played.
   */
  perft(depth: number): bigint;
  /** The FEN. */
  toString(): string;
  /** The board as lines of letters. */
  draw(): string;
}

/** What one move of a game did. */
export interface Ply {
  uci: string;
  san: string;
  /** The features of the position that the move switched: `"− white knight g1"`, `"+ white knight f3"`, `"turn"`. */
  toggled: string[];
  key: bigint;
  /** How often the position had then occurred. */
  occurrences: number;
  /** Half-moves since the last capture or pawn move. */
  clock: number;
  /** Makruk's count. */
  count: string | null;
  /** What could then be claimed. */
  claims: Claim[];
  outcome: Outcome | null;
}

/**
 * A game: where it began, its moves, and where it has been before.
 *
 * ```js
 * const game = new Game();
 * for (const move of ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"]) game.push(move);
 * console.log(game.occurrences, game.claims); // 3 ["threefold repetition"]
 * ```
 */
export class Game {
  /** From a position, from a FEN, or from where a game begins. */
  constructor(start?: string | Position, variant?: Variant, options?: Reading);

  readonly variant: Variant;
  readonly start: Position;
  /** Where the game stands now. */
  readonly position: Position;
  /** The key of the current position. */
  readonly key: bigint;
  /** The keys of all positions so far, the start first. */
  readonly keys: BigUint64Array;
  readonly fen: string;
  /** How many half-moves led here. */
  readonly ply: number;
  /** The moves so far, in UCI. */
  readonly moves: string[];
  /** The moves so far, in SAN. */
  readonly sans: string[];

  /**
   * Plays a move in UCI; what was taken back is forgotten.
   * @throws Error if there is no such legal move; the game is as before.
   */
  push(uci: string): this;
  /** The same in SAN. */
  pushSan(san: string): this;
  /** Takes the last move back; `false` if there is none. */
  undo(): boolean;
  /** Plays again what was taken back last; `false` if nothing was. */
  redo(): boolean;

  /** How often the current position has occurred, this time included. */
  readonly occurrences: number;
  /** What the side to move may claim here. */
  readonly claims: Claim[];
  /** What the side to move may claim by writing down this move. */
  claimWith(uci: string): Claim | null;
  /** What has ended the game, if anything: mate and stalemate, a dead position, repetition, the clock, Makruk's count. */
  readonly outcome: Outcome | null;
  readonly result: Result;
  /** What each move did to the key and to the game. */
  trace(): Ply[];
}

/** A place in the tree of a game: after a move, or the start. */
export interface PgnNode {
  /** The move that led here; `"0000"` for a null move, `""` at the start. */
  uci: string;
  san: string;
  key: bigint;
  /** Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
  nags: number[];
  comments: string[];
  /** What is said before the move. */
  commentsBefore: string[];
  /** The continuation first, then the variations. */
  children: PgnNode[];
}

/** A game of a PGN file. */
export class PgnGame {
  private constructor();
  /** The line it begins on. */
  readonly line: number;
  readonly tags: Record<string, string>;
  /** `null` if it is not known where the game begins; `faults` says why. */
  readonly variant: Variant | null;
  readonly start: Position | null;
  readonly result: Result;
  /** What is wrong with the game; the moves before it are good. */
  readonly faults: string[];
  /** The start, with the main line and all variations below it. */
  readonly root: PgnNode;
  readonly mainLine: PgnNode[];
  /** The moves of the main line, in UCI. */
  readonly moves: string[];
  /** The moves of the main line, in SAN. */
  readonly sans: string[];
  /** The keys of the main line, the start first; none if it is not known where the game begins. */
  readonly keys: BigUint64Array;
  /**
   * The main line as a game.
   * @throws Error if it is not known where the game begins, or if the main line has a null move.
   */
  toGame(): Game;
  /**
   * Written again, with everything.
   * @throws Error if it is not known where the game begins: of such a game only the tags, the result and the faults are there.
   */
  toPgn(): string;
}

/** Some PGN: text, or bytes. A piece may end anywhere, in the middle of a character too. */
export type PgnPiece = string | ArrayBufferView | ArrayBuffer;

/** Whatever PGN may come from. Of a `Response` it is the `body`. */
export type PgnSource = PgnPiece | Blob | ReadableStream<Uint8Array> | Iterable<PgnPiece> | AsyncIterable<PgnPiece>;

/**
 * Reads games one after the other, however long the file; with variations, comments and NAGs.
 *
 * ```js
 * import { createReadStream } from "node:fs";
 * for await (const game of readPgn(createReadStream("games.pgn"))) console.log(game.tags.White, game.moves.length);
 * ```
 *
 * What is wrong inside a game is among its `faults`; what is wrong between games is told to `onProblem`.
 * @throws Error if the text is not PGN.
 */
export function readPgn(
  source: PgnSource,
  options?: { variant?: Variant; onProblem?: (problem: string) => void },
): AsyncGenerator<PgnGame, void, undefined>;

/** How many sequences of so many legal moves there are: {@link Position.perft}. */
export function perft(position: Position, depth: number): bigint;

/** The dialects that have keys for a game. */
export function dialects(variant?: Variant): Dialect[];
