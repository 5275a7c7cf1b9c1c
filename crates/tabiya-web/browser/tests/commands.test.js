// @ts-check
// The page takes comments apart as the reader of files does: by the same examples.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "@playwright/test";

// Playwright takes the page's scripts for CommonJS, because no package.json beside them says otherwise.
const { takeApart } = /** @type {typeof import("../../assets/js/commands.js")} */ (createRequire(import.meta.url)("../../assets/js/commands.js"));

test("comments are taken apart as the examples say", () => {
  const examples = readFileSync(new URL("../../../../testdata/comments/commands.tsv", import.meta.url), "utf8").trimEnd().split("\n").slice(1);
  expect(examples.length >= 9).toBeTruthy();
  for (const example of examples) {
    const [comment, words, expected] = example.split("\t");
    const apart = takeApart(comment);
    expect(apart.words, comment).toBe(words);
    expect(apart.commands.map(({ name, value }) => `${name} ${value}`.trim()).join("|"), comment).toBe(expected);
    expect(apart.commands.every(({ text }) => comment.includes(text))).toBeTruthy();
  }
});
