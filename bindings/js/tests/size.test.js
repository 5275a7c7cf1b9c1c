// Sizes of the files that a page loads.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { gzipSync } from "node:zlib";

const packageFolder = new URL("../node_modules/tabiya/", import.meta.url);

/** The compressed size of a module. @param {string} name */
const size = (name) => gzipSync(readFileSync(new URL(`wasm/${name}_bg.wasm`, packageFolder)), { level: 9 }).length;

test("at most 150 kB without the engine, 350 kB with it", (context) => {
  const core = size("core"), engine = size("engine");
  context.diagnostic(`core ${core} bytes, engine ${engine}`);
  assert.ok(core <= 150_000, `${core}`);
  assert.ok(core + engine <= 350_000, `${core + engine}`);
});

test("contents of the package, without dependencies", () => {
  const { dependencies, license } = JSON.parse(readFileSync(new URL("package.json", packageFolder), "utf8"));
  assert.equal(dependencies, undefined);
  assert.equal(license, "(MIT OR Apache-2.0)");
  for (const name of ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "index.d.ts", "core.d.ts", "from-makruk-js.md"]) assert.ok(existsSync(new URL(name, packageFolder)), name);
});
