// The engine in its worker.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";

import { Engine, Game, Position } from "tabiya";

import { tabiya } from "./common.js";

test("an analysis yields lines, then a best move", async () => {
  const engine = new Engine();
  const analysis = engine.analyze(new Position(), { depth: 8 });
  const infos = [];
  for await (const info of analysis) infos.push(info);
  const exact = infos.filter((info) => info.bound === "exact");
  assert.deepEqual(exact.map((info) => info.depth), [1, 2, 3, 4, 5, 6, 7, 8]);
  const last = exact[7], { best, ponder, info } = await analysis.result;
  assert.deepEqual([best, ponder], last.pv.slice(0, 2));
  assert.deepEqual(info, last);
  assert.equal(new Position().san(last.pv[0]), last.sans[0]);
  assert.equal(typeof last.score.cp, "number");
  assert.ok(last.nodes > 100 && last.time >= 0);
  engine.close();
});

test("node counts equal those of the program", async () => {
  const engine = new Engine({ hash: 16 });
  const fens = [
    ["chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"],
    ["makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"],
  ];
  for (const [variant, fen] of /** @type {[import("tabiya").Variant, string][]} */ (fens)) {
    engine.newGame();
    const { info } = await engine.analyze(new Position(fen, variant), { depth: 9 }).result;
    const lines = tabiya(["uci"], [
      "setoption name Hash value 16", "setoption name Threads value 1", `setoption name UCI_Variant value ${variant}`,
      `position fen ${fen}`, "go depth 9", "wait",
    ]).filter((line) => line.startsWith("info depth 9 ") && line.includes(" pv "));
    const last = /** @type {string} */ (lines.at(-1));
    assert.equal(String(info?.nodes), / nodes (\d+)/.exec(last)?.[1], last);
    assert.equal(info?.pv.join(" "), / pv (.*)/.exec(last)?.[1]);
  }
  engine.close();
});

test("mates, games and several lines", async () => {
  const engine = new Engine({ hash: 4 });
  const mate = new Position("r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1");
  const found = await engine.analyze(mate, { depth: 9 }).result;
  assert.deepEqual([found.best, found.info?.score], ["d5f6", { mate: 2 }]);
  const ranks = new Set();
  for await (const info of engine.analyze(new Game().push("e2e4"), { depth: 5, multipv: 3 })) ranks.add(info.multipv);
  assert.deepEqual([...ranks], [1, 2, 3]);
  const over = new Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  assert.deepEqual((await engine.analyze(over, { depth: 3 }).result).best, null);
  assert.equal(await engine.bestMove(new Position("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), { depth: 2 }).then((best) => typeof best), "string");
  engine.close();
});

test("a search ends on stop, when the loop is left, and when another search starts", async () => {
  const engine = new Engine();
  const endless = engine.analyze(new Position());
  setTimeout(() => engine.stop(), 200);
  assert.ok((await endless.result).best);

  for await (const info of engine.analyze(new Position())) if (info.depth >= 3) break;

  const first = engine.analyze(new Position()), second = engine.analyze(new Position().play("e2e4"), { depth: 4 });
  assert.ok((await second.result).best?.match(/^[a-h][5-8]/));
  await first.result;

  const timed = engine.analyze(new Position(), { movetime: 150 });
  assert.ok((await timed.result).best);
  const nodes = await engine.analyze(new Position(), { nodes: 5000 }).result;
  assert.ok((nodes.info?.nodes ?? 0) <= 6000);
  engine.close();
  assert.throws(() => engine.analyze(new Position()), /closed/);
});

test("limits near zero are limits", async () => {
  const engine = new Engine({ hash: 1 });
  for (const limits of [{ movetime: 0.4 }, { movetime: 0 }, { nodes: 0.5 }, { nodes: 0 }, { depth: 0.5 }, { depth: 0 }, { depth: 1, multipv: 0 }]) {
    assert.match(String(await engine.bestMove(new Position(), limits)), /^[a-h]/, JSON.stringify(limits));
  }
  engine.close();
});

test("the maximum depth does not overflow", async () => {
  const engine = new Engine({ hash: 1 });
  // A blocked position without captures.
  const blocked = new Position("4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/R3K2R w KQ - 0 1");
  const { info } = await engine.analyze(blocked, { depth: 60, nodes: 2_000_000 }).result;
  assert.ok(info && info.depth > 10);
  engine.close();
});

test("invalid arguments are refused, and close ends all searches", async () => {
  const engine = new Engine();
  assert.throws(() => engine.analyze(/** @type {any} */ ("startpos")), TypeError);
  assert.throws(() => engine.analyze(new Position(), { depth: -1 }), RangeError);
  assert.throws(() => engine.analyze(new Position(), { nodes: NaN }), RangeError);
  assert.throws(() => new Engine({ hash: 0 }), RangeError);
  const analysis = engine.analyze(new Position());
  engine.close();
  await analysis.result;
});

test("a failed worker is replaced", async () => {
  const { EngineOf } = await import(new URL("../lib/engine.js", import.meta.resolve("tabiya")).href);
  const failures = [
    (/** @type {any} */ onMessage) => queueMicrotask(() => onMessage({ kind: "failed", message: "offline" })),
    () => {
      throw new Error("forbidden");
    },
  ];
  /** @type {string[]} */
  const ended = [];
  const spawn = (/** @type {any} */ onMessage) => {
    const fail = failures.shift();
    fail?.(onMessage);
    const post = (/** @type {any} */ { kind }) => {
      if (!fail && kind === "analyze") queueMicrotask(() => onMessage({ kind: "end", line: ["e2e4"] }));
    };
    return { stop: null, post, idle() {}, end: () => ended.push(fail ? "one that failed" : "the good one") };
  };
  const engine = new EngineOf(spawn);
  await assert.rejects(engine.bestMove(new Position()), /offline/);
  await assert.rejects(engine.bestMove(new Position()), /forbidden/);
  assert.equal(await engine.bestMove(new Position()), "e2e4");
  engine.close();
  assert.deepEqual(ended, ["one that failed", "the good one"]);
});

test("a process with an idle engine ends", () => {
  const script = `import { Engine, Position } from "tabiya";
    const engine = new Engine();
    console.log(await engine.bestMove(new Position(), { depth: 3 }));`;
  const ran = spawnSync(process.execPath, ["--input-type=module", "-e", script], { cwd: new URL(".", import.meta.url), encoding: "utf8", timeout: 60_000 });
  assert.equal(ran.status, 0, ran.stderr);
  assert.match(ran.stdout, /^[a-h][1-8][a-h][1-8]\n$/);
});
