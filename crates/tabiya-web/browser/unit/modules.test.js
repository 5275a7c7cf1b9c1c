// @ts-check
// The server links the page's modules into one script (src/http/link.rs) and accepts only a plain form of imports and exports.
// These tests apply the same rules without a build.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const FOLDER = new URL("../../assets/js/", import.meta.url);
const MODULES = readdirSync(FOLDER).filter((name) => name.endsWith(".js"));
/** Not part of the script: one runs before the first paint, the other has only types. */
const APART = ["first.js", "types.js"];
const IMPORT = /^import \{([\w, ]+)\} from "\.\/([\w.]+)";$/;
const EXPORT = /^export (?:async )?(?:class|function|const) (\w+)/;

/** @param {string} name */
function read(name) {
  const lines = readFileSync(new URL(name, FOLDER), "utf8").split("\n");
  const imports = lines.filter((line) => line.startsWith("import ")).map((line) => ({ line, match: IMPORT.exec(line) }));
  const exports = lines.filter((line) => line.startsWith("export ")).map((line) => ({ line, match: EXPORT.exec(line) }));
  return { imports, exports };
}

const linked = new Map(MODULES.filter((name) => !APART.includes(name)).map((name) => [name, read(name)]));

test("every import and export has the form the linker accepts", () => {
  for (const [name, { imports, exports }] of linked) {
    for (const { line, match } of [...imports, ...exports]) assert.ok(match, `${name}: ${line}`);
  }
});

test("module names become JavaScript identifiers", () => {
  for (const name of linked.keys()) assert.match(name, /^\w+\.js$/);
});

test("every imported name is exported by the module it comes from", () => {
  for (const [name, { imports }] of linked) {
    for (const { match } of imports) {
      const [, names, from] = match ?? [];
      const exported = linked.get(from)?.exports.map((one) => one.match?.[1]);
      assert.ok(exported, `${name} imports ${from}, which does not exist`);
      for (const expected of names.split(",").map((one) => one.trim())) assert.ok(exported.includes(expected), `${name}: ${from} does not export ${expected}`);
    }
  }
});

test("there are no import cycles, and main.js reaches all modules", () => {
  const done = new Set();
  /** @param {string} name @param {string[]} open */
  const visit = (name, open) => {
    assert.ok(!open.includes(name), `circle: ${[...open, name].join(" → ")}`);
    if (done.has(name)) return;
    for (const { match } of linked.get(name)?.imports ?? []) visit(match?.[2] ?? "", [...open, name]);
    done.add(name);
  };
  visit("main.js", []);
  assert.deepEqual([...linked.keys()].filter((name) => !done.has(name)), []);
});

test("only main.js awaits at its top level, because the linker wraps every other module in a plain function", () => {
  for (const name of linked.keys()) {
    if (name === "main.js") continue;
    assert.doesNotMatch(readFileSync(new URL(name, FOLDER), "utf8"), /^(?:const .* = )?await /m, name);
  }
});
