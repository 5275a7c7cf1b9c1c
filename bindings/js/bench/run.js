// Moves made with a key, legal moves, SAN and PGN, beside chess.js, chessops and ffish: interleaved repetitions, medians of processor time.
//
//   bindings/js/build && cd bindings/js/bench && npm install && node run.js [repetitions [rounds]]

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { Chess } from "chess.js";
import { Chess as Ops } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import { makeUci, parseUci } from "chessops/util";

import { Game, Position, readPgn } from "../dist/node/core.js";

const REPETITIONS = Number(process.argv[2] ?? 7);
const ROUNDS = Number(process.argv[3] ?? 20);
const files = ["../../../examples/games.pgn", "../../../testdata/pgn/classics.pgn"];
const text = files.map((name) => readFileSync(new URL(name, import.meta.url), "utf8")).join("\n\n").repeat(ROUNDS);

/** The games, the same for all libraries. */
const games = [];
for await (const game of readPgn(text)) if (game.variant === "chess" && game.faults.length === 0 && !game.tags.FEN && game.moves.length > 0) games.push(game);
const lines = games.map((game) => ({ moves: game.moves, sans: game.sans, pgn: game.toPgn() }));
const plies = lines.reduce((sum, { moves }) => sum + moves.length, 0);
const fens = games.flatMap((game) => {
  let position = game.start;
  return game.moves.map((move) => (position = position.play(move)).fen);
}).filter((_, index) => index % 5 === 0);

const ffish = await loadFfish();

const ofFen = (fen) => Ops.fromSetup(parseFen(fen).unwrap()).unwrap();
const existing = { tabiya: fens.map((fen) => new Position(fen)), chess: fens.map((fen) => new Chess(fen)), ops: fens.map(ofFen) };

/** chessops returns squares; converted to UCI for comparison with the others. */
function countMoves(position) {
  let count = 0;
  for (const [from, squares] of position.allDests()) for (const to of squares) count += makeUci({ from, to }).length === 4 ? (position.board.pawn.has(from) && (to >> 3 === 7 || to >> 3 === 0) ? 4 : 1) : 0;
  return count;
}

/** Each task with each library; all must return the same number. @type {Record<string, { unit: string, count: number, peers: Record<string, () => number | Promise<number>> }>} */
const TASKS = {
  "moves made, a key read after each": {
    unit: "moves",
    count: plies,
    peers: {
      tabiya: () => each(({ moves }) => {
        const game = new Game();
        let sum = 0;
        for (const move of moves) sum += game.push(move).key === 0n ? 0 : 1;
        return sum;
      }),
      "chess.js": () => each(({ moves }) => {
        const chess = new Chess();
        let sum = 0;
        for (const move of moves) {
          chess.move({ from: move.slice(0, 2), to: move.slice(2, 4), promotion: move[4] });
          sum += chess.hash() === "" ? 0 : 1;
        }
        return sum;
      }),
      // chessops and ffish have no keys: their users compare FENs.
      "chessops (FEN)": () => each(({ moves }) => {
        const position = Ops.default();
        let sum = 0;
        for (const move of moves) {
          const parsed = parseUci(move);
          if (!position.isLegal(parsed)) throw new Error(move);
          position.play(parsed);
          sum += makeFen(position.toSetup()) === "" ? 0 : 1;
        }
        return sum;
      }),
      "ffish (FEN)": ffish && (() => each(({ moves }) => {
        const board = new ffish.Board();
        let sum = 0;
        for (const move of moves) {
          if (!board.push(move)) throw new Error(move);
          sum += board.fen() === "" ? 0 : 1;
        }
        board.delete();
        return sum;
      })),
    },
  },
  "legal moves of a FEN": {
    unit: "positions",
    count: fens.length,
    peers: {
      tabiya: () => sum(fens, (fen) => new Position(fen).moves().length),
      "chess.js": () => sum(fens, (fen) => new Chess(fen).moves({ verbose: false }).length),
      chessops: () => sum(fens, (fen) => countMoves(ofFen(fen))),
      ffish: ffish && (() => sum(fens, (fen) => {
        const board = new ffish.Board("chess", fen);
        const count = board.legalMoves().split(" ").filter(Boolean).length;
        board.delete();
        return count;
      })),
    },
  },
  "legal moves of an existing position": {
    unit: "positions",
    count: fens.length,
    peers: {
      tabiya: () => sum(existing.tabiya, (position) => position.moves().length),
      "chess.js": () => sum(existing.chess, (chess) => chess.moves({ verbose: false }).length),
      chessops: () => sum(existing.ops, countMoves),
    },
  },
  "moves read and written as SAN": {
    unit: "moves",
    count: plies,
    peers: {
      tabiya: () => each(({ sans }) => {
        let position = new Position(), sum = 0;
        for (const san of sans) {
          sum += position.san(position.uci(san)).length;
          position = position.playSan(san);
        }
        return sum;
      }),
      "chess.js": () => each(({ sans }) => {
        const chess = new Chess();
        let sum = 0;
        for (const san of sans) sum += chess.move(san).san.length;
        return sum;
      }),
      chessops: () => each(({ sans }) => {
        const position = Ops.default();
        let sum = 0;
        for (const san of sans) {
          const move = parseSan(position, san);
          sum += makeSan(position, move).length;
          position.play(move);
        }
        return sum;
      }),
      ffish: ffish && (() => each(({ sans }) => {
        const board = new ffish.Board();
        let sum = 0;
        for (const san of sans) {
          sum += san.length;
          if (!board.pushSan(san)) throw new Error(san);
        }
        board.delete();
        return sum;
      })),
    },
  },
  "games of PGN replayed": {
    unit: "games",
    count: lines.length,
    peers: {
      tabiya: async () => {
        let sum = 0;
        for (const { pgn } of lines) for await (const game of readPgn(pgn)) sum += game.moves.length;
        return sum;
      },
      "chess.js": () => each(({ pgn }) => {
        const chess = new Chess();
        chess.loadPgn(pgn);
        return chess.history().length;
      }),
      chessops: () => each(({ pgn }) => {
        const [game] = parsePgn(pgn);
        const position = startingPosition(game.headers).unwrap();
        let sum = 0;
        for (const { san } of game.moves.mainline()) {
          position.play(parseSan(position, san));
          sum += 1;
        }
        return sum;
      }),
      ffish: ffish && (() => each(({ pgn }) => {
        const game = ffish.readGamePGN(pgn);
        const moves = game.mainlineMoves().split(" ").filter(Boolean).length;
        game.delete();
        return moves;
      })),
    },
  },
};

/** @param {(line: (typeof lines)[number]) => number} of */
function each(of) {
  return sum(lines, of);
}

function sum(items, of) {
  return items.reduce((total, item) => total + of(item), 0);
}

async function loadFfish() {
  try {
    const { default: load } = await import("ffish-es6");
    const folder = createRequire(import.meta.url).resolve("ffish-es6").replace(/[^/]*$/, "");
    const module = await load({ locateFile: (name) => folder + name, wasmBinary: readFileSync(`${folder}ffish.wasm`), print() {}, printErr() {} });
    return module;
  } catch (error) {
    console.error(`ffish cannot be loaded: ${error}`);
    return null;
  }
}

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

console.log(`${lines.length} games, ${plies} half-moves, ${fens.length} positions; medians of ${REPETITIONS} interleaved repetitions, processor time, Node.js ${process.version}\n`);
for (const [task, { unit, count, peers }] of Object.entries(TASKS)) {
  const able = Object.entries(peers).filter(([, run]) => run);
  const times = Object.fromEntries(able.map(([name]) => [name, []]));
  const results = {};
  for (let repetition = 0; repetition <= REPETITIONS; repetition += 1) {
    for (const [name, run] of able) {
      const started = process.cpuUsage();
      results[name] = await run();
      const { user, system } = process.cpuUsage(started);
      // The first one is a warm-up.
      if (repetition > 0) times[name].push((user + system) / 1000);
    }
  }
  console.log(`${task}:`);
  for (const [name] of able) {
    const micros = (1000 * median(times[name])) / count;
    const ratio = median(times[name]) / median(times.tabiya);
    const same = results[name] === results.tabiya ? "" : `   (came to ${results[name]}, not ${results.tabiya})`;
    console.log(`  ${name.padEnd(16)} ${micros.toFixed(2).padStart(9)} µs each of the ${unit}   ${ratio.toFixed(1).padStart(6)}×${same}`);
  }
}
