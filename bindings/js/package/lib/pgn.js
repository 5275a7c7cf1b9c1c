import { PgnReader, pgnOfNodes, sansOfNodes } from "../wasm/core.js";
import { Game } from "./game.js";
import { Position } from "./position.js";
import { moveOf, text, words } from "./text.js";

/** The maximum number of bytes passed to WebAssembly at once. */
const CHUNK = 1 << 18;

export class PgnGame {
  #parts;
  /** @type {PgnNode | undefined} */
  #root;

  constructor(parts) {
    this.#parts = parts;
    this.tags = Object.create(null);
    // Of duplicate tags the first counts.
    for (let index = 0; index < parts.tags.length; index += 2) this.tags[parts.tags[index]] ??= parts.tags[index + 1];
  }

  get line() {
    return this.#parts.line;
  }

  get variant() {
    return this.#parts.variant || null;
  }

  get start() {
    const { variant, start } = this.#parts;
    return variant ? new Position(start, variant) : null;
  }

  get result() {
    return this.#parts.result;
  }

  get faults() {
    return this.#parts.faults;
  }

  /** The root of the tree; built on first use. */
  get root() {
    return (this.#root ??= readTree(this.#parts));
  }

  get mainLine() {
    const line = [];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  get moves() {
    const { nodes } = this.#parts, moves = new Array(this.#plies());
    for (let ply = 0; ply < moves.length; ply += 1) moves[ply] = moveOf(nodes[2 * ply + 3]);
    return moves;
  }

  get sans() {
    return this.mainLine.map((node) => node.san);
  }

  get keys() {
    return this.#parts.keys.slice(0, this.#plies() + 1);
  }

  toGame() {
    const { start, variant } = this.#withStart();
    const game = new Game(start, variant);
    for (const uci of this.moves) game.push(uci);
    return game;
  }

  toPgn() {
    const { variant, start, result, tags, nodes, notes } = this.#withStart();
    return pgnOfNodes(variant, start, result, tags, nodes, notes);
  }

  /** The parts, if the start position is known. */
  #withStart() {
    if (!this.#parts.variant) throw new Error(this.faults[0]);
    return this.#parts;
  }

  /** The length of the main line: its nodes come first, each the child of the previous one. */
  #plies() {
    const { nodes } = this.#parts;
    let plies = 0;
    while (nodes[2 * plies + 2] === plies) plies += 1;
    return plies;
  }
}

function readTree({ variant, start, nodes: numbers, notes, keys }) {
  const sans = variant ? words(sansOfNodes(variant, start, numbers)) : [];
  const nodes = [newNode("", "", keys[0] ?? 0n)];
  for (let node = 1; 2 * node < numbers.length; node += 1) {
    nodes.push(newNode(moveOf(numbers[2 * node + 1]), sans[node - 1], keys[node]));
    nodes[numbers[2 * node]].children.push(nodes[node]);
  }
  if (notes === "") return nodes[0];
  for (const line of notes.split("\n")) {
    const [node, nags, after, before] = line.split("\t");
    if (nags) nodes[node].nags = nags.split(",").map(Number);
    if (after) nodes[node].comments = after.split("\x1f");
    if (before) nodes[node].commentsBefore = before.split("\x1f");
  }
  return nodes[0];
}

/** @returns {PgnNode} */
function newNode(uci, san, key) {
  return { uci, san, key, nags: [], comments: [], commentsBefore: [], children: [] };
}

export async function* readPgn(source, options = {}) {
  const reader = new PgnReader(text(options?.variant ?? "chess", "a variant"));
  try {
    for await (const chunk of encoded(chunks(source))) {
      reader.feed(chunk);
      yield* ready(reader, options);
    }
    reader.end();
    yield* ready(reader, options);
  } finally {
    reader.free();
  }
}

/** The complete games. */
function* ready(reader, options) {
  while (reader.next() > 0) {
    const stray = reader.stray();
    if (stray !== undefined) options?.onProblem?.(stray);
    yield take(reader);
  }
  const stray = reader.stray();
  if (stray !== undefined) options?.onProblem?.(stray);
}

/** The current game: the numbers contain the lengths of the joined texts. */
function take(reader) {
  const numbers = reader.game(), joined = reader.texts(), keys = reader.keys();
  const [line, tags, faults] = numbers;
  const texts = [];
  let at = 3, from = 0;
  for (; at < 7 + tags + faults; at += 1) texts.push(joined.slice(from, (from += numbers[at])));
  const [variant, start, result, notes] = texts;
  const nodes = numbers.subarray(at);
  return new PgnGame({ line, variant, start, result, notes, tags: texts.slice(4, 4 + tags), faults: texts.slice(4 + tags), nodes, keys });
}

/** The chunks of any source. */
async function* chunks(source) {
  if (typeof source === "string" || isBytes(source)) {
    yield source;
  } else if (typeof source?.stream === "function") {
    yield* chunks(source.stream());
  } else if (source?.[Symbol.asyncIterator] || source?.[Symbol.iterator]) {
    yield* source;
  } else if (typeof source?.getReader === "function") {
    yield* drain(source.getReader());
  } else {
    throw new TypeError("readPgn reads a string, bytes, a Blob, a ReadableStream (the body of a Response, say) or anything iterable of strings and bytes");
  }
}

/** For browsers whose streams are not iterable. */
async function* drain(reader) {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Encodes text, and limits the size of chunks: WebAssembly memory never shrinks. */
async function* encoded(chunks) {
  const encoder = new TextEncoder();
  // The first half of a character, whose other half the next text begins with.
  let half = "";
  for await (const chunk of chunks) {
    const isText = typeof chunk === "string", joined = isText ? half + chunk : half;
    half = isText && (joined.charCodeAt(joined.length - 1) & 0xfc00) === 0xd800 ? joined.slice(-1) : "";
    yield* cut(encoder.encode(joined.slice(0, joined.length - half.length)));
    if (!isText) yield* cut(bytes(chunk));
  }
  yield* cut(encoder.encode(half));
}

/** @param {Uint8Array} bytes */
function* cut(bytes) {
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

function isBytes(chunk) {
  // Those of another realm have another class, and the same name.
  return ArrayBuffer.isView(chunk) || Object.prototype.toString.call(chunk) === "[object ArrayBuffer]";
}

function bytes(chunk) {
  if (!isBytes(chunk)) throw new TypeError("a chunk of PGN must be a string or bytes");
  return ArrayBuffer.isView(chunk) ? new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength) : new Uint8Array(chunk);
}
