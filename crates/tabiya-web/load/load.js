// @ts-check
// 200 clients that make moves and 20 that listen to the engine, for a minute; then hostile requests.
//
//     node crates/tabiya-web/load/load.js target/release/tabiya [seconds]
//
// Ends with status 1 if anything was answered otherwise than it should be.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Client, quantile } from "./client.js";
import { hostile } from "./hostile.js";

const CLIENTS = 200;
const LISTENERS = 20;
/** Milliseconds between a client's moves: quick players all. */
const THINKING = 250;

const [program = "target/release/tabiya", text = "60"] = process.argv.slice(2);
const seconds = Number(text);
const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const url = new URL(await new Promise((done) => server.stdout.once("data", (line) => done(String(line).trim()))));
let failures = 0;

/** @param {number} millis */
const sleep = (millis) => new Promise((done) => setTimeout(done, millis));
const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]) / 1024;

/** Milliseconds of processor time the server has used: what a busy machine cannot blur. */
const processor = () => {
  const [user, system] = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
};

/**
 * Plays at random until the time is over.
 * @param {Client} client
 * @param {number} end
 * @param {{ times: number[], errors: string[] }} result
 */
async function player(client, end, result) {
  const variants = ["chess", "chess", "chess960", "makruk"];
  let [variant, moves] = ["chess", /** @type {string[]} */ ([])];
  await sleep(Math.random() * THINKING);
  while (Date.now() < end) {
    const began = performance.now();
    try {
      const answer = await client.post("/api/position", { variant, moves: moves.join(" "), from: Math.max(0, moves.length - 1) });
      result.times.push(performance.now() - began);
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
 * @param {number} length
 */
async function phase(name, clients, listeners, length) {
  const result = { times: /** @type {number[]} */ ([]), errors: /** @type {string[]} */ ([]) };
  const end = Date.now() + length * 1000;
  const memory = [resident()];
  const used = processor();
  const watch = setInterval(() => memory.push(resident()), Math.max(1000, length * 100));
  let events = 0;
  const streams = await Promise.all(Array.from({ length: listeners }, async () => {
    const client = await new Client(url).open();
    return client.listen({ game: { variant: "chess" }, lines: 2 }, () => (events += 1));
  }));
  await Promise.all(clients.map((client) => player(client, end, result)));
  for (const stream of streams) stream.stop();
  const statuses = await Promise.all(streams.map((stream) => stream.ended));
  const refused = statuses.filter((status) => status !== 200).length;
  clearInterval(watch);
  const sorted = [...result.times].sort((a, b) => a - b);
  const millis = (/** @type {number} */ part) => quantile(sorted, part).toFixed(1);
  console.log(`\n${name}: ${sorted.length} moves in ${length} s, ${result.errors.length} errors`);
  console.log(`  milliseconds: p50 ${millis(0.5)}, p90 ${millis(0.9)}, p99 ${millis(0.99)}, longest ${millis(1)}`);
  if (listeners === 0) console.log(`  processor time a move: ${((processor() - used) / sorted.length).toFixed(2)} ms`);
  if (listeners > 0) console.log(`  ${listeners} analyses: ${events} reports, ${refused} refused`);
  console.log(`  resident MiB: ${memory.map((size) => size.toFixed(0)).join(" ")}`);
  for (const error of new Set(result.errors)) console.log(`  ${error}`);
  failures += result.errors.length + refused;
}

try {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => new Client(url).open()));
  await phase("engine idle", clients, 0, seconds / 2);
  await phase("engine busy", clients, LISTENERS, seconds);
  await phase("engine idle again", clients, 0, seconds / 2);
  for (const client of clients) client.close();
  await sleep(500);
  if (!process.env.FRIENDLY) failures += await hostile(url);
  console.log(`\nresident MiB at the end: ${resident().toFixed(0)}`);
} finally {
  server.kill("SIGINT");
}
console.log(failures === 0 ? "all is well" : `${failures} failures`);
process.exit(failures === 0 ? 0 : 1);
