// Generated from the Rust types by `UPDATE_TYPES=1 cargo test -p tabiya-web wire_types`.

export type Variant = "chess" | "chess960" | "makruk";
export type Color = "white" | "black";
export type Opening = { eco: string, name: string };

export type AnnotateResponse = { tree: TreeResponse, white: SideSummary, black: SideSummary, };

/**
 * An error response: an HTTP status, a code for programs, and a message for the user.
 */
export type ApiError = { 
/**
 * What went wrong, for programs: `notFound`.
 */
code: string, 
/**
 * What went wrong, for the user.
 */
error: string, 
/**
 * All problems of a FEN.
 */
problems?: Array<Problem>, 
/**
 * Seconds after which a retry makes sense.
 */
retry_after?: number, };

export type BookMoveDetails = { uci: string, san: string, weight: number, 
/**
 * The share of the weights of all legal moves, between 0 and 1.
 */
share: number, learn: number, };

/**
 * The book's data of a position.
 */
export type BookResponse = { entries: number, moves: Array<BookMoveDetails>, 
/**
 * Entries under this key that are not legal moves.
 */
illegal: number, 
/**
 * Other move orders in the book that lead to this position, in SAN.
 */
moveOrders: Array<Array<string>>, };

/**
 * The response of `/api/engine`.
 */
export type BoundsResponse = { max: EngineBounds, defaults: SearchOptions, };

/**
 * An outcome or a claim, as a code for programs and as text.
 */
export type Coded = { code: string, text: string, };

/**
 * Makruk's count.
 */
export type CountDetails = { limit: number, plies: number, honor: string | null, };

/**
 * The key of a position in another program.
 */
export type DialectKey = { name: string, title: string, key: string, 
/**
 * The occurrences of the position by this program's keys.
 */
times: number, };

/**
 * The engine's answer and its reason.
 */
export type DrawResponse = { accepts: boolean, why: Why, };

/**
 * Limits of one search. Pages receive these limits, and requests beyond them are rejected.
 *
 * ```
 * use tabiya_web::EngineBounds;
 *
 * let bounds = EngineBounds { hash: 1024, ..EngineBounds::default() };
 * assert!(bounds.threads >= 1 && bounds.lines == 5);
 * ```
 */
export type EngineBounds = { 
/**
 * Threads of one search.
 */
threads: number, 
/**
 * Mebibytes of one search's transposition table.
 */
hash: number, 
/**
 * Number of best lines (`MultiPV`).
 */
lines: number, };

/**
 * The evaluation in a `[%eval]` command, from White's view.
 */
export type EvaluationDetails = { centipawns: number | null, mate: number | null, whitePercent: number, };

/**
 * An event of an analysis.
 */
export type Event = { "kind": "line" } & LineDetails | { "kind": "end", best: string | null, san: string | null, depth: number, nodes: number, };

export type ExportResponse = { pgn: string, };

/**
 * A fact in a key, and its number.
 */
export type FactDetails = { 
/**
 * A description; with a sign if it has just changed.
 */
text: string, square?: string, key: string, };

/**
 * A game of a database.
 */
export type FoundGame = { number: number, tags: Array<[string, string]>, variant: Variant | null, start: string | null, moves: string, plies: number, result: string, };

/**
 * A game in a list.
 */
export type GameRow = { 
/**
 * In bytes, with comments before the game. The next game begins where it ends.
 */
length: number, white: string, black: string, event?: string, date?: string, result: string, variant: Variant | null, 
/**
 * The number of legal half-moves.
 */
plies: number, eco?: string, opening?: string, 
/**
 * An error; the moves before it are valid.
 */
fault?: string, };

/**
 * The complete games of a chunk.
 */
export type IndexResponse = { 
/**
 * The file is compressed and must be decompressed first.
 */
isCompressed: boolean, games: Array<GameRow>, 
/**
 * The number of bytes consumed; the next chunk begins there.
 */
used: number, 
/**
 * The line of the next chunk.
 */
line: number, };

export type KeyDetails = { full: string, long: string, pawn: string, nonPawn: [string, string], material: string, };

/**
 * A line. Scores are the side to move's.
 */
export type LineDetails = { rank: number, depth: number, selectiveDepth: number, centipawns: number | null, mate: number | null, 
/**
 * White's expected score in percent.
 */
whitePercent: number, nodes: number, millis: number, 
/**
 * The occupancy of the table in permill.
 */
fill: number, probes: number, hits: number, cutoffs: number, uci: Array<string>, san: Array<string>, };

/**
 * A legal move.
 */
export type MoveDetails = { uci: string, san: string, from: string, 
/**
 * The target square in UCI notation.
 */
to: string, 
/**
 * Another square to drop the piece on: for castling, the rook's or the king's target.
 */
also?: string, promotion?: string, takes: boolean, 
/**
 * The occurrences of the position after the move.
 */
times: number, 
/**
 * The draw that can be claimed with this move.
 */
claim?: string, };

/**
 * The orders of a game's last moves that lead to the same position.
 */
export type MoveOrders = { 
/**
 * The half-move after which the orders differ.
 */
from: number, 
/**
 * The number of orders, including the one played.
 */
orders: number, 
/**
 * Some of the others, in SAN.
 */
lines: Array<Array<string>>, };

/**
 * A node of a tree. Nodes are listed in the order of a walk.
 */
export type NodeDetails = { 
/**
 * The parent's number in the list, from 1; 0 is the start.
 */
parent: number, uci: string, san: string, 
/**
 * Tabiya's key of the position after the move.
 */
identity: string, times: number, nags?: Array<number>, before?: Array<string>, after?: Array<string>, evaluation?: EvaluationDetails, };

/**
 * A game, and the first ply of the position in it.
 */
export type OpenGameResponse = { game: FoundGame, 
/**
 * The game with its comments, NAGs and variations, if it has any.
 */
pgn: string | null, ply: number, };

/**
 * A half-move and its effects, as in `tabiya trace`.
 */
export type PlyDetails = { uci: string, san: string, toggled: Array<FactDetails>, key: string, 
/**
 * Tabiya's own key, whatever the key scheme.
 */
identity: string, 
/**
 * The occurrences of the position, including this one.
 */
times: number, 
/**
 * The number of plies since the last occurrence.
 */
back: number | null, clock: number, count: string | null, claim: string | null, outcome: string | null, check: boolean, };

/**
 * Everything about one position.
 */
export type PositionDetails = { ply: number, fen: string, turn: Color, fullmove: number, 
/**
 * Square to piece: `{"e1":"white king"}`.
 */
pieces: { [key in string]: string }, 
/**
 * The last named opening up to this position.
 */
opening: Opening | null, 
/**
 * The square of a king in check.
 */
check: string | null, legal: Array<MoveDetails>, keys: KeyDetails, 
/**
 * The key in the requested key scheme, and its facts.
 */
key: string, features: Array<FactDetails>, dialects: Array<DialectKey>, times: number, 
/**
 * The plies after which this position occurred, the current one first.
 */
visits: Array<number>, 
/**
 * A move that repeats an earlier position.
 */
upcoming: string | null, clock: number, count: CountDetails | null, claims: Array<Coded>, outcome: Coded | null, winner: Color | null, };

/**
 * A game, its moves from a half-move on, and the position to show.
 */
export type PositionResponse = { 
/**
 * The normalized FEN of the start position.
 */
start: string, 
/**
 * The key scheme of the start key, the moves' keys and the facts.
 */
dialect: string, startKey: string, 
/**
 * The pieces of the start position, if the page has cached nothing.
 */
startPieces?: { [key in string]: string }, 
/**
 * Repairs of the FEN.
 */
notes: Array<string>, 
/**
 * The number of half-moves.
 */
length: number, 
/**
 * The half-moves after `from`.
 */
plies: Array<PlyDetails>, now: PositionDetails, 
/**
 * The other positions of the span, in order.
 */
positions: Array<PositionDetails>, rules: RuleDetails, };

/**
 * One problem of a FEN.
 */
export type Problem = { field: string, 
/**
 * In bytes, from 1.
 */
column: number, 
/**
 * The field, for programs, or `illegalPosition`.
 */
code: string, reason: string, };

export type ProblemDetails = { 
/**
 * The square of the offending piece, if the problem concerns one.
 */
square: string | null, 
/**
 * The kind of problem, for programs.
 */
code: string, reason: string, };

export type ReplyResponse = { uci: string, san: string, depth: number, nodes: number, };

/**
 * The draw rules of the game.
 */
export type RuleDetails = { 
/**
 * Half-moves without a capture or pawn move: for a claim, for an automatic draw.
 */
clock: [number, number] | null, 
/**
 * Occurrences of a position: for a claim, for an automatic draw.
 */
repetitionClaim: number | null, repetitionEnds: number | null, };

/**
 * The options of one search.
 */
export type SearchOptions = { threads: number, hash: number, lines: number, };

/**
 * A setup in JSON.
 */
export type SetupFields = { 
/**
 * By square: `white knight`.
 */
pieces: { [key in string]: string }, turn: Color, 
/**
 * The squares of the rooks with castling rights.
 */
castling: Array<string>, 
/**
 * The square passed by the last double step.
 */
enPassant: string | null, halfmove: number, fullmove: number, 
/**
 * Makruk's count and its limit, in half-moves.
 */
count: [number, number] | null, };

export type SetupResponse = { 
/**
 * Legal or not.
 */
fen: string, 
/**
 * All problems; none if the position is legal.
 */
problems: Array<ProblemDetails>, 
/**
 * Repairs of the FEN.
 */
notes: Array<string>, 
/**
 * The setup without impossible rights.
 */
setup: SetupFields, 
/**
 * The rooks that could have castling rights.
 */
castlingRooks: Array<string>, 
/**
 * The possible en passant squares.
 */
enPassantSquares: Array<string>, };

export type SideSummary = { accuracy: number | null, inaccuracies: number, mistakes: number, blunders: number, };

export type Source = { name: string, games: number, };

/**
 * The databases of a page, and their numbers of games.
 */
export type Sources = { served: Source | null, loaded: Source | null, };

export type StartResponse = { fen: string, };

export type TreeResponse = { variant: Variant, start: string, tags: Array<[string, string]>, result: string, 
/**
 * Comments before the game.
 */
after: Array<string>, evaluation?: EvaluationDetails, nodes: Array<NodeDetails>, 
/**
 * Errors in the PGN.
 */
faults: Array<string>, };

export type Why = "claim" | "worse" | "level" | "better" | "early";
