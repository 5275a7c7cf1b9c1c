export { Position, dialects, perft } from "./position.js";
export { Game } from "./game.js";
export { PgnGame, readPgn } from "./pgn.js";
