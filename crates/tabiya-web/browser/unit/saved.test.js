// @ts-check
// Data read after a reload: damaged parts get their defaults.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFindings, describeSide, whiteShare } from "../../assets/js/reviewfindings.js";
import { DEFAULTS, readPreferences } from "../../assets/js/preferences.js";
import { SafeStorage } from "../../assets/js/storage.js";
import { fresh, readSaved } from "../../assets/js/saved.js";

test("a saved game is read again as it was", () => {
  const saved = { ...fresh(), variant: "makruk", moves: ["e3e4", "e6e5"], at: 1, mode: { kind: "engine", engine: "white", level: 3 }, listed: { list: "a", number: 2 } };
  assert.deepEqual(readSaved(JSON.stringify(saved)), saved);
});

test("a damaged part gets its default, the others stay", () => {
  for (const [part, value] of /** @type {[string, unknown][]} */ ([
    ["variant", 5], ["start", 5], ["redo", "e2e4"], ["flipped", "yes"], ["mode", { kind: "engine", engine: "green", level: 1 }],
    ["timing", { increment: "2" }], ["ending", { text: 5 }], ["dialect", null], ["listed", { list: "a" }], ["at", -1],
  ])) {
    const read = readSaved(JSON.stringify({ ...fresh(), moves: ["e2e4"], at: 1, [part]: value }));
    assert.deepEqual(read, { ...fresh(), moves: ["e2e4"], at: part === "at" ? 0 : 1 }, part);
  }
  assert.equal(readSaved(JSON.stringify({ ...fresh(), moves: ["e2e4"], at: 7 }))?.at, 1, "beyond the end");
});

test("without readable moves nothing is restored", () => {
  for (const text of ["", "null", "{", '{"moves":5}', '{"moves":[5]}']) assert.equal(readSaved(text), null, text);
});

test("settings of the wrong type get their defaults", () => {
  assert.deepEqual(readPreferences(null), DEFAULTS);
  assert.deepEqual(readPreferences("{"), DEFAULTS);
  assert.deepEqual(readPreferences('{"sound":false,"pieces":7,"unknown":1}'), { ...DEFAULTS, sound: false });
});

test("findings of a review are read again, and invalid ones are rejected", () => {
  const finding = { centipawns: 30, mate: null, whitePercent: 52, uci: ["e2e4"] };
  const side = { accuracy: 98.5, inaccuracies: 0, mistakes: 1, blunders: 0 };
  const found = { findings: [finding, null], nodes: 5000, summary: { white: side, black: { ...side, accuracy: null } } };
  const kept = { ...found, of: "game", others: [["other", found], ["bad", { findings: 5 }], 7] };
  assert.deepEqual(readFindings(JSON.stringify(kept)), { ...found, of: "game", others: [["other", found]] });
  for (const harm of [{ of: 5 }, { findings: [{ ...finding, whitePercent: null }] }, { nodes: "many" }, { summary: { white: side } }]) {
    assert.equal(readFindings(JSON.stringify({ ...kept, ...harm })), null, JSON.stringify(harm));
  }
  assert.equal(readFindings(null), null);
});

test("at checkmate the winner's share is 1", () => {
  assert.equal(whiteShare({ centipawns: 0, mate: null, whitePercent: 60, uci: [] }, "e4", 1), 0.6);
  assert.deepEqual([whiteShare(null, "Qh4#", 4), whiteShare(null, "Qxf7#", 7), whiteShare(null, "Kd6", 7)], [0, 1, 0.5]);
});

test("the summary of a side", () => {
  assert.match(describeSide({ accuracy: 91.26, inaccuracies: 2, mistakes: 0, blunders: 1 }), /^91\.3 % accuracy, 2 inaccuracies, 1 blunder$/);
  assert.match(describeSide({ accuracy: null, inaccuracies: 0, mistakes: 0, blunders: 0 }), /^no accuracy$/);
});

test("with full storage a text is kept in memory, and the user is warned once", () => {
  /** @type {Map<string, string>} */
  const stored = new Map();
  let isFull = false;
  let warnings = 0;
  const storage = {
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    removeItem: (/** @type {string} */ name) => void stored.delete(name),
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => {
      if (isFull) throw new DOMException("full", "QuotaExceededError");
      stored.set(name, text);
    },
  };
  const memory = new SafeStorage(() => storage, () => (warnings += 1));
  memory.set("game", "one");
  isFull = true;
  memory.set("game", "two");
  memory.set("game", "three");
  assert.deepEqual([memory.get("game"), stored.has("game"), warnings], ["three", false, 1]);
  isFull = false;
  memory.set("game", "four");
  assert.deepEqual([memory.get("game"), stored.get("game")], ["four", "four"]);
});

test("without storage texts are kept in memory", () => {
  const memory = new SafeStorage(() => {
    throw new DOMException("denied", "SecurityError");
  }, () => {});
  memory.set("game", "one");
  assert.equal(memory.get("game"), "one");
  memory.remove("game");
  assert.equal(memory.get("game"), null);
});
