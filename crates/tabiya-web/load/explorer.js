// @ts-check
// 64 clients query a database by lichess' protocol, without and with games being added.
//
//     node crates/tabiya-web/load/explorer.js target/release/tabiya GAMES.pgn MORE.pgn [seconds]
//
// Creates a database of the first file in a temporary folder, queries it for a while, and continues while the second file is
// added. Exits with status 1 if a query fails or if the 99th percentile exceeds the limit.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quantile } from "./client.js";

const CLIENTS = 64;
/** Milliseconds between the queries of a client. */
const PAUSE = 100;
/** The limit of the 99th percentile, in milliseconds. */
const SLOWEST = 20;

const [program = "target/release/tabiya", first = "", second = "", text = "20"] = process.argv.slice(2);
const seconds = Number(text);
const folder = mkdtempSync(join(tmpdir(), "tabiya-load-"));
const database = join(folder, "games.tabiya");
// A game with errors sets the exit status; the others are added.
spawnSync(program, ["db", "add", database, first], { stdio: ["ignore", "inherit", "ignore"] });
const server = spawn(program, ["serve", "--port", "0", "--db", database], { stdio: ["ignore", "pipe", "ignore"] });
const url = new URL(await new Promise((done) => server.stdout.once("data", (line) => done(String(line).trim()))));
let failures = 0;

/** @param {number} millis */
const sleep = (millis) => new Promise((done) => setTimeout(done, millis));

/**
 * @param {http.Agent} agent
 * @param {string} path
 * @returns {Promise<{ status: number, body: string }>}
 */
function get(agent, path) {
  return new Promise((done, fail) => {
    http.get(new URL(path, url), { agent }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (piece) => (body += piece));
      response.on("end", () => done({ status: response.statusCode ?? 0, body }));
    }).on("error", fail);
  });
}

/**
 * Walks from the start position along played moves, repeatedly.
 * @param {() => boolean} goesOn
 * @param {{ times: number[], errors: string[] }} result
 */
async function reader(goesOn, result) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  /** @type {string[]} */
  let line = [];
  await sleep(Math.random() * PAUSE);
  while (goesOn()) {
    const started = performance.now();
    const { status, body } = await get(agent, `/masters?play=${line.join(",")}`);
    const took = performance.now() - started;
    result.times.push(took);
    if (status !== 200) result.errors.push(`${status} ${body.slice(0, 80)}`);
    const moves = status === 200 ? JSON.parse(body).moves : [];
    const move = moves[Math.floor(moves.length * Math.random() ** 2)];
    line = move ? [...line, move.uci] : [];
    await sleep(Math.max(0, PAUSE - took));
  }
  agent.destroy();
}

/**
 * @param {string} name
 * @param {() => boolean} goesOn
 */
async function phase(name, goesOn) {
  /** @type {{ times: number[], errors: string[] }} */
  const result = { times: [], errors: [] };
  await Promise.all(Array.from({ length: CLIENTS }, () => reader(goesOn, result)));
  const sorted = result.times.sort((one, other) => one - other);
  const [p50, p99, longest] = [quantile(sorted, 0.5), quantile(sorted, 0.99), sorted.at(-1) ?? NaN].map((millis) => millis.toFixed(1));
  console.log(`${name}: ${sorted.length} queries, ${result.errors.length} errors, p50 ${p50} ms, p99 ${p99} ms, longest ${longest} ms`);
  result.errors.slice(0, 3).forEach((error) => console.log(`  ${error}`));
  if (result.errors.length > 0 || Number(p99) > SLOWEST) failures += 1;
}

const end = Date.now() + seconds * 1000;
await phase("readers alone", () => Date.now() < end);
const adding = spawn(program, ["db", "add", database, second], { stdio: ["ignore", "inherit", "ignore"] });
let isAdding = true;
adding.once("exit", () => (isAdding = false));
await phase("while games are added", () => isAdding);
const more = Date.now() + 5000;
await phase("afterwards", () => Date.now() < more);

server.kill("SIGINT");
rmSync(folder, { recursive: true });
process.exit(failures > 0 ? 1 : 0);
