// @ts-check
// The page takes comments apart as the reader of files does: by the same examples.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { takeApart } from "../../assets/js/commands.js";

test("comments are taken apart as the examples say", () => {
  const examples = readFileSync(new URL("../../../../testdata/comments/commands.tsv", import.meta.url), "utf8").trimEnd().split("\n").slice(1);
  assert.ok(examples.length >= 9);
  for (const example of examples) {
    const [comment, words, expected] = example.split("\t");
    const apart = takeApart(comment);
    assert.equal(apart.words, words, comment);
    assert.equal(apart.commands.map(({ name, value }) => `${name} ${value}`.trim()).join("|"), expected, comment);
    assert.ok(apart.commands.every(({ text }) => comment.includes(text)));
  }
});
