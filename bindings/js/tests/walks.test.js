// Random games equal those of the program after every half-move.

import assert from "node:assert/strict";
import test from "node:test";

import { Game, Position, dialects } from "tabiya";

import { hex, random, rows, tabiya } from "./common.js";

const GAMES = Number(process.env.TABIYA_WALKS ?? 40);
const MAX_PLIES = 160;

/** @param {import("tabiya").Variant} variant @param {number} seed */
function walk(variant, seed) {
  const choose = random(seed);
  const table = rows(`perft/${variant}.tsv`);
  const fen = seed % 3 === 0 ? "startpos" : table[choose(table.length)][0];
  const game = new Game(fen, variant);
  while (game.ply < MAX_PLIES && game.outcome === null) {
    const moves = game.position.moves();
    // Moving back and forth repeats positions.
    const back = game.ply > 1 ? game.moves[game.ply - 2] : "";
    const returning = moves.find((move) => move === back.slice(2, 4) + back.slice(0, 2));
    game.push(returning && choose(3) === 0 ? returning : moves[choose(moves.length)]);
  }
  return { game, fen };
}

for (const variant of /** @type {const} */ (["chess", "chess960", "makruk"])) {
  test(`${variant}: keys, SAN, occurrences, clocks, counts, claims and outcomes equal those of Rust`, () => {
    const walks = Array.from({ length: GAMES }, (_, seed) => walk(variant, seed));
    const lines = walks.map(({ game, fen }) => `${fen}\t${game.moves.join(" ")}`);
    const answers = tabiya(["trace", "--stdin", "--json", "--variant", variant], lines);
    walks.forEach(({ game }, index) => {
      const expected = JSON.parse(answers[index]), trace = game.trace();
      assert.deepEqual(game.sans, expected.san, lines[index]);
      assert.deepEqual(trace.map((ply) => hex(ply.key)), expected.keys);
      assert.deepEqual(Array.from(game.keys.subarray(1), hex), expected.keys);
      assert.deepEqual(trace.map((ply) => ply.toggled), expected.toggled);
      assert.deepEqual(trace.map((ply) => ply.occurrences), expected.occurrences);
      assert.deepEqual(trace.map((ply) => ply.clock), expected.clock);
      assert.deepEqual(trace.map((ply) => ply.count), expected.count);
      assert.deepEqual(trace.map((ply) => ply.claims[0] ?? null), expected.claim);
      assert.equal(game.outcome, expected.outcome, lines[index]);
    });
  });

  test(`${variant}: legal moves and the keys after them in every dialect equal those of Rust`, () => {
    const positions = Array.from({ length: GAMES }, (_, seed) => walk(variant, 1000 + seed).game).flatMap((game) => {
      let position = game.start;
      return game.moves.filter((_, ply) => ply % 20 === 7).map(() => position).concat(game.moves.map((move) => (position = position.play(move))).filter((_, ply) => ply % 20 === 7));
    });
    const counts = tabiya(["perft", "--stdin", "--variant", variant], positions.map((position) => `${position.fen}\t1`));
    positions.forEach((position, index) => assert.equal(position.moves().length, Number(counts[index]), position.fen));
    const children = positions.flatMap((position) => {
      const keys = position.keysAfter(), sans = position.sans();
      return position.moves().map((move, index) => {
        assert.equal(position.san(move), sans[index]);
        assert.equal(position.uci(sans[index]), move);
        const child = position.play(move);
        assert.equal(child.key, keys[index]);
        return { fen: position.fen, move, child };
      });
    });
    const sample = children.filter((_, index) => index % 17 === 0);
    for (const dialect of dialects(variant)) {
      const lines = sample.map(({ fen, move }) => `${fen}\t${move}`);
      const keys = tabiya(["key", "--stdin", "--variant", variant, "--dialect", dialect], lines);
      sample.forEach(({ child }, index) => assert.equal(BigInt(`0x${keys[index]}`), child.keyIn(dialect), lines[index]));
    }
  });
}

test("positions removed from the cache are restored", () => {
  const games = Array.from({ length: 30 }, (_, seed) => walk(/** @type {const} */ (["chess", "chess960", "makruk"])[seed % 3], 5000 + seed).game);
  const all = games.flatMap((game) => {
    let position = game.start;
    return [position, ...game.moves.map((move) => (position = position.play(move)))];
  });
  const describe = (/** @type {Position} */ position) => [position.fen, ...dialects(position.variant).map((dialect) => position.keyIn(dialect))].join();
  const before = all.map(describe);
  let other = new Position();
  for (let index = 0; index < 40_000; index += 1) other = other.play(index % 2 ? (index % 4 === 1 ? "g8f6" : "f6g8") : index % 4 === 0 ? "g1f3" : "f3g1");
  assert.deepEqual(all.map(describe), before);
  assert.ok(all[7].equals(all[7]) && !all[7].equals(all[8]));
});

test("games removed from the cache are restored", () => {
  const games = Array.from({ length: 20 }, (_, seed) => walk("chess", 9000 + seed).game);
  games[3].undo();
  games[3].undo();
  const before = games.map((game) => [game.fen, game.ply, game.occurrences, game.moves.join(" ")]);
  // More half-moves than the cache holds.
  for (let index = 0; index < 1500; index += 1) {
    const game = new Game();
    for (let ply = 0; ply < 160; ply += 4) game.push("g1f3").push("g8f6").push("f3g1").push("f6g8");
  }
  for (let index = 0; index < 40_000; index += 1) new Game();
  assert.deepEqual(games.map((game) => [game.fen, game.ply, game.occurrences, game.moves.join(" ")]), before);
  assert.ok(games[3].redo() && games[3].redo() && !games[3].redo());
});
