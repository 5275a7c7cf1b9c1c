import { Positions, dialectNames } from "../wasm/core.js";
import { movesOf, text, words } from "./text.js";

/** So many positions are remembered on the other side; others are made again from what is known here. */
const SLOTS = 1 << 14;
/** After so many moves a position is known by its FEN, and not by the one before it. */
const LONGEST_CHAIN = 64;
/** Stands before the arguments with which this module itself makes a position. */
const INSIDE = Symbol("inside");
const UCI = 0, SAN = 1;

/** @type {Positions | undefined} */
let store;
/** How many slots have been given away so far. */
let given = 0;

/** The store is made when it is first needed: the module may not be there when this one is read. */
function positions() {
  return (store ??= new Positions());
}

export class Position {
  /** Which of the slots that were given away this position has, or had. */
  #number = -1;
  /** The position before, and the move from there: or nothing, and a FEN. @type {Position | null} */
  #before = null;
  #text = "";
  #kind = UCI;
  #lenient = false;
  #generation = 0;
  #variant = "chess";
  /** @type {bigint | undefined} */
  #key;

  constructor(fen = "startpos", variant = "chess", options = {}) {
    if (fen === INSIDE) {
      this.#variant = variant;
      return;
    }
    this.#text = text(fen, "a FEN");
    this.#variant = text(variant, "a variant");
    this.#lenient = Boolean(options?.lenient);
    this.#read();
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
    // The first may have to make room for the second.
    other.#slot();
    const own = this.#slot();
    return positions().same(own, other.#slot());
  }

  perft(depth) {
    if (!Number.isInteger(depth) || depth < 0) throw new RangeError("a depth is a whole number, 0 or more");
    return positions().perft(this.#slot(), Math.min(depth, 0xffff_ffff));
  }

  toString() {
    return this.fen;
  }

  draw() {
    return positions().drawing(this.#slot());
  }

  /**
   * A position that somebody else puts into a slot.
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

  /** All there is to say about a position: read again, it is the same to every dialect. @param {Position} position */
  static _whole(position) {
    return positions().whole(position.#slot());
  }

  #play(move, kind) {
    const from = this.#slot(), next = new Position(INSIDE, this.#variant);
    next.#before = this;
    next.#text = move;
    next.#kind = kind;
    next.#enter(from);
    next.#generation = this.#generation + 1;
    if (next.#generation === LONGEST_CHAIN) next.#root();
    return next;
  }

  /** From now on known by its FEN. */
  #root() {
    this.#text = positions().whole(this.#number % SLOTS);
    this.#before = null;
    this.#generation = 0;
    this.#lenient = true;
  }

  /** Takes a slot and plays the move that leads here into it. */
  #enter(from) {
    const number = given, slot = number % SLOTS;
    if (this.#kind === UCI) positions().play(from, slot, this.#text);
    else positions().playSan(from, slot, this.#text);
    given = number + 1;
    this.#number = number;
  }

  /** Takes a slot and reads the FEN into it. */
  #read() {
    const number = given;
    if (this.#variant === "chess") positions().readChess(number % SLOTS, this.#text, this.#lenient);
    else positions().read(number % SLOTS, this.#text, this.#variant, this.#lenient);
    given = number + 1;
    this.#number = number;
  }

  #slot() {
    if (this.#number <= given - SLOTS) this.#return();
    return this.#number % SLOTS;
  }

  /** Makes the position again, from the last one before it that is still there. */
  #return() {
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
  if (!(position instanceof Position)) throw new TypeError("perft needs a position");
  return position.perft(depth);
}

export function dialects(variant = "chess") {
  return words(dialectNames(text(variant, "a variant")));
}
