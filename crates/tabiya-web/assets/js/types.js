// @ts-check
/**
 * What the server tells, and what the page keeps. Only types: nothing here runs.
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
 * @property {string} identity Our own key, whoever's is shown.
 * @property {number} times How often the position has stood, this time included.
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
 * @typedef {object} Now
 * @property {number} ply
 * @property {string} fen
 * @property {Color} turn
 * @property {number} fullmove
 * @property {Record<string, string>} pieces
 * @property {Opening | null} opening The last named position on the way here, this one included.
 * @property {string | null} check
 * @property {LegalMove[]} legal
 * @property {{ full: string, long: string, pawn: string, nonPawn: [string, string], material: string }} keys
 * @property {string} key In the dialect that was asked for.
 * @property {Feature[]} features What that key is made of.
 * @property {Dialect[]} dialects
 * @property {number} times
 * @property {number[]} visits
 * @property {string | null} upcoming
 * @property {number} clock
 * @property {{ limit: number, plies: number, honor: string | null } | null} count
 * @property {string[]} claims
 * @property {string | null} outcome
 * @property {Color | null} winner
 *
 * @typedef {{ clock: [number, number] | null, repetitionClaim: number | null, repetitionEnds: number | null }} Rules
 *
 * @typedef {object} GameTold
 * @property {string} start
 * @property {string} dialect Whose numbers are told.
 * @property {string} startKey
 * @property {Record<string, string>} [startPieces] Only when nothing of the game was known.
 * @property {string[]} notes
 * @property {number} length
 * @property {Ply[]} plies
 * @property {Now} now
 * @property {Now[]} positions Others that were asked for.
 * @property {Rules} rules
 *
 * @typedef {{ kind: "free" } | { kind: "friend" } | { kind: "engine", engine: Color, level: number }} Mode
 *
 * @typedef {object} Timing A clock: milliseconds left for each side.
 * @property {number} increment
 * @property {Record<Color, number>} left
 * @property {Record<Color, number>[]} [past] What was left when each half-move had been made, the start first.
 *
 * @typedef {{ text: string, result: string }} Ending
 *
 * @typedef {object} Saved What survives a reload.
 * @property {Variant} variant
 * @property {string | null} start
 * @property {string[]} moves
 * @property {string[]} redo
 * @property {number} at
 * @property {boolean} flipped
 * @property {Mode} mode
 * @property {Timing | null} timing
 * @property {Ending | null} ending
 * @property {string} dialect Whose key stands beside the board.
 * @property {{ list: string, number: number } | null} listed The game of a list that this is.
 *
 * @typedef {object} Line One line of the engine's thought, as the side to move sees it.
 * @property {"line"} kind
 * @property {number} rank
 * @property {number} depth
 * @property {number} selectiveDepth
 * @property {number | null} centipawns
 * @property {number | null} mate
 * @property {number} whitePercent The points of a hundred that White may expect.
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
 * @typedef {object} GameRow A game of a file, as a list shows it.
 * @property {number} number In the file, from 1.
 * @property {number} offset Where it begins, in bytes.
 * @property {number} length
 * @property {string} white
 * @property {string} black
 * @property {string} [event]
 * @property {string} [date]
 * @property {string} result
 * @property {Variant | null} variant Nothing if it cannot be opened.
 * @property {number} plies
 * @property {string} [eco]
 * @property {string} [opening] As we name it, by position.
 * @property {string} [fault] What is wrong with it; the moves before that are good.
 *
 * @typedef {object} TreeNode A place after a move.
 * @property {number} parent
 * @property {string} uci
 * @property {string} san
 * @property {string} identity
 * @property {number} times
 * @property {number[]} nags
 * @property {string[]} before What is said before the move.
 * @property {string[]} after
 * @property {import("./evaluation.js").Evaluation | null} [evaluation] What a file says of the position, as White sees it.
 * @property {number[]} children
 * @property {[string, string][]} [tags] Of the game; only at the start.
 *
 * @typedef {object} TreeTold A game of a PGN with all that stands beside its moves.
 * @property {Variant} variant
 * @property {string} start
 * @property {[string, string][]} tags
 * @property {string} result
 * @property {string[]} after What is said before the game.
 * @property {import("./evaluation.js").Evaluation | null} [evaluation]
 * @property {(Omit<TreeNode, "children" | "nags" | "before" | "after"> & Partial<TreeNode>)[]} nodes
 * @property {string[]} faults
 *
 * @typedef {object} Setup A position that is being put together.
 * @property {Record<string, string>} pieces
 * @property {Color} turn
 * @property {string[]} castling The squares of the rooks that may castle.
 * @property {string | null} enPassant The square that the last double step passed.
 * @property {number} halfmove
 * @property {number} fullmove
 * @property {[number, number] | null} count Makruk's count and its limit, in half-moves.
 *
 * @typedef {object} SetupTold
 * @property {string} fen Legal or not.
 * @property {{ square: string | null, reason: string }[]} problems
 * @property {string[]} notes What was mended.
 * @property {Setup} setup
 * @property {string[]} mayCastle The rooks that could have the right.
 * @property {string[]} mayPass The squares that a double step could have passed.
 *
 * @typedef {object} BookTold
 * @property {number} entries
 * @property {{ uci: string, san: string, weight: number, share: number, learn: number }[]} moves
 * @property {number} wrong
 * @property {string[][]} roads
 *
 * @typedef {{ name: string, games: number }} Source
 * @typedef {{ served: Source | null, loaded: Source | null }} Sources Databases of games that can be asked.
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
 * @typedef {object} ExploreTold
 * @property {number} allGames
 * @property {number} white
 * @property {number} draws
 * @property {number} black
 * @property {number} unknown
 * @property {number} ended
 * @property {ExploredMove[]} moves
 * @property {ExploredGame[]} topGames
 * @property {{ month: string, white: number, draws: number, black: number, unknown: number }[]} [history]
 * @property {number} [byThisRoad]
 *
 * @typedef {{ from: number, orders: number, lines: string[][] }} Roads
 */
export {};
