// @ts-check
// 200 clients make moves for a minute, then for a minute with 20 analyses, then for half a minute
// without them; then hostile requests.
//
//     node crates/tabiya-web/load/load.js target/release/tabiya [seconds]
//
// Exits with status 1 if a move fails, if moves are slow although the engine is idle, if memory grows, or if a hostile
// request has an unexpected response.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Client, quantile } from "./client.js";
import { hostile } from "./hostile.js";

const CLIENTS = 200;
const LISTENERS = 20;
/** Milliseconds between the moves of a client. */
const THINKING = 250;
/** The limit of the 99th percentile of moves while the engine is idle, in milliseconds. */
const SLOWEST = 50;
/** Memory growth allowed in the second half of a phase: a share plus a number of MiB. */
const GROWTH = { part: 0.05, mebibytes: 4 };
const COLUMNS = /** @type {const} */ (["moves", "errors", "p50 ms", "p90 ms", "p99 ms", "longest", "cpu ms/move", "MiB from", "to", "most"]);

const [program = "target/release/tabiya", text = "60"] = process.argv.slice(2);
const seconds = Number(text);
const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const url = new URL(await new Promise((done) => server.stdout.once("data", (line) => done(String(line).trim()))));
let failures = 0;

/** @param {number} millis */
const sleep = (millis) => new Promise((done) => setTimeout(done, millis));
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;

/** The server's processor time in milliseconds: independent of the machine's load. */
const processor = () => {
  const [user, system] = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
};

/**
 * Plays random moves until the time is over.
 * @param {Client} client
 * @param {number} end
 * @param {{ times: number[], errors: string[] }} result
 */
async function player(client, end, result) {
  const variants = ["chess", "chess", "chess960", "makruk"];
  let [variant, moves] = ["chess", /** @type {string[]} */ ([])];
  await sleep(Math.random() * THINKING);
  while (Date.now() < end) {
    const started = performance.now();
    try {
      const answer = await client.post("/api/position", { variant, moves: moves.join(" "), from: Math.max(0, moves.length - 1) });
      result.times.push(performance.now() - started);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body.slice(0, 80)}`);
      const { now } = JSON.parse(answer.body);
      if (now.outcome || moves.length > 120) {
        moves = [];
        variant = variants[Math.floor(Math.random() * variants.length)];
      } else {
        moves = [...moves, now.legal[Math.floor(Math.random() * now.legal.length)].uci];
      }
    } catch (error) {
      result.errors.push(String(error));
    }
    await sleep(THINKING * (0.5 + Math.random()));
  }
}

/**
 * @param {string} name
 * @param {Client[]} clients
 * @param {number} listeners
 * @param {number} length Seconds.
 */
async function phase(name, clients, listeners, length) {
  const result = { times: /** @type {number[]} */ ([]), errors: /** @type {string[]} */ ([]) };
  const end = Date.now() + length * 1000;
  const memory = [resident()];
  const used = processor();
  const watch = setInterval(() => memory.push(resident()), Math.max(250, length * 20));
  const reports = Array.from({ length: listeners }, () => 0);
  const streams = await Promise.all(reports.map(async (_, index) => {
    const client = await new Client(url).open();
    return client.listen({ game: { variant: "chess" }, lines: 2 }, () => (reports[index] += 1));
  }));
  await Promise.all(clients.map((client) => player(client, end, result)));
  clearInterval(watch);
  for (const stream of streams) stream.stop();
  const statuses = await Promise.all(streams.map((stream) => stream.ended));
  const sorted = [...result.times].sort((a, b) => a - b);
  const millis = (/** @type {number} */ part) => quantile(sorted, part).toFixed(1);
  // The time of searches is not the time of moves.
  const cost = listeners > 0 ? "–" : ((processor() - used) / sorted.length).toFixed(2);
  const paced = memory.slice(Math.floor(memory.length / 2));
  const [from, to] = [paced[0], paced.at(-1) ?? 0];
  row(name, [sorted.length, result.errors.length, millis(0.5), millis(0.9), millis(0.99), millis(1), cost,
    from.toFixed(0), to.toFixed(0), Math.max(...memory).toFixed(0)]);
  for (const error of new Set(result.errors)) console.log(`  ${error}`);
  checks.push([`${name}: every move is answered`, result.errors.length === 0, `${result.errors.length} errors`]);
  if (listeners === 0) {
    checks.push([`${name}: p99 of a move under ${SLOWEST} ms`, quantile(sorted, 0.99) < SLOWEST, `${millis(0.99)} ms`]);
  } else {
    const silent = reports.filter((count, index) => count === 0 || statuses[index] !== 200).length;
    const total = reports.reduce((sum, count) => sum + count, 0);
    checks.push([`${name}: all analyses are served`, silent === 0, `${listeners - silent} of ${listeners}, ${total} reports`]);
  }
  const grown = to - from;
  checks.push([`${name}: memory is flat`, grown < from * GROWTH.part + GROWTH.mebibytes, `${grown.toFixed(1)} MiB more in the second half`]);
}

/** @param {string} name @param {(string | number)[]} cells */
function row(name, cells) {
  console.log(name.padEnd(20) + cells.map((cell, index) => String(cell).padStart(COLUMNS[index].length + 2)).join(""));
}

/** @type {[string, boolean, string][]} A requirement, whether it holds, and the observation. */
const checks = [];

try {
  console.log(`${CLIENTS} clients, ${1000 / THINKING} moves a second each, on ${availableParallelism()} processors with the server\n`);
  row("", [...COLUMNS]);
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => new Client(url).open()));
  await phase("engine idle", clients, 0, seconds);
  await phase(`with ${LISTENERS} analyses`, clients, LISTENERS, seconds);
  await phase("engine idle again", clients, 0, seconds / 2);
  for (const client of clients) client.close();
  console.log();
  for (const [name, good, seen] of checks) {
    if (!good) failures += 1;
    console.log(`${good ? "good" : "BAD "}  ${name}: ${seen}`);
  }
  await sleep(500);
  if (!process.env.FRIENDLY) failures += await hostile(url);
  console.log(`\nresident MiB at the end: ${resident().toFixed(0)}`);
} finally {
  server.kill("SIGINT");
}
console.log(failures === 0 ? "no failures" : `${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
