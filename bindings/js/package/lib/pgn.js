import { PgnReader } from "../wasm/core.js";
import { Game } from "./game.js";
import { Position } from "./position.js";

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
    return this.mainLine.map((node) => node.uci);
  }

  get sans() {
    return this.mainLine.map((node) => node.san);
  }

  get keys() {
    return BigUint64Array.from([this.root, ...this.mainLine], (node) => node.key);
  }

  toGame() {
    const { start, variant } = this.#found;
    if (!variant) throw new Error(this.faults[0]);
    const game = new Game(start, variant, { lenient: true });
    for (const { uci } of this.mainLine) game.push(uci);
    return game;
  }

  toPgn() {
    return this.#found.text;
  }
}

function readTree({ nodes: lines, keys }) {
  const nodes = [];
  for (const line of lines.split("\n")) {
    const [parent, uci, san, nags, after, before] = line.split("\t");
    const node = {
      uci,
      san,
      key: keys[nodes.length] ?? 0n,
      nags: nags ? nags.split(",").map(Number) : [],
      comments: after ? after.split("\x1f") : [],
      commentsBefore: before ? before.split("\x1f") : [],
      children: [],
    };
    if (nodes.length > 0) nodes[Number(parent)].children.push(node);
    nodes.push(node);
  }
  return nodes[0];
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

function take(reader) {
  const game = reader.game();
  const { line, tags, variant, start, result, faults, nodes, keys, text } = game;
  game.free();
  return new PgnGame({ line: Number(line), tags, variant, start, result, faults, nodes, keys, text });
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
