// What a page has to load.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";

const packed = new URL("../node_modules/tabiya/", import.meta.url);

/** A module as a host sends it. @param {string} name */
const size = (name) => gzipSync(readFileSync(new URL(`wasm/${name}_bg.wasm`, packed)), { level: 9 }).length;

test("the core alone is 150 kB at most, with the engine 350 kB", (context) => {
  const core = size("core"), engine = size("engine");
  context.diagnostic(`core ${core} bytes, engine ${engine}`);
  assert.ok(core <= 150_000, `${core}`);
  assert.ok(core + engine <= 350_000, `${core + engine}`);
});

test("the package has what it should have, and depends on nothing", () => {
  const { dependencies, license } = JSON.parse(readFileSync(new URL("package.json", packed), "utf8"));
  assert.equal(dependencies, undefined);
  assert.equal(license, "(MIT OR Apache-2.0)");
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.d.ts", "core.d.ts", "from-makruk-js.md"]) assert.ok(existsSync(new URL(name, packed)), name);
});
