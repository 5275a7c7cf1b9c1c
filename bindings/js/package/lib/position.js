import { Positions, dialectNames } from "../wasm/core.js";
import { movesOf, text, words } from "./text.js";

/** The number of positions stored in WebAssembly; others are rebuilt from this object. */
const SLOTS = 1 << 14;
/** After this many moves a position is stored as FEN instead of parent and move. */
const MAX_CHAIN = 64;
/** Marks constructor calls of this module. */
const INSIDE = Symbol("inside");
const UCI = 0, SAN = 1;

/** @type {Positions | undefined} */
let store;
/** The number of slots assigned so far. */
let given = 0;

/** Created on first use: WebAssembly may not be loaded yet when this module is. */
function positions() {
  return (store ??= new Positions());
}

/** The variant may be left out: `new Position(fen, { strict: true })`. */
export function readingOf(variant, options) {
  return typeof variant === "object" && variant !== null ? ["chess", variant] : [variant, options];
}

export class Position {
  /** The number of the slot assigned last. */
  #number = -1;
  /** The parent, if `#text` is a move; `null` if it is a FEN. @type {Position | null} */
  #before = null;
  #text = "";
  #kind = UCI;
  #strict = false;
  /** @type {readonly string[]} */
  #warnings = Object.freeze([]);
  #generation = 0;
  #variant = "chess";
  /** @type {bigint | undefined} */
  #key;

  constructor(fen = "startpos", variant = "chess", options = {}) {
    if (fen === INSIDE) {
      this.#variant = variant;
      return;
    }
    [variant, options] = readingOf(variant, options);
    this.#text = text(fen, "a FEN");
    this.#variant = text(variant, "a variant");
    this.#strict = Boolean(options?.strict);
    const warnings = this.#read();
    if (warnings) this.#warnings = Object.freeze(warnings.split("\n"));
  }

  get warnings() {
    return this.#warnings;
  }

  get key() {
    return (this.#key ??= positions().key(this.#slot()));
  }

  get key128() {
    return positions().keyIn(this.#slot(), "tabiya-128");
  }

  keyIn(dialect) {
    return positions().keyIn(this.#slot(), text(dialect, "a dialect"));
  }

  get variant() {
    return this.#variant;
  }

  get fen() {
    return positions().fen(this.#slot());
  }

  get turn() {
    return positions().turn(this.#slot());
  }

  get isCheck() {
    return positions().isCheck(this.#slot());
  }

  get outcome() {
    return positions().outcome(this.#slot()) ?? null;
  }

  get result() {
    return positions().result(this.#slot());
  }

  get halfmoveClock() {
    return positions().halfmoveClock(this.#slot());
  }

  get fullmoveNumber() {
    return positions().fullmoveNumber(this.#slot());
  }

  get count() {
    return positions().count(this.#slot()) ?? null;
  }

  play(uci) {
    return this.#play(text(uci, "a move"), UCI);
  }

  playSan(san) {
    return this.#play(text(san, "a move"), SAN);
  }

  moves() {
    return movesOf(positions().moves(this.#slot()));
  }

  sans() {
    return words(positions().sans(this.#slot()));
  }

  keysAfter() {
    return positions().keysAfter(this.#slot());
  }

  san(uci) {
    return positions().san(this.#slot(), text(uci, "a move"));
  }

  uci(san) {
    return positions().uci(this.#slot(), text(san, "a move"));
  }

  equals(other) {
    if (!(other instanceof Position)) return false;
    // Assigning a slot to one may take that of the other.
    other.#slot();
    const own = this.#slot();
    return positions().same(own, other.#slot());
  }

  perft(depth) {
    if (!Number.isInteger(depth) || depth < 0) throw new RangeError("depth must be an integer, 0 or more");
    return positions().perft(this.#slot(), Math.min(depth, 0xffff_ffff));
  }

  toString() {
    return this.fen;
  }

  draw() {
    return positions().drawing(this.#slot());
  }

  /**
   * A position that the callback puts into a slot.
   * @param {string} variant
   * @param {(store: Positions, slot: number) => void} put
   */
  static _from(variant, put) {
    const position = new Position(INSIDE, variant);
    const number = given;
    put(positions(), number % SLOTS);
    given = number + 1;
    position.#number = number;
    position.#root();
    return position;
  }

  /** The FEN with every double step: read back, it has the same key in every dialect. @param {Position} position */
  static _fullFen(position) {
    return positions().fullFen(position.#slot());
  }

  #play(move, kind) {
    const from = this.#slot(), next = new Position(INSIDE, this.#variant);
    next.#before = this;
    next.#text = move;
    next.#kind = kind;
    next.#enter(from);
    next.#generation = this.#generation + 1;
    if (next.#generation === MAX_CHAIN) next.#root();
    return next;
  }

  /** Replaces parent and move by a FEN. */
  #root() {
    this.#text = positions().fullFen(this.#number % SLOTS);
    this.#before = null;
    this.#generation = 0;
    this.#strict = false;
  }

  /** Assigns a slot and plays the move into it. */
  #enter(from) {
    const number = given, slot = number % SLOTS;
    if (this.#kind === UCI) positions().play(from, slot, this.#text);
    else positions().playSan(from, slot, this.#text);
    given = number + 1;
    this.#number = number;
  }

  /** Assigns a slot and reads the FEN into it. Returns the warnings as lines, if there are any. */
  #read() {
    const number = given, slot = number % SLOTS;
    const warnings =
      this.#variant === "chess"
        ? positions().readChess(slot, this.#text, this.#strict)
        : positions().read(slot, this.#text, this.#variant, this.#strict);
    given = number + 1;
    this.#number = number;
    return warnings;
  }

  #slot() {
    if (this.#number <= given - SLOTS) this.#restore();
    return this.#number % SLOTS;
  }

  /** Rebuilds the position from the closest ancestor that is still stored. */
  #restore() {
    const missing = [];
    /** @type {Position} */
    let position = this;
    while (position.#number <= given - SLOTS && position.#before) {
      missing.push(position);
      position = position.#before;
    }
    if (position.#number <= given - SLOTS) position.#read();
    for (const next of missing.reverse()) {
      next.#enter(position.#number % SLOTS);
      position = next;
    }
  }
}

export function perft(position, depth) {
  if (!(position instanceof Position)) throw new TypeError("perft needs a Position");
  return position.perft(depth);
}

export function dialects(variant = "chess") {
  return words(dialectNames(text(variant, "a variant")));
}
