// Invalid input throws an Error and leaves the module usable; a trap would not.

import assert from "node:assert/strict";
import test from "node:test";

import { Engine, Game, Position, readPgn } from "tabiya";

import { file, filesIn, random } from "./common.js";

const VARIANTS = /** @type {const} */ (["chess", "chess960", "makruk"]);
const ROUNDS = Number(process.env.TABIYA_ROUNDS ?? 1500);
const FENS = VARIANTS.flatMap((variant) => file(`testdata/fen/${variant}.txt`).toString().split("\n").filter(Boolean)).concat(
  file("testdata/fen/makruk-js.txt").toString().split("\n").filter(Boolean),
  file("testdata/fen/chess-impossible-checks.txt").toString().split("\n").filter(Boolean),
);
const SEEDS = ["fuzz/seeds/fen", "fuzz/seeds/moves", "fuzz/seeds/tree", "fuzz/seeds/engine"].flatMap(filesIn).map(file);

/** Runs a function; it may throw only errors of the library, not traps. @param {() => unknown} action */
function survive(action) {
  try {
    return action();
  } catch (error) {
    assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), String(error));
    assert.ok(error.message.length > 0 && error.message.length < 20_000);
    return null;
  }
}

/** Randomly changed bytes. @param {Uint8Array} bytes @param {(below: number) => number} choose */
function mutated(bytes, choose) {
  const copy = Array.from(bytes);
  for (let count = 1 + choose(6); count > 0; count -= 1) {
    const at = choose(copy.length + 1);
    if (choose(3) === 0) copy.splice(at, choose(8));
    else if (choose(2)) copy.splice(at, 0, ...copy.slice(choose(copy.length + 1)).slice(0, choose(12)));
    else copy[at] = choose(256);
  }
  return Uint8Array.from(copy);
}

/** Calls every method of a position. @param {Position} position */
function queryAll(position) {
  const { fen, key, key128, turn, isCheck, outcome, result, halfmoveClock, fullmoveNumber, count } = position;
  for (const dialect of /** @type {const} */ (["polyglot", "rustic", "makruk-js", "stockfish:pawn"])) survive(() => position.keyIn(dialect));
  const moves = position.moves();
  assert.equal(position.sans().length, moves.length);
  assert.equal(position.keysAfter().length, moves.length);
  assert.equal(position.perft(1), BigInt(moves.length));
  if (moves.length > 0) new Game(position).push(moves[moves.length - 1]).trace();
  return { fen, key, key128, turn, isCheck, outcome, result, halfmoveClock, fullmoveNumber, count };
}

function isWell() {
  assert.equal(new Position().key, 0xac39807a6c42c883n);
  assert.equal(new Position().perft(2), 400n);
}

test("FENs of the test data, for every variant, and randomly changed", () => {
  const choose = random(14);
  const encoder = new TextEncoder(), decoder = new TextDecoder("latin1");
  const texts = [...FENS, ...SEEDS.map(String)];
  for (let round = 0; round < ROUNDS; round += 1) texts.push(decoder.decode(mutated(encoder.encode(FENS[choose(FENS.length)]), choose)));
  texts.push("", " ", "\0", "\u{1f600}".repeat(100), "\ud800", "/".repeat(300), "8/".repeat(1 << 16), "startpos ", "9".repeat(1 << 20));
  let good = 0;
  for (const text of texts) {
    for (const variant of VARIANTS) {
      for (const strict of [false, true]) {
        const position = /** @type {Position | null} */ (survive(() => new Position(text, variant, { strict })));
        if (!position) continue;
        good += 1;
        queryAll(position);
      }
    }
  }
  assert.ok(good > 1000, String(good));
  isWell();
});

test("text that is too long is refused before WebAssembly receives it, and PGN is passed in small chunks", async () => {
  const { initSync } = await import(new URL("../wasm/core.js", import.meta.resolve("tabiya")).href);
  const { memory } = initSync();
  const size = memory.buffer.byteLength, long = "x".repeat(100 << 20);
  const position = new Position(), game = new Game();
  for (const action of [
    () => new Position(long), () => new Position("startpos", /** @type {any} */ (long)), () => new Game(long), () => position.play(long),
    () => position.playSan(long), () => position.keyIn(/** @type {any} */ (long)), () => game.push(long), () => game.pushSan(long), () => game.claimWith(long),
  ]) {
    assert.throws(action, RangeError);
  }
  let games = 0;
  for await (const _ of readPgn([Buffer.alloc(64 << 20, "1. e4 e5 *\n\n".repeat(1000))])) if ((games += 1) === 1000) break;
  assert.ok(memory.buffer.byteLength - size < 8 << 20, `${size} bytes became ${memory.buffer.byteLength}`);
  isWell();
});

test("moves of the fuzzer's seeds, and randomly changed", () => {
  const choose = random(15);
  const words = SEEDS.flatMap((seed) => seed.toString().split(/\s+/)).filter(Boolean);
  for (let round = 0; round < ROUNDS; round += 1) {
    const variant = VARIANTS[round % 3];
    const game = new Game(undefined, variant);
    for (let ply = 0; ply < 20; ply += 1) {
      const legal = game.position.moves();
      const word = choose(3) ? legal[choose(legal.length)] : words[choose(words.length)];
      const text = choose(4) ? word : new TextDecoder("latin1").decode(mutated(new TextEncoder().encode(word), choose));
      survive(() => (choose(2) ? game.push(text) : game.pushSan(text)));
      survive(() => game.position.san(text));
      survive(() => game.position.uci(text));
      survive(() => game.claimWith(text));
      survive(() => game.position.keyIn(/** @type {any} */ (text)));
    }
    game.trace();
  }
  isWell();
});

test("PGN of the test data and the fuzzer's seeds, randomly changed and split", async () => {
  const choose = random(16);
  const files = [...filesIn("testdata/pgn"), "fuzz/seeds/games.pgn"].map(file);
  files.push(...SEEDS);
  for (let round = 0; round < ROUNDS / 5; round += 1) {
    const file = files[round % files.length];
    const from = choose(Math.max(1, file.length - 4000));
    const bytes = mutated(file.subarray(from, from + 4000), choose);
    const pieces = [];
    for (let at = 0; at < bytes.length; ) pieces.push(bytes.subarray(at, (at += 1 + choose(2000))));
    try {
      for await (const game of readPgn(pieces, { variant: VARIANTS[choose(3)] })) {
        assert.ok(game.root && game.keys.length === (game.variant ? game.moves.length + 1 : 0));
        if (game.variant) game.toPgn();
      }
    } catch (error) {
      assert.ok(error instanceof Error && !(error instanceof WebAssembly.RuntimeError), String(error));
    }
  }
  isWell();
});

test("the engine, with unusual positions", async () => {
  const engine = new Engine({ hash: 1 });
  const fens = [...FENS.filter((_, index) => index % 60 === 0), ...FENS.slice(-6), "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"];
  for (const fen of fens) {
    for (const variant of VARIANTS) {
      const position = /** @type {Position | null} */ (survive(() => new Position(fen, variant)));
      if (!position) continue;
      const { best } = await engine.analyze(position, { depth: 3, nodes: 20_000, multipv: 3 }).result;
      assert.equal(best === null, position.moves().length === 0, fen);
      if (best !== null) assert.ok(position.moves().includes(best), `${fen} ${best}`);
    }
  }
  engine.close();
});
