import { Games } from "../wasm/core.js";
import { Position } from "./position.js";
import { moveOf, movesOf, text, words } from "./text.js";

/** @type {Games | undefined} */
let store;
let named = 0;

function games() {
  return (store ??= new Games());
}

export class Game {
  #name = (named = (named + 1) >>> 0);
  #start;
  #variant;
  #lenient;
  /** The moves, those taken back last. @type {string[]} */
  #moves = [];
  #ply = 0;

  constructor(start = "startpos", variant = "chess", options = {}) {
    const isPosition = start instanceof Position;
    this.#start = isPosition ? Position._whole(start) : text(start, "a FEN");
    this.#variant = isPosition ? start.variant : text(variant, "a variant");
    this.#lenient = isPosition || Boolean(options?.lenient);
    this.#open();
  }

  get variant() {
    return this.#variant;
  }

  /** The start. */
  get start() {
    return new Position(this.#start, this.#variant, { lenient: this.#lenient });
  }

  get position() {
    const name = this.#kept();
    return Position._from(this.#variant, (positions, slot) => games().position(name, positions, slot));
  }

  push(uci) {
    if (!games().push(this.#name, text(uci, "a move"))) games().push(this.#kept(), uci);
    this.#remember(uci);
    return this;
  }

  pushSan(san) {
    this.#remember(moveOf(games().pushSan(this.#kept(), text(san, "a move"))));
    return this;
  }

  undo() {
    const isUndone = games().undo(this.#kept());
    if (isUndone) this.#ply -= 1;
    return isUndone;
  }

  redo() {
    const isRedone = games().redo(this.#kept());
    if (isRedone) this.#ply += 1;
    return isRedone;
  }

  get ply() {
    return this.#ply;
  }

  get key() {
    return games().key(this.#name) ?? games().key(this.#kept());
  }

  get keys() {
    return games().keys(this.#kept());
  }

  get fen() {
    return this.position.fen;
  }

  get moves() {
    return movesOf(games().moves(this.#kept()));
  }

  get sans() {
    return words(games().sans(this.#kept()));
  }

  get occurrences() {
    return games().occurrences(this.#kept());
  }

  get claims() {
    return listed(games().claims(this.#kept()));
  }

  claimWith(uci) {
    return games().claimWith(this.#kept(), text(uci, "a move")) ?? null;
  }

  get outcome() {
    return games().outcome(this.#kept()) ?? null;
  }

  get result() {
    return games().result(this.#kept());
  }

  trace() {
    const lines = games().trace(this.#kept());
    return lines === "" ? [] : lines.split("\n").map(readPly);
  }

  #remember(move) {
    this.#moves.length = this.#ply;
    this.#moves.push(move);
    this.#ply += 1;
  }

  /** The game's name, when it is on the other side. */
  #kept() {
    if (!games().has(this.#name)) this.#open();
    return this.#name;
  }

  #open() {
    const takenBack = this.#moves.length - this.#ply;
    games().open(this.#name, this.#start, this.#variant, this.#lenient, this.#moves.join(" "), takenBack);
  }
}

/** What stands between commas. @param {string} joined */
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
