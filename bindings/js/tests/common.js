// Helpers of the tests: test data, the program to compare with, pseudorandom numbers.

import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = new URL("../../../", import.meta.url);

/** @param {string} path */
export const file = (path) => readFileSync(new URL(path, root));

/** @param {string} folder */
export const filesIn = (folder) => readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`);

/** The rows of a file of test data. @param {string} path @returns {string[][]} */
export function rows(path) {
  const lines = file(`testdata/${path}`).toString().split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split("\t"));
}

/** @param {bigint} key */
export const hex = (key) => key.toString(16).padStart(16, "0");

/** Runs the program `tabiya`, which prints one line for each line of input. @param {string[]} args @param {string[]} lines */
export function tabiya(args, lines) {
  const program = process.env.TABIYA ?? fileURLToPath(new URL("target/debug/tabiya", root));
  const ran = spawnSync(program, args, { input: lines.join("\n") + "\n", encoding: "utf8", maxBuffer: 1 << 30 });
  if (ran.error) throw ran.error;
  return ran.stdout.trimEnd().split("\n");
}

/** Reproducible pseudorandom numbers (mulberry32). @param {number} seed */
export function random(seed) {
  return (/** @type {number} */ below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
