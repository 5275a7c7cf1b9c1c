import { PgnReader, pgnOfNodes, sansOfNodes } from "../wasm/core.js";
import { Game } from "./game.js";
import { Position } from "./position.js";
import { moveOf, text, words } from "./text.js";

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
    return this.#found.keys.slice(0, this.#plies() + 1);
  }

  toGame() {
    const { start, variant } = this.#known();
    const game = new Game(start, variant, { lenient: true });
    for (const uci of this.moves) game.push(uci);
    return game;
  }

  toPgn() {
    const { variant, start, result, tags, nodes, notes } = this.#known();
    return pgnOfNodes(variant, start, result, tags, nodes, notes);
  }

  /** What was found, if it is known where the game begins. */
  #known() {
    if (!this.#found.variant) throw new Error(this.faults[0]);
    return this.#found;
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
  const reader = new PgnReader(text(options?.variant ?? "chess", "a variant"));
  try {
    for await (const piece of encoded(pieces(source))) {
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

/** Whatever it is, piece by piece. */
async function* pieces(source) {
  if (typeof source === "string" || isBytes(source)) {
    yield source;
  } else if (typeof source?.stream === "function") {
    yield* pieces(source.stream());
  } else if (source?.[Symbol.asyncIterator] || source?.[Symbol.iterator]) {
    yield* source;
  } else if (typeof source?.getReader === "function") {
    yield* drain(source.getReader());
  } else {
    throw new TypeError("readPgn reads a string, bytes, a Blob, a ReadableStream (the body of a Response, say) or anything iterable of strings and bytes");
  }
}

/** A stream of a browser that cannot be iterated. */
async function* drain(reader) {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** Texts and bytes as bytes, and not too many at once: what is handed over takes memory that the module never gives back. */
async function* encoded(pieces) {
  const encoder = new TextEncoder();
  // The first half of a character, whose other half the next text begins with.
  let half = "";
  for await (const piece of pieces) {
    const isText = typeof piece === "string", joined = isText ? half + piece : half;
    half = isText && (joined.charCodeAt(joined.length - 1) & 0xfc00) === 0xd800 ? joined.slice(-1) : "";
    yield* cut(encoder.encode(joined.slice(0, joined.length - half.length)));
    if (!isText) yield* cut(bytes(piece));
  }
  yield* cut(encoder.encode(half));
}

/** @param {Uint8Array} whole */
function* cut(whole) {
  for (let at = 0; at < whole.length; at += PIECE) yield whole.subarray(at, at + PIECE);
}

function isBytes(piece) {
  // Those of another realm have another class, and the same name.
  return ArrayBuffer.isView(piece) || Object.prototype.toString.call(piece) === "[object ArrayBuffer]";
}

function bytes(piece) {
  if (!isBytes(piece)) throw new TypeError("a piece of PGN must be a string or bytes");
  return ArrayBuffer.isView(piece) ? new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength) : new Uint8Array(piece);
}
