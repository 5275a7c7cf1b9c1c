// @ts-check
/**
 * Responses of the server and stored data. Only types: nothing here runs.
 *
 * @typedef {"chess" | "chess960" | "makruk"} Variant
 * @typedef {"white" | "black"} Color
 *
 * @typedef {{ text: string, square?: string, key: string }} Feature
 *
 * @typedef {object} Ply
 * @property {string} uci
 * @property {string} san
 * @property {Feature[]} toggled
 * @property {string} key
 * @property {string} identity Tabiya's own key, whatever the key scheme.
 * @property {number} times The occurrences of the position, including this one.
 * @property {number | null} back
 * @property {number} clock
 * @property {string | null} count
 * @property {string | null} claim
 * @property {string | null} outcome
 * @property {boolean} check
 *
 * @typedef {object} LegalMove
 * @property {string} uci
 * @property {string} san
 * @property {string} from
 * @property {string} to
 * @property {string} [also]
 * @property {string} [promotion]
 * @property {boolean} takes
 * @property {number} times
 * @property {string} [claim]
 *
 * @typedef {{ name: string, title: string, key: string, times: number }} Dialect
 *
 * @typedef {{ eco: string, name: string }} Opening
 *
 * @typedef {{ code: string, text: string }} Coded An outcome or a claim, as a code and as text.
 *
 * @typedef {object} Now
 * @property {number} ply
 * @property {string} fen
 * @property {Color} turn
 * @property {number} fullmove
 * @property {Record<string, string>} pieces
 * @property {Opening | null} opening The last named opening up to this position.
 * @property {string | null} check
 * @property {LegalMove[]} legal
 * @property {{ full: string, long: string, pawn: string, nonPawn: [string, string], material: string }} keys
 * @property {string} key In the selected key scheme.
 * @property {Feature[]} features The facts in that key.
 * @property {Dialect[]} dialects
 * @property {number} times
 * @property {number[]} visits
 * @property {string | null} upcoming
 * @property {number} clock
 * @property {{ limit: number, plies: number, honor: string | null } | null} count
 * @property {Coded[]} claims
 * @property {Coded | null} outcome
 * @property {Color | null} winner
 *
 * @typedef {{ clock: [number, number] | null, repetitionClaim: number | null, repetitionEnds: number | null }} Rules
 *
 * @typedef {object} PositionResponse
 * @property {string} start
 * @property {string} dialect The key scheme of the response.
 * @property {string} startKey
 * @property {Record<string, string>} [startPieces] Only with `from: 0`.
 * @property {string[]} notes
 * @property {number} length
 * @property {Ply[]} plies
 * @property {Now} now
 * @property {Now[]} positions The other positions of the span.
 * @property {Rules} rules
 *
 * @typedef {{ kind: "free" } | { kind: "friend" } | { kind: "engine", engine: Color, level: number }} Mode
 *
 * @typedef {object} Timing A clock: milliseconds left for each side.
 * @property {number} increment
 * @property {Record<Color, number>} left
 * @property {Record<Color, number>[]} [past] The times after each half-move, the start first.
 *
 * @typedef {{ text: string, result: string }} Ending
 *
 * @typedef {object} Saved The stored state of a game.
 * @property {Variant} variant
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string[]} redo
 * @property {number} at
 * @property {boolean} flipped
 * @property {Mode} mode
 * @property {Timing | null} timing
 * @property {Ending | null} ending
 * @property {string} dialect The key scheme shown beside the board.
 * @property {{ list: string, number: number } | null} listed The game's place in a list.
 *
 * @typedef {object} Line A line of the engine; scores are the side to move's.
 * @property {"line"} kind
 * @property {number} rank
 * @property {number} depth
 * @property {number} selectiveDepth
 * @property {number | null} centipawns
 * @property {number | null} mate
 * @property {number} whitePercent White's expected score in percent.
 * @property {number} nodes
 * @property {number} millis
 * @property {number} fill
 * @property {number} probes
 * @property {number} hits
 * @property {number} cutoffs
 * @property {string[]} uci
 * @property {string[]} san
 *
 * @typedef {{ kind: "end", best: string | null, san: string | null, depth: number, nodes: number }} End
 *
 * @typedef {object} FoundGame A game of a database.
 * @property {number} number
 * @property {[string, string][]} tags
 * @property {Variant | null} variant
 * @property {string | null} start
 * @property {string} moves
 * @property {number} plies
 * @property {string} result
 *
 * @typedef {object} GameRow A game of a file in a list.
 * @property {number} number In the file, from 1.
 * @property {number} offset The index of its first byte.
 * @property {number} length
 * @property {string} white
 * @property {string} black
 * @property {string} [event]
 * @property {string} [date]
 * @property {string} result
 * @property {Variant | null} variant Null if it cannot be opened.
 * @property {number} plies
 * @property {string} [eco]
 * @property {string} [opening] Our name, by position.
 * @property {string} [fault] An error; the moves before it are valid.
 *
 * @typedef {object} TreeNode A node of a tree: a move and the position after it.
 * @property {number} parent
 * @property {string} uci
 * @property {string} san
 * @property {string} identity
 * @property {number} times
 * @property {number[]} nags
 * @property {string[]} before Comments before the move.
 * @property {string[]} after
 * @property {import("./evaluation.js").Evaluation | null} [evaluation] The evaluation in a comment, from White's view.
 * @property {number[]} children
 * @property {[string, string][]} [tags] The game's tags; only at the start.
 *
 * @typedef {object} TreeResponse A game of a PGN with variations and annotations.
 * @property {Variant} variant
 * @property {string} start
 * @property {[string, string][]} tags
 * @property {string} result
 * @property {string[]} after Comments before the game.
 * @property {import("./evaluation.js").Evaluation | null} [evaluation]
 * @property {(Omit<TreeNode, "children" | "nags" | "before" | "after"> & Partial<TreeNode>)[]} nodes
 * @property {string[]} faults
 *
 * @typedef {object} Setup A position in the editor.
 * @property {Record<string, string>} pieces
 * @property {Color} turn
 * @property {string[]} castling The squares of the rooks that may castle.
 * @property {string | null} enPassant The square passed by the last double step.
 * @property {number} halfmove
 * @property {number} fullmove
 * @property {[number, number] | null} count Makruk's count and its limit, in half-moves.
 *
 * @typedef {object} SetupResponse
 * @property {string} fen Legal or not.
 * @property {{ square: string | null, code: string, reason: string }[]} problems
 * @property {string[]} notes Repairs.
 * @property {Setup} setup
 * @property {string[]} castlingRooks The rooks that could have castling rights.
 * @property {string[]} enPassantSquares The possible en passant squares.
 *
 * @typedef {object} BookResponse
 * @property {number} entries
 * @property {{ uci: string, san: string, weight: number, share: number, learn: number }[]} moves
 * @property {number} illegal
 * @property {string[][]} moveOrders
 *
 * @typedef {{ name: string, games: number }} Source
 * @typedef {{ served: Source | null, loaded: Source | null }} Sources The available databases.
 *
 * @typedef {object} ExploredMove
 * @property {string} uci
 * @property {string} san
 * @property {number | null} [averageRating]
 * @property {number} white
 * @property {number} draws
 * @property {number} black
 * @property {number} unknown
 * @property {Opening | null} opening
 *
 * @typedef {object} ExploredGame
 * @property {string} id
 * @property {string} result
 * @property {string} [speed]
 * @property {{ name: string, rating: number | null }} white
 * @property {{ name: string, rating: number | null }} black
 * @property {number | null} year
 * @property {string | null} month
 *
 * @typedef {object} ExploreResponse
 * @property {number} allGames
 * @property {number} white
 * @property {number} draws
 * @property {number} black
 * @property {number} unknown
 * @property {number} ended
 * @property {ExploredMove[]} moves
 * @property {ExploredGame[]} topGames
 * @property {{ month: string, white: number, draws: number, black: number, unknown: number }[]} [history]
 * @property {number} [sameMoveOrder]
 *
 * @typedef {{ from: number, orders: number, lines: string[][] }} MoveOrders
 */
export {};
