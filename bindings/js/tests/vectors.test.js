// Keys and counts of other programs: the same files as in the Rust tests.

import assert from "node:assert/strict";
import test from "node:test";

import { Game, Position, dialects, perft } from "tabiya";

import { hex, rows } from "./common.js";

/** The dialects of the columns after the FEN. @type {[file: string, variant: import("tabiya").Variant, dialects: (import("tabiya").Dialect | null)[]][]} */
const KEYS = [
  ["polyglot", "chess", ["polyglot"]],
  ["polyglot-chess960", "chess960", ["polyglot"]],
  ["shakmaty", "chess", ["polyglot", "polyglot-legal"]],
  ["stockfish8", "chess", ["stockfish-8"]],
  ["stockfish15", "chess", ["stockfish-15"]],
  ["stockfish15-aux", "chess", ["stockfish-15", "stockfish-15:raw", "stockfish-15:pawn", "stockfish-15:material"]],
  ["stockfish15-chess960", "chess960", ["stockfish-15"]],
  ["stockfish15-chess960-aux", "chess960", ["stockfish-15", "stockfish-15:raw", "stockfish-15:pawn", "stockfish-15:material"]],
  ["stockfish-master-aux", "chess", [
    "stockfish", "stockfish:raw", "stockfish:pawn", "stockfish:material", "stockfish:minor", "stockfish:non-pawn-white",
    "stockfish:non-pawn-black",
  ]],
  ["stockfish-master-chess960-aux", "chess960", ["stockfish", "stockfish:raw", "stockfish:pawn", "stockfish:material"]],
  ["rustic", "chess", ["rustic"]],
  ["makrukjs", "makruk", ["makruk-js"]],
  ["fairy11-makruk", "makruk", ["fairy-stockfish-11"]],
];

for (const [name, variant, columns] of KEYS) {
  test(`keys of ${name}`, () => {
    const table = rows(`keys/${name}.tsv`);
    assert.ok(table.length > 200);
    let refused = 0;
    for (const [fen, ...keys] of table) {
      /** @type {Position} */
      let position;
      try {
        position = new Position(fen, variant);
      } catch (error) {
        // The other programs accept impossible positions.
        assert.match(String(error), /the side not to move is in check/);
        refused += 1;
        continue;
      }
      columns.forEach((dialect, column) => {
        if (dialect) assert.equal(hex(position.keyIn(dialect)), keys[column], `${fen} ${dialect}`);
      });
    }
    assert.ok(refused <= 10, `${refused} of ${table.length}`);
  });
}

for (const [name, variant] of /** @type {const} */ ([["games-chess", "chess"], ["games-chess960", "chess960"]])) {
  test(`keys and occurrences of ${name}`, () => {
    for (const [fen, moves, keys, occurrences] of rows(`keys/${name}.tsv`)) {
      const game = new Game(fen, variant);
      const traced = moves.split(" ").map((move) => {
        game.push(move);
        return [hex(game.position.keyIn("stockfish")), String(game.occurrences)];
      });
      assert.deepEqual(traced.map(([key]) => key), keys.split(" "));
      assert.deepEqual(traced.map(([, times]) => times), occurrences.split(" "));
    }
  });
}

test("games of makruk-js: keys and occurrences", () => {
  for (const [moves, keys, occurrences] of rows("keys/makrukjs-repetition.tsv")) {
    const game = new Game(undefined, "makruk");
    const traced = moves.split(" ").map((move) => {
      game.push(move);
      return { key: hex(game.position.keyIn("makruk-js")), times: String(game.occurrences) };
    });
    assert.deepEqual(traced.map(({ key }) => key), keys.split(" "));
    assert.deepEqual(traced.map(({ times }) => times), occurrences.split(" "));
  }
});

for (const variant of /** @type {const} */ (["chess", "chess960", "makruk"])) {
  test(`perft of ${variant}`, () => {
    for (const [fen, depth, leaves] of rows(`perft/${variant}.tsv`)) {
      if (Number(leaves) < 300_000) assert.equal(perft(new Position(fen, variant), Number(depth)), BigInt(leaves), fen);
    }
  });
}

test("Makruk's count after each move", () => {
  for (const [fen, moves, counts] of rows("makruk/counting-games.tsv")) {
    const game = new Game(fen, "makruk");
    const traced = moves.split(" ").map((move) => game.push(move).position.count);
    const expected = counts.split(" ").map((count) => (count.startsWith("-") ? null : count));
    assert.deepEqual(traced, expected, fen);
  }
});

test("insufficient material", () => {
  for (const [fen, isDead] of rows("status/insufficient-material.tsv")) {
    assert.equal(new Position(fen).outcome === "dead position", isDead === "yes", fen);
  }
});

test("every dialect of a variant has a key for its start position", () => {
  for (const variant of /** @type {const} */ (["chess", "chess960", "makruk"])) {
    const names = dialects(variant);
    assert.ok(names.length >= 4);
    for (const name of names) assert.equal(typeof new Position(undefined, variant).keyIn(name), "bigint");
  }
});
