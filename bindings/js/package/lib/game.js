import { Games } from "../wasm/core.js";
import { Position, readingOf } from "./position.js";
import { moveOf, movesOf, text, words } from "./text.js";

/** @type {Games | undefined} */
let store;
let lastId = 0;

function games() {
  return (store ??= new Games());
}

export class Game {
  #id = (lastId = (lastId + 1) >>> 0);
  #start;
  #variant;
  #strict;
  /** The moves, including undone ones at the end. @type {string[]} */
  #moves = [];
  #ply = 0;

  constructor(start = "startpos", variant = "chess", options = {}) {
    [variant, options] = readingOf(variant, options);
    const isPosition = start instanceof Position;
    this.#start = isPosition ? Position._fullFen(start) : text(start, "a FEN");
    this.#variant = isPosition ? start.variant : text(variant, "a variant");
    this.#strict = !isPosition && Boolean(options?.strict);
    this.#open();
  }

  get variant() {
    return this.#variant;
  }

  /** The start. */
  get start() {
    return new Position(this.#start, this.#variant, { strict: this.#strict });
  }

  get position() {
    const id = this.#stored();
    return Position._from(this.#variant, (positions, slot) => games().position(id, positions, slot));
  }

  push(uci) {
    if (!games().push(this.#id, text(uci, "a move"))) games().push(this.#stored(), uci);
    this.#append(uci);
    return this;
  }

  pushSan(san) {
    this.#append(moveOf(games().pushSan(this.#stored(), text(san, "a move"))));
    return this;
  }

  undo() {
    const isUndone = games().undo(this.#stored());
    if (isUndone) this.#ply -= 1;
    return isUndone;
  }

  redo() {
    const isRedone = games().redo(this.#stored());
    if (isRedone) this.#ply += 1;
    return isRedone;
  }

  get ply() {
    return this.#ply;
  }

  get key() {
    return games().key(this.#id) ?? games().key(this.#stored());
  }

  get keys() {
    return games().keys(this.#stored());
  }

  get fen() {
    return this.position.fen;
  }

  get moves() {
    return movesOf(games().moves(this.#stored()));
  }

  get sans() {
    return words(games().sans(this.#stored()));
  }

  get occurrences() {
    return games().occurrences(this.#stored());
  }

  get claims() {
    return listed(games().claims(this.#stored()));
  }

  claimWith(uci) {
    return games().claimWith(this.#stored(), text(uci, "a move")) ?? null;
  }

  get outcome() {
    return games().outcome(this.#stored()) ?? null;
  }

  get result() {
    return games().result(this.#stored());
  }

  trace() {
    const lines = games().trace(this.#stored());
    return lines === "" ? [] : lines.split("\n").map(readPly);
  }

  #append(move) {
    this.#moves.length = this.#ply;
    this.#moves.push(move);
    this.#ply += 1;
  }

  /** The id of the game; stores it in WebAssembly if it was removed. */
  #stored() {
    if (!games().has(this.#id)) this.#open();
    return this.#id;
  }

  #open() {
    const undone = this.#moves.length - this.#ply;
    games().open(this.#id, this.#start, this.#variant, this.#strict, this.#moves.join(" "), undone);
  }
}

/** Splits at commas. @param {string} joined */
function listed(joined) {
  return joined === "" ? [] : joined.split(",");
}

/** @param {string} line */
function readPly(line) {
  const [uci, san, toggled, key, occurrences, clock, count, claims, outcome] = line.split("\t");
  return {
    uci,
    san,
    toggled: toggled.split(","),
    key: BigInt(`0x${key}`),
    occurrences: Number(occurrences),
    clock: Number(clock),
    count: count || null,
    claims: listed(claims),
    outcome: outcome || null,
  };
}
