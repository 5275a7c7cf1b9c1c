import { PgnReader, pgnOfNodes, sansOfNodes } from "../wasm/core.js";
import { Game } from "./game.js";
import { Position } from "./position.js";
import { moveOf, words } from "./text.js";

/** So much of a text is handed over at once. */
const PIECE = 1 << 18;

export class PgnGame {
  #found;
  /** @type {PgnNode | undefined} */
  #root;

  constructor(found) {
    this.#found = found;
    this.tags = Object.create(null);
    // The first of a name counts, as everywhere.
    for (let index = 0; index < found.tags.length; index += 2) this.tags[found.tags[index]] ??= found.tags[index + 1];
  }

  get line() {
    return this.#found.line;
  }

  get variant() {
    return this.#found.variant || null;
  }

  get start() {
    const { variant, start } = this.#found;
    return variant ? new Position(start, variant, { lenient: true }) : null;
  }

  get result() {
    return this.#found.result;
  }

  get faults() {
    return this.#found.faults;
  }

  /** The start and its tree; made when it is first asked for. */
  get root() {
    return (this.#root ??= readTree(this.#found));
  }

  get mainLine() {
    const line = [];
    for (let node = this.root.children[0]; node; node = node.children[0]) line.push(node);
    return line;
  }

  get moves() {
    const { nodes } = this.#found, moves = new Array(this.#plies());
    for (let ply = 0; ply < moves.length; ply += 1) moves[ply] = moveOf(nodes[2 * ply + 3]);
    return moves;
  }

  get sans() {
    return this.mainLine.map((node) => node.san);
  }

  get keys() {
    return this.#found.variant ? this.#found.keys.slice(0, this.#plies() + 1) : new BigUint64Array(1);
  }

  toGame() {
    const { start, variant } = this.#found;
    if (!variant) throw new Error(this.faults[0]);
    const game = new Game(start, variant, { lenient: true });
    for (const uci of this.moves) game.push(uci);
    return game;
  }

  toPgn() {
    const { variant, start, result, tags, nodes, notes } = this.#found;
    return variant ? pgnOfNodes(variant, start, result, tags, nodes, notes) : "";
  }

  /** How long the main line is: its nodes come first, each the child of the one before it. */
  #plies() {
    const { nodes } = this.#found;
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
  const reader = new PgnReader(options?.variant ?? "chess");
  try {
    for await (const piece of pieces(source)) {
      reader.feed(piece);
      yield* ready(reader, options);
    }
    reader.end();
    yield* ready(reader, options);
  } finally {
    reader.free();
  }
}

/** The games that have come to their end. */
function* ready(reader, options) {
  while (reader.next() > 0) {
    const stray = reader.stray();
    if (stray !== undefined) options?.onProblem?.(stray);
    yield take(reader);
  }
  const stray = reader.stray();
  if (stray !== undefined) options?.onProblem?.(stray);
}

/** The game just read: numbers, and texts that the numbers say how to cut. */
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

/** Whatever it is, as bytes, piece by piece. */
async function* pieces(source) {
  if (typeof source === "string") {
    yield* cut(new TextEncoder().encode(source));
  } else if (source instanceof Uint8Array) {
    yield* cut(source);
  } else if (source instanceof ArrayBuffer) {
    yield* cut(new Uint8Array(source));
  } else if (typeof source?.stream === "function") {
    yield* pieces(source.stream());
  } else if (source?.[Symbol.asyncIterator] || source?.[Symbol.iterator]) {
    for await (const piece of source) yield bytes(piece);
  } else if (typeof source?.getReader === "function") {
    yield* drain(source.getReader());
  } else {
    throw new TypeError("readPgn reads a string, bytes, a Blob, a ReadableStream or anything iterable of these");
  }
}

function* cut(whole) {
  for (let at = 0; at < whole.length; at += PIECE) yield whole.subarray(at, at + PIECE);
}

/** A stream of a browser that cannot be iterated. */
async function* drain(reader) {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield bytes(next.value);
  } finally {
    await reader.cancel();
  }
}

function bytes(piece) {
  if (typeof piece === "string") return new TextEncoder().encode(piece);
  if (piece instanceof Uint8Array) return piece;
  throw new TypeError("a piece of PGN must be a string or a Uint8Array");
}
