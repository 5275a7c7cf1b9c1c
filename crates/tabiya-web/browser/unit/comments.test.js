// @ts-check
// PGN comments: text, commands, arrows and circles.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { parseComment, withoutCommands } from "../../assets/js/comments.js";
import { toggleShape, cycleShape, drawnOnSquares, describeShape, shapesOf, withShapes } from "../../assets/js/shapes.js";
import { withText, textOf } from "../../assets/js/comments.js";

test("comments are parsed like the shared examples", () => {
  const examples = readFileSync(new URL("../../../../testdata/comments/commands.tsv", import.meta.url), "utf8").trimEnd().split("\n").slice(1);
  assert.ok(examples.length >= 9);
  for (const example of examples) {
    const [comment, words, expected] = example.split("\t");
    const parsed = parseComment(comment);
    assert.equal(parsed.text, words, comment);
    assert.equal(parsed.commands.map(({ name, value }) => `${name} ${value}`.trim()).join("|"), expected, comment);
    assert.ok(parsed.commands.every(({ at, text }) => comment.startsWith(text, at)));
    assert.equal(withoutCommands(comment, parsed.commands), words, comment);
  }
});

test("a comment of many commands is read in linear time", () => {
  const count = 50_000;
  const { commands, text } = parseComment(`${'[%a "]"] '.repeat(count)}end`);
  assert.deepEqual([commands.length, text], [count, "end"]);
});

test("another text keeps all commands, and the same text changes nothing", () => {
  const comments = ["[%clk 0:01:00] good", "[%csl Gd4] move"];
  assert.equal(textOf(comments), "good move");
  assert.equal(withText(comments, " good   move "), comments);
  assert.deepEqual(withText(comments, "bad"), ["[%clk 0:01:00] [%csl Gd4] bad"]);
  assert.deepEqual(withText(["words"], ""), []);
});

const ARROW = { brush: /** @type {const} */ ("G"), from: "e2", to: "e4" };
const CIRCLE = { brush: /** @type {const} */ ("R"), from: "d5", to: null };

test("shapes are read from comments, and invalid ones are skipped", () => {
  assert.deepEqual(shapesOf(["[%csl Rd5,Xe5,Ge9] words", "[%cal Ge2e4, Yx1x2]"]), [CIRCLE, ARROW]);
  assert.deepEqual(shapesOf(["no commands", "[%clk 0:01:00]"]), []);
});

test("shapes are written before text and other commands", () => {
  const comments = ["[%clk 0:01:00] [%csl Gd4] good", "and more [%cal Ra1a2]"];
  const written = withShapes(comments, [CIRCLE, ARROW]);
  assert.deepEqual(written, ["[%csl Rd5] [%cal Ge2e4] [%clk 0:01:00] good", "and more"]);
  assert.deepEqual(shapesOf(written), [CIRCLE, ARROW]);
  assert.deepEqual(withShapes(written, []), ["[%clk 0:01:00] good", "and more"]);
  assert.deepEqual(withShapes(["[%csl Gd4]"], []), []);
  assert.deepEqual(withShapes([], [ARROW]), ["[%cal Ge2e4]"]);
});

test("a shape drawn twice is removed, in another color it changes color", () => {
  assert.deepEqual(toggleShape([CIRCLE], ARROW), [CIRCLE, ARROW]);
  assert.deepEqual(toggleShape([CIRCLE, ARROW], ARROW), [CIRCLE]);
  assert.deepEqual(toggleShape([ARROW], { ...ARROW, brush: "B" }), [{ ...ARROW, brush: "B" }]);
});

test("cycleShape takes the next color, and the last removes the shape", () => {
  const { from, to } = ARROW;
  let shapes = cycleShape([], { from, to });
  const brushes = [];
  while (shapes.length > 0) {
    brushes.push(shapes[0].brush);
    shapes = cycleShape(shapes, { from, to });
  }
  assert.equal(brushes.join(""), "GRBY");
});

test("shapes are described in words", () => {
  assert.equal(describeShape(ARROW), "green arrow from e2 to e4");
  assert.equal(describeShape(CIRCLE), "red circle on d5");
  assert.deepEqual(drawnOnSquares([ARROW, CIRCLE, { ...ARROW, to: null }]), { e2: ["green arrow to e4", "green circle"], d5: ["red circle"] });
});
