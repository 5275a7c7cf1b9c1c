// @ts-check
/**
 * Responses of the server, whose types are generated from Rust, and stored data. Only types: nothing here runs.
 *
 * @typedef {import("../../browser/api.js").Variant} Variant
 * @typedef {import("../../browser/api.js").Color} Color
 * @typedef {import("../../browser/api.js").FactDetails} Feature
 * @typedef {import("../../browser/api.js").PlyDetails} Ply
 * @typedef {import("../../browser/api.js").MoveDetails} LegalMove
 * @typedef {import("../../browser/api.js").DialectKey} Dialect
 * @typedef {import("../../browser/api.js").Opening} Opening
 * @typedef {import("../../browser/api.js").Coded} Coded
 * @typedef {import("../../browser/api.js").PositionDetails} Now
 * @typedef {import("../../browser/api.js").RuleDetails} Rules
 * @typedef {import("../../browser/api.js").PositionResponse} PositionResponse
 * @typedef {import("../../browser/api.js").FoundGame} FoundGame
 * @typedef {import("../../browser/api.js").TreeResponse} TreeResponse
 * @typedef {import("../../browser/api.js").SetupFields} Setup
 * @typedef {import("../../browser/api.js").SetupResponse} SetupResponse
 * @typedef {import("../../browser/api.js").BookResponse} BookResponse
 * @typedef {import("../../browser/api.js").Source} Source
 * @typedef {import("../../browser/api.js").Sources} Sources
 * @typedef {import("../../browser/api.js").MoveOrders} MoveOrders
 * @typedef {Extract<import("../../browser/api.js").Event, { kind: "line" }>} Line A line of the engine; scores are the side to move's.
 * @typedef {Extract<import("../../browser/api.js").Event, { kind: "end" }>} End
 * @typedef {import("../../browser/api.js").GameRow & { number: number, offset: number }} GameRow A game of a file in a list: its number from 1, and the index of its first byte.
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
 */
export {};
