// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { NULL_MOVE, ROOT, areNodes, tagOf } from "../../assets/js/nodes.js";
import { Tree } from "../../assets/js/tree.js";

/** @param {string} uci */
const ply = (uci) => /** @type {any} */ ({ uci, san: uci, identity: uci, times: 1 });

/**
 * The tree as text: "e2e4 (d2d4) e7e5".
 * @param {Tree} tree
 * @param {number} [id]
 * @returns {string}
 */
function written(tree, id = ROOT) {
  const [main, ...others] = tree.nodes[id].children;
  if (main === undefined) return "";
  const line = (/** @type {number} */ at) => `${tree.nodes[at].uci} ${written(tree, at)}`.trim();
  return [tree.nodes[main].uci, ...others.map((at) => `(${line(at)})`), written(tree, main)].filter((part) => part !== "").join(" ");
}

/** e2e4 e7e5 g1f3, with the variations d2d4 d7d5 of the first move and c7c5 of the second. */
function example() {
  const tree = new Tree();
  const e4 = tree.play(ROOT, ply("e2e4"), ROOT);
  const e5 = tree.play(e4, ply("e7e5"), e4);
  const nf3 = tree.play(e5, ply("g1f3"), e5);
  const d4 = tree.play(ROOT, ply("d2d4"), ROOT);
  const d5 = tree.play(d4, ply("d7d5"), d4);
  const c5 = tree.play(e4, ply("c7c5"), e4);
  return { tree, e4, e5, nf3, d4, d5, c5 };
}

test("an existing move is followed, another one becomes a variation", () => {
  const { tree, e4, e5 } = example();
  assert.equal(written(tree), "e2e4 (d2d4 d7d5) e7e5 (c7c5) g1f3");
  const changes = tree.done.length;
  assert.equal(tree.play(e4, ply("e7e5"), e4), e5);
  assert.equal(tree.done.length, changes);
});

test("a game that is played has no variations", () => {
  const { tree, e4 } = example();
  tree.playOn(e4, ply("d7d6"));
  assert.equal(written(tree), "e2e4 (d2d4 d7d5) d7d6");
});

test("paths, lines and membership of the main line", () => {
  const { tree, e4, e5, nf3, d4, d5, c5 } = example();
  assert.deepEqual(tree.pathTo(nf3), [e4, e5, nf3]);
  assert.deepEqual(tree.lineThrough(e4), [e4, e5, nf3]);
  assert.deepEqual(tree.lineThrough(d4), [d4, d5]);
  assert.deepEqual(tree.find(["e2e4", "c7c5"]), [e4, c5]);
  assert.equal(tree.find(["e2e4", "a7a6"]), null);
  assert.deepEqual([e4, nf3, d4, c5].map((id) => tree.isMain(id)), [true, true, false, false]);
  assert.deepEqual(tree.walk(), [e4, e5, nf3, c5, d4, d5]);
});

test("the board cannot show what follows a null move", () => {
  const tree = new Tree();
  const e4 = tree.push(ROOT, ply("e2e4"));
  const pass = tree.push(e4, ply(NULL_MOVE));
  const d4 = tree.push(pass, ply("d2d4"));
  assert.deepEqual(tree.lineThrough(ROOT), [e4]);
  assert.deepEqual([e4, pass, d4].map((id) => tree.isBeyond(id)), [false, true, true]);
});

test("promote moves a variation up one place, makeMain to the top", () => {
  const { tree, d5, c5 } = example();
  const third = tree.play(ROOT, ply("c2c4"), ROOT);
  tree.promote(third);
  assert.equal(written(tree), "e2e4 (c2c4) (d2d4 d7d5) e7e5 (c7c5) g1f3");
  tree.makeMain(d5);
  assert.equal(written(tree), "d2d4 (e2e4 e7e5 (c7c5) g1f3) (c2c4) d7d5");
  tree.makeMain(c5);
  assert.equal(written(tree), "e2e4 (d2d4 d7d5) (c2c4) c7c5 (e7e5 g1f3)");
  const changes = tree.done.length;
  tree.promote(c5);
  assert.equal(tree.done.length, changes, "a main line cannot be promoted");
});

test("every edit can be undone and redone, and another edit ends redo", () => {
  const { tree, e4, nf3, d4, c5 } = example();
  const states = [written(tree)];
  const notes = () => JSON.stringify([tree.nodes[e4].after, tree.nodes[e4].nags]);
  const edits = [
    () => tree.annotate(e4, { nags: [1], after: ["best"] }),
    () => tree.promote(c5),
    () => tree.remove(d4),
    () => tree.makeMain(nf3),
  ];
  const seen = [`${states[0]} ${notes()}`];
  for (const edit of edits) {
    edit();
    seen.push(`${written(tree)} ${notes()}`);
  }
  assert.equal(new Set(seen).size, seen.length);
  for (let at = seen.length - 2; at >= 0; at -= 1) {
    assert.notEqual(tree.undo(nf3, null), null);
    assert.equal(`${written(tree)} ${notes()}`, seen[at]);
  }
  for (const state of seen.slice(1)) {
    assert.notEqual(tree.redo(nf3, null), null);
    assert.equal(`${written(tree)} ${notes()}`, state);
  }
  assert.equal(tree.redo(nf3, null), null);
  tree.undo(nf3, null);
  tree.remove(c5);
  assert.equal(tree.undone.length, 0);
});

test("undo returns the node shown and the ending", () => {
  const tree = new Tree();
  const ending = { text: "White resigns", result: "0-1" };
  const e4 = tree.play(ROOT, ply("e2e4"), ROOT, ending);
  const change = tree.undo(e4, null);
  assert.deepEqual([change?.at, change?.ending, written(tree)], [ROOT, ending, ""]);
  assert.equal(tree.redo(ROOT, ending)?.at, e4);
  assert.equal(written(tree), "e2e4");
});

test("only the last 200 changes can be undone", () => {
  const { tree, e4 } = example();
  for (let round = 0; round < 300; round += 1) tree.annotate(e4, { nags: [round % 6] });
  assert.equal(tree.done.length, 200);
});

test("variations with the same first move are merged with their annotations", () => {
  const node = (/** @type {number} */ parent, /** @type {string} */ uci, more = {}) => ({ parent, ...ply(uci), ...more });
  const tree = Tree.fromResponse(/** @type {any} */ ({
    tags: [["White", "A"]], after: ["start"], nodes: [
      node(0, "e2e4", { nags: [1], after: ["one"] }),
      node(1, "e7e5"),
      node(0, "e2e4", { nags: [1, 3], after: ["two"], before: ["again"] }),
      node(3, "c7c5"),
    ],
  }));
  assert.equal(written(tree), "e2e4 e7e5 (c7c5)");
  assert.deepEqual(tree.nodes[1].nags, [1, 3]);
  assert.deepEqual([tree.nodes[1].before, tree.nodes[1].after], [["again"], ["one", "two"]]);
  assert.equal(tree.tag("white"), "A");
});

test("a review is grafted as one change, and undo removes all of it", () => {
  const { tree, nf3 } = example();
  const before = written(tree);
  const request = tree.toRequest();
  const nodes = request.nodes.map((one) => ({ ...ply(one.uci), ...one, nags: one.uci === "e7e5" ? [6] : [] }));
  nodes.push({ ...ply("b8c6"), parent: 3, nags: [], before: [], after: ["better"] });
  tree.graft(/** @type {any} */ ({ nodes, after: ["reviewed"], tags: [["Annotator", "Tabiya"]] }), nf3);
  assert.equal(written(tree), "e2e4 (d2d4 d7d5) e7e5 (c7c5) g1f3 b8c6");
  assert.equal(tree.tag("Annotator"), "Tabiya");
  assert.equal(tree.undo(nf3, null)?.at, nf3);
  assert.equal(written(tree), before);
  assert.deepEqual(tree.tags, []);
});

test("a tree is read again as it was saved, and invalid ones are rejected", () => {
  const { tree } = example();
  const text = JSON.stringify(tree);
  const again = Tree.fromStored(JSON.parse(text));
  assert.equal(written(again), written(tree));
  assert.equal(JSON.stringify(again), text);
  const damage = [
    (/** @type {any} */ kept) => (kept.nodes = []),
    (/** @type {any} */ kept) => (kept.nodes[2].parent = 2),
    (/** @type {any} */ kept) => kept.nodes[0].children.push(99),
    (/** @type {any} */ kept) => kept.nodes[1].children.push(0),
    (/** @type {any} */ kept) => delete kept.nodes[1].nags,
    (/** @type {any} */ kept) => delete kept.done,
  ];
  for (const harm of damage) {
    const kept = JSON.parse(text);
    harm(kept);
    assert.throws(() => Tree.fromStored(kept), TypeError, String(harm));
  }
  assert.equal(areNodes(null), false);
});

test("tags are found in any case, and the first of two wins", () => {
  assert.equal(tagOf([["WHITE", "A"], ["White", "B"]], "white"), "A");
  assert.equal(tagOf([], "white"), undefined);
});
