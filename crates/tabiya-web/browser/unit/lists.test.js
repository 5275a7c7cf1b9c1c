// @ts-check
// Order of games, results, move numbers, FENs, and the cache of a line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { looksLikeFen, markedLetters } from "../../assets/js/fentext.js";
import { ORDERS, searchText, sorted, searchTerms } from "../../assets/js/gameorder.js";
import { GameCache, around } from "../../assets/js/gamecache.js";
import { halvesBefore, plyName, numbered, numeral, ordinal, several } from "../../assets/js/numbering.js";
import { byYear, describeResults, shares } from "../../assets/js/resultsums.js";

/** @param {number} number @param {object} more @returns {any} */
const row = (number, more) => ({ number, white: "", black: "", event: "", date: null, result: "*", eco: null, opening: null, ...more });

test("games are sorted by names without regard to accents and case, ties by number", () => {
  const rows = () => [row(1, { white: "Ödön", date: "1990.??.??" }), row(2, { white: "adams", date: "1990.02.01" }), row(3, { white: "Adams", date: "1989.12.31" }), row(4, { white: "Zoe" })];
  const numbers = (/** @type {string} */ name, isBackward = false) => sorted(rows(), ORDERS.findIndex(([one]) => one === name), isBackward).map(({ number }) => number);
  assert.deepEqual(numbers("as in the file"), [1, 2, 3, 4]);
  assert.deepEqual(numbers("by White"), [2, 3, 1, 4]);
  assert.deepEqual(numbers("by White", true), [4, 1, 3, 2]);
  assert.deepEqual(numbers("by date"), [4, 3, 1, 2]);
});

test("a search finds all of its words anywhere in a game's row", () => {
  const text = searchText(row(1, { white: "Šakić, Ana", event: "Club", eco: "C20" }));
  const matches = (/** @type {string} */ words) => searchTerms(words).every((word) => text.includes(word));
  assert.ok(matches(" sakic  CLUB c20 "));
  assert.ok(!matches("sakic open"));
  assert.deepEqual(searchTerms("  "), []);
});

test("shares of results add up, and years are in order", () => {
  const results = { white: 3, draws: 2, black: 5, unknown: 7 };
  assert.deepEqual(shares(results).map(({ share }) => share), [30, 20, 50]);
  assert.equal(describeResults(results), "white won 30 %, drawn 20 %, black won 50 %, 7 without a result");
  assert.equal(describeResults({ white: 0, draws: 0, black: 0, unknown: 2 }), "no results");
  const month = (/** @type {string} */ month, /** @type {number} */ white) => ({ month, white, draws: 0, black: 0 });
  assert.deepEqual(byYear([month("2001-05", 1), month("1999-12", 2), month("2001-01", 3), month("2000-01", 0)]).map(([year, { white }]) => [year, white]), [[1999, 2], [2001, 4]]);
});

test("half-moves are numbered from the start position's own number", () => {
  assert.equal(halvesBefore(null), 0);
  assert.equal(halvesBefore("4k3/8/8/8/8/8/8/4K3 b - - 0 12"), 23);
  assert.equal(halvesBefore("4k3/8/8/8/8/8/8/4K3 w - - 0 4294967295"), 8_589_934_588);
  assert.deepEqual([numeral(0), numeral(23)], ["1.", "12…"]);
  assert.equal(numbered(["Nf6", "Nf3", "Ng8", "Ng1"], 23), "12…Nf6 13.Nf3 Ng8 14.Ng1");
  assert.equal(plyName(/** @type {any} */ ({ saved: { start: null }, plies: [{ san: "e4" }, { san: "e5" }] }), 2), "1…e5");
  assert.deepEqual([1, 2, 5, 6, 11, 12, 13, 21, 22, 23].map(ordinal), ["first", "second", "fifth", "6th", "11th", "12th", "13th", "21st", "22nd", "23rd"]);
  assert.deepEqual([several(1, "game"), several(0, "game")], ["1 game", "0 games"]);
});

test("a FEN is recognized, and its invalid characters are marked by byte columns", () => {
  assert.ok(looksLikeFen("8/8/8/8/8/8/8/8 w - - 0 1"));
  assert.ok(looksLikeFen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"));
  assert.ok(!looksLikeFen("1. e4 e5"));
  assert.ok(!looksLikeFen("8/8/8/8/8/8/8/8 w\n8/8/8/8/8/8/8/8 b"));
  const marked = markedLetters("aéx", [{ column: 4 }, { column: 5 }]);
  assert.deepEqual(marked.map(({ letter, isWrong }) => letter + (isWrong ? "!" : "")), ["a", "é", "x!", " !"]);
  assert.equal(markedLetters("x".repeat(1000), []).length, 256);
});

test("positions near the one shown are requested first, in chunks, and none twice", () => {
  const known = new GameCache();
  const answer = (/** @type {number} */ from, /** @type {number} */ to) => {
    const positions = Array.from({ length: to - from + 1 }, (_, index) => ({ ply: from + index }));
    known.store(/** @type {any} */ ({ plies: [], now: positions[0], positions }), 0);
  };
  known.plies = /** @type {any} */ (Array.from({ length: 200 }, (_, index) => ({ uci: `move${index}` })));
  assert.deepEqual(known.missingSpan(100), around(100));
  answer(76, 124);
  assert.equal(known.missingSpan(100), null);
  assert.deepEqual(known.missingSpan(110), [125, 173]);
  answer(125, 173);
  assert.deepEqual(known.missingSpan(90), [27, 75]);
  answer(0, 75);
  answer(174, 200);
  for (let at = 0; at <= 200; at += 1) assert.equal(known.missingSpan(at), null);
});

test("cached moves are kept up to the first difference", () => {
  const known = new GameCache();
  const line = ["e2e4", "e7e5", "g1f3"];
  known.store(/** @type {any} */ ({ plies: line.map((uci) => ({ uci })), now: { ply: 3 }, positions: [0, 1, 2].map((ply) => ({ ply })) }), 0);
  assert.equal(known.commonLength(line), 3);
  assert.equal(known.commonLength(["e2e4", "c7c5"]), 1);
  known.truncate(1);
  assert.deepEqual([known.plies.length, known.has(1), known.has(2)], [1, true, false]);
});
