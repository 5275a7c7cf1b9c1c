// The examples of the documentation, and the API of each class.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { runInNewContext } from "node:vm";

import { Game, Position, dialects, perft, readPgn } from "tabiya";
import * as core from "tabiya/core";

import { file } from "./common.js";

test("positions are immutable, and keys do not depend on the move order", () => {
  const start = new Position();
  const one = start.play("g1f3").play("g8f6").play("b1c3");
  const other = start.playSan("Nc3").playSan("Nf6").playSan("Nf3");
  assert.equal(one.key, other.key);
  assert.equal(one.key128, other.key128);
  assert.ok(one.equals(other) && !one.equals(start) && !one.equals("no position"));
  assert.equal(start.fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  assert.equal(start.key, 0xac39807a6c42c883n);
  assert.equal(start.key128, 0xb7fd4412cdc0109fac39807a6c42c883n);
  assert.equal(start.keyIn("polyglot"), 0x463b96181691fc9cn);
  assert.deepEqual([start.turn, start.isCheck, start.outcome, start.result], ["white", false, null, "*"]);
  assert.equal(start.moves().length, 20);
  assert.equal(start.san("g1f3"), "Nf3");
  assert.equal(String(start), start.fen);
  assert.match(start.draw(), /R/);
  assert.equal(perft(start, 3), 8902n);
});

test("Makruk and Chess960", () => {
  const makruk = new Position(undefined, "makruk");
  assert.equal(makruk.moves().length, 23);
  assert.equal(makruk.keyIn("makruk-js"), 0xcc06b8ecbdbf6519n);
  assert.ok(makruk.equals(new Position("rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1", "makruk")));
  assert.ok(new Position().equals(new Position("startpos", "chess960")), "Chess960 is chess written otherwise");
  const pieces = "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1";
  assert.ok(!new Position(pieces).equals(new Position(pieces, "makruk")));
  const castling = new Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "chess960");
  assert.ok(castling.moves().includes("e1h1"));
  assert.ok(castling.play("e1h1").fen.startsWith("4k3/8/8/8/8/8/8/5RK1"));
});

test("games detect repetition", () => {
  const game = new Game();
  for (const move of ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"]) game.push(move);
  assert.deepEqual([game.claims, game.claimWith("f6g8")], [[], "threefold repetition"]);
  game.push("f6g8");
  assert.deepEqual([game.occurrences, game.claims, game.outcome, game.ply], [3, ["threefold repetition"], null, 8]);
  assert.ok(game.undo());
  assert.equal(game.occurrences, 2);
  assert.ok(game.redo() && !game.redo());
  assert.equal(game.key, game.start.key);
  assert.equal(game.keys.length, 9);
  const [first] = game.trace();
  assert.deepEqual(first.toggled, ["− white knight g1", "+ white knight f3", "turn"]);
  assert.deepEqual([first.uci, first.san, first.occurrences, first.clock, first.count, first.claims], ["g1f3", "Nf3", 1, 1, null, []]);
  const mate = new Game();
  for (const san of ["f3", "e5", "g4", "Qh4#"]) mate.pushSan(san);
  assert.deepEqual([mate.outcome, mate.result, mate.sans.at(-1)], ["checkmate, black wins", "0-1", "Qh4#"]);
  assert.equal(new Game(mate.position).outcome, "checkmate, black wins");
});

test("start positions of games and of PGN games have the same key in every dialect", async () => {
  const e4 = new Position().play("e2e4");
  const keys = (/** @type {Position | null | undefined} */ position) => dialects().map((dialect) => [dialect, position?.keyIn(dialect)]);
  const game = new Game(e4);
  assert.deepEqual([keys(game.start), keys(game.position)], [keys(e4), keys(e4)]);
  const fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
  for await (const read of readPgn(`[SetUp "1"]\n[FEN "${fen}"]\n\n1... e5 *`)) {
    assert.deepEqual([keys(read.start), keys(read.toGame().start)], [keys(e4), keys(e4)]);
    assert.equal(read.toGame().position.fen, e4.play("e7e5").fen);
  }
});

test("an illegal move leaves the game unchanged", () => {
  const game = new Game().push("e2e4");
  assert.throws(() => game.push("e2e4"), /illegal move/);
  assert.throws(() => game.pushSan("Ke3"), { name: "Error" });
  assert.deepEqual(game.moves, ["e2e4"]);
});

test("errors have the messages of the library", () => {
  assert.throws(() => new Position("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"), {
    name: "Error",
    message: "invalid FEN: rank 7 has 9 files (column 10), the side to move is `x`: expected `w` or `b` (column 46)",
  });
  assert.throws(() => new Position().keyIn(/** @type {any} */ ("unknown")), /unknown dialect 'unknown'; known dialects: tabiya,/);
  assert.throws(() => new Position().keyIn("makruk-js"), /makruk-js has no keys for chess/);
  assert.throws(() => new Position("startpos", /** @type {any} */ ("xiangqi")), /unknown variant/);
  assert.throws(() => new Position(/** @type {any} */ (5)), TypeError);
  assert.throws(() => new Position().play(/** @type {any} */ (undefined)), TypeError);
  assert.throws(() => new Position().perft(101), /maximum of 100/);
  assert.throws(() => new Position().perft(-1), RangeError);
  assert.equal(new Position("8/8/8/8/8/4k3/8/4K3 w", "chess").outcome, "dead position");
  assert.throws(() => new Position("8/8/8/8/8/4k3/8/4K3 w", { strict: true }), /invalid FEN/);
});

test("the constructors refused FENs that the command line takes", () => {
  const fen = "rQ2k2r/5P2/4b3/8/P4q2/1b6/8/R3K2R b Kq - 99 26";
  for (const position of [new Position(fen), new Game(fen).start]) {
    assert.equal(position.fen, fen);
    assert.equal(position.warnings.length, 1);
    assert.match(position.warnings[0], /check/);
    assert.deepEqual(position.play(position.moves()[0]).warnings, []);
  }
  for (const read of [
    () => new Position(fen, { strict: true }), () => new Position(fen, "chess", { strict: true }), () => new Game(fen, { strict: true }),
    () => new Game(fen, "chess", { strict: true }),
  ]) {
    assert.throws(read, /check/);
  }
  assert.deepEqual(new Position().warnings, []);
});

test("tabiya/core has everything except the engine", async () => {
  assert.equal(new core.Position().key, new Position().key);
  assert.ok(!("Engine" in core));
  const index = await import("tabiya");
  for (const name of Object.keys(core)) assert.ok(name in index, name);
});

test("PGN round-trips with its tags in order", async () => {
  for (const name of ["annotated", "classics", "variants"]) {
    const text = readFileSync(new URL(`../../../testdata/pgn/${name}.pgn`, import.meta.url), "utf8");
    for await (const game of readPgn(text)) {
      const written = game.toPgn();
      const tags = [...written.matchAll(/^\[(\w+) /gm)].map(([, tag]) => tag);
      assert.deepEqual([...new Set(tags)], Object.keys(game.tags), name);
      for await (const again of readPgn(written)) {
        assert.deepEqual([again.root, again.tags, again.result], [game.root, game.tags, game.result], name);
        assert.equal(again.toPgn(), written, name);
      }
    }
  }
});

test("PGN with variations from a string, bytes, a stream and chunks", async () => {
  const text = '[White "Anderssen"]\n\n1. e4 $1 {best} (1. d4 {or this} d5) 1... e5 2. Ke3 *\n\n[Event "next"]\n\n1. c4 1-0\n';
  const sources = [text, new TextEncoder().encode(text), new Blob([text]), new Blob([text]).stream(), [...text], [text.slice(0, 40), text.slice(40)]];
  for (const source of sources) {
    const games = [];
    for await (const game of readPgn(source)) games.push(game);
    assert.equal(games.length, 2);
    const [game] = games;
    assert.equal(game.tags.White, "Anderssen");
    assert.deepEqual(game.moves, ["e2e4", "e7e5"]);
    assert.deepEqual(game.sans, ["e4", "e5"]);
    assert.match(game.faults[0], /line 3.*`Ke3`: illegal move/);
    const [e4, d4] = game.root.children;
    assert.deepEqual([e4.san, e4.nags, e4.comments], ["e4", [1], ["best"]]);
    assert.deepEqual([d4.uci, d4.comments, d4.children[0].san], ["d2d4", ["or this"], "d5"]);
    assert.equal(game.keys[1], game.start?.play("e2e4").key);
    assert.equal(d4.key, game.start?.play("d2d4").key);
    assert.equal(game.toGame().ply, 2);
    assert.match(game.toPgn(), /1\. e4 \$1 \{best\} \(1\. d4/);
    assert.equal(games[1].result, "1-0");
  }
  await assert.rejects(async () => {
    for await (const _ of readPgn("<html>")) assert.fail();
  }, /not PGN/);
  await assert.rejects(async () => {
    for await (const _ of readPgn(/** @type {any} */ (5))) assert.fail();
  }, TypeError);
});

test("games that cannot be replayed are returned with a fault", async () => {
  const games = [];
  for await (const game of readPgn('[Variant "Atomic"]\n\n1. e4 *\n\n[SetUp "1"]\n[FEN "nonsense"]\n\n1. e4 1-0\n\n1. e4 -- 2. d4 *\n')) games.push(game);
  const [atomic, nonsense, withNull] = games;
  for (const [game, why] of /** @type {const} */ ([[atomic, /Atomic/], [nonsense, /nonsense/]])) {
    assert.deepEqual([game.start, game.keys.length, game.moves], [null, 0, []]);
    assert.throws(() => game.toPgn(), why);
    assert.throws(() => game.toGame(), why);
  }
  assert.throws(() => withNull.toGame(), /0000/);
  assert.match(withNull.toPgn(), /e4 -- 2\. d4/);
});

test("chunks of text may end within a character, and bytes may be of another realm", async () => {
  const text = '[White "\u{1d11e} \u{1f600}"]\n\n1. e4 {\u{1f600}} *\n', bytes = new TextEncoder().encode(text);
  const foreign = runInNewContext("Uint8Array.from(numbers)", { numbers: [...bytes] });
  const sources = [text.split(""), foreign, foreign.buffer, [foreign], [foreign.buffer], [new DataView(foreign.buffer)], ["", ...text.split(""), new Uint8Array()]];
  for (const source of sources) {
    for await (const game of readPgn(source)) assert.deepEqual([game.tags.White, game.root.children[0].comments], ["\u{1d11e} \u{1f600}", ["\u{1f600}"]]);
  }
  const half = [];
  for await (const game of readPgn(['[White "\ud83d', new TextEncoder().encode('x"]\n\n*\n')])) half.push(game.tags.White);
  assert.deepEqual(half, ["\ufffdx"]);
  await assert.rejects(readPgn(/** @type {any} */ (new Response(text))).next(), /the body of a Response/);
});

test("games do not depend on chunk sizes", async () => {
  for (const name of ["annotated", "broken", "classics", "variants"]) {
    const bytes = new Uint8Array(file(`testdata/pgn/${name}.pgn`));
    const read = async (/** @type {number} */ size) => {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
      /** @type {unknown[]} */
      const found = [];
      for await (const game of readPgn(pieces, { onProblem: (problem) => void found.push(problem) })) found.push([game.line, game.variant && game.toPgn(), game.faults]);
      return found;
    };
    const expected = await read(1 << 20);
    assert.ok(expected.length > 1);
    for (const size of [61, 1000]) assert.deepEqual(await read(size), expected, name);
  }
});
