// @ts-check
// FEN and PGN: pasted, copied, loaded from a file. What is wrong is shown where it is wrong.

import { mayEnd } from "./confirm.js";
import { capital, copy, count, fill, h, toast } from "./dom.js";
import { several } from "./numbering.js";
import { Refusal } from "./request.js";
import { ask, upload } from "./server.js";
import { ROOT } from "./nodes.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types.js").FoundGame} FoundGame */

/** @type {[import("./types.js").Variant, string][]} */
const VARIANTS = [["chess", "chess"], ["chess960", "Chess960"], ["makruk", "Makruk"]];

export class FilesPanel {
  /**
   * @param {HTMLElement} place
   * @param {import("./game.js").Game} game
   * @param {import("./explorer.js").ExplorerPanel} explorer Where the games of a file can be asked by position.
   */
  constructor(place, game, explorer) {
    this.game = game;
    this.explorer = explorer;
    this.loads = 0;
    this.fen = h("input", { id: "fen", class: "mono", spellcheck: "false", autocomplete: "off", onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && void this.setUp() });
    this.fenAnswer = h("div", { "data-testid": "fen-answer" });
    this.pgn = h("textarea", { id: "pgn", spellcheck: "false", placeholder: "1. e4 e5 2. Nf3 …" });
    this.file = h("input", { type: "file", id: "pgn-file", accept: ".pgn,.gz,.bz2,.zst,.txt", onchange: () => void this.loadFile() });
    this.pgnAnswer = h("div", { "data-testid": "pgn-answer" });
    place.append(h("div", { class: "stack" },
      h("label", { class: "label", for: "fen" }, "FEN"), this.fen,
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => void this.setUp() }, "Set up"),
        h("button", { type: "button", onclick: () => void this.copyFen() }, "Copy FEN")),
      this.fenAnswer,
      h("label", { class: "label", for: "pgn" }, "PGN"), this.pgn,
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => void this.load(this.pgn.value) }, "Load"),
        h("button", { type: "button", onclick: () => void this.copyPgn() }, "Copy PGN"),
        h("button", { type: "button", onclick: () => void this.savePgn() }, "Save PGN")),
      h("label", { class: "label", for: "pgn-file" }, "…or a file of games"), this.file,
      this.pgnAnswer));
  }

  /** The position is another. */
  refresh() {
    if (document.activeElement !== this.fen) this.fen.value = this.game.now?.fen ?? "";
    if (this.game.notes.length > 0) {
      fill(this.fenAnswer, h("div", { class: "note" }, "Put right: ", this.game.notes.join("; ")));
    } else {
      fill(this.fenAnswer);
    }
  }

  /** @param {import("./types.js").Variant} [variant] */
  async setUp(variant = this.game.saved.variant) {
    const fen = this.fen.value;
    if (!(await mayEnd(this.game))) return;
    try {
      this.fen.blur();
      await this.game.begin({ variant, start: fen, flipped: this.game.saved.flipped });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      fill(this.fenAnswer, explain(fen, error));
      this.offer(this.fenAnswer, "Set up as", await this.fitting(fen), (other) => void this.setUp(other));
    }
  }

  /**
   * The other games of which this is a position.
   * @param {string} start
   */
  async fitting(start) {
    const others = VARIANTS.filter(([variant]) => variant !== this.game.saved.variant);
    const answers = await Promise.allSettled(others.map(([variant]) => ask("/api/position", { variant, start })));
    return others.filter((_, index) => answers[index].status === "fulfilled");
  }

  /**
   * @param {HTMLElement} place
   * @param {string} deed
   * @param {typeof VARIANTS} variants
   * @param {(variant: import("./types.js").Variant) => void} choose
   */
  offer(place, deed, variants, choose) {
    place.append(h("div", { class: "row" },
      ...variants.map(([variant, name]) => h("button", { type: "button", onclick: () => choose(variant) }, `${deed} ${name}`))));
  }

  async written() {
    const { game } = this;
    const { ending, variant, start, moves } = game.saved;
    // Of a game that is played, what was taken back is no part.
    const tree = game.tree.asked(game.isFree ? undefined : game.path(moves.length));
    const told = await ask("/api/export", { game: { variant, start }, tree, tags: game.tree.tags, result: ending?.result });
    this.pgn.value = told.pgn.trim();
    return /** @type {string} */ (told.pgn);
  }

  async copyFen() {
    const fen = this.game.now?.fen ?? "";
    this.fen.value = fen;
    await copy(fen, "FEN", this.fen);
  }

  async copyPgn() {
    const pgn = await this.attempt(() => this.written());
    if (pgn !== null) await copy(pgn, "PGN", this.pgn);
  }

  async savePgn() {
    const pgn = await this.attempt(() => this.written());
    if (pgn === null) return;
    const url = URL.createObjectURL(new Blob([pgn], { type: "application/vnd.chess-pgn" }));
    h("a", { href: url, download: "game.pgn" }).click();
    // Not at once: some browsers begin to read it later.
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /**
   * Asks; if there is no answer, says why and gives null.
   * @template T
   * @param {() => Promise<T>} question
   * @returns {Promise<T | null>}
   */
  async attempt(question) {
    try {
      return await question();
    } catch (error) {
      toast(error instanceof Refusal ? `The PGN could not be written: ${error.message}` : "The PGN could not be written.");
      return null;
    }
  }

  async loadFile() {
    const file = this.file.files?.[0];
    if (file) await this.load(file);
    this.file.value = "";
  }

  /**
   * @param {Blob | string} text
   * @param {import("./types.js").Variant} [variant] What a game is that does not say.
   */
  async load(text, variant = this.game.saved.variant) {
    const number = ++this.loads;
    fill(this.pgnAnswer, h("p", { class: "explain" }, "Reading…"));
    try {
      /** @type {import("./types.js").FileTold} */
      const told = await upload(`/api/pgn?variant=${variant}`, text, "application/vnd.chess-pgn");
      this.list(told);
      const only = told.games.length === 1 ? told.games[0] : null;
      if (only?.variant && !isStrange(only)) await this.open(only);
      if (told.total > 1 && !told.games.every(isStrange)) void this.prepare(text, variant, number);
      if (told.games.every(isStrange)) this.offer(this.pgnAnswer, "Read as", VARIANTS.filter(([other]) => other !== variant), (other) => void this.load(text, other));
    } catch (error) {
      const message = error instanceof Refusal ? capital(error.message) : "The games could not be read.";
      fill(this.pgnAnswer, h("p", { class: "problem", role: "alert" }, message));
    }
  }

  /**
   * Makes the games ready for the Explorer, and offers it.
   * @param {Blob | string} text
   * @param {import("./types.js").Variant} variant
   * @param {number} number Which of the files that were loaded.
   */
  async prepare(text, variant, number) {
    try {
      await this.explorer.load(text, variant);
    } catch (error) {
      if (error instanceof Refusal) return;
      throw error;
    }
    if (number !== this.loads) return;
    this.pgnAnswer.querySelector(".games")?.before(
      h("button", { type: "button", onclick: () => this.explorer.explore() }, "Explore these games by position"));
  }

  /** @param {import("./types.js").FileTold} told */
  list({ games, total, faulty, problem }) {
    const shown = total > games.length ? `The first ${games.length} of ${count(total)} games` : total === 1 ? "One game" : `${count(total)} games`;
    fill(this.pgnAnswer,
      h("p", { class: "explain" }, shown + (faulty > 0 ? `; ${faulty} not good to the end.` : ".")),
      problem && h("p", { class: "note" }, capital(problem)),
      h("ul", { class: "games" }, ...games.map((game) => h("li", {}, this.entry(game)))));
  }

  /** @param {FoundGame} game */
  entry(game) {
    const tag = (/** @type {string} */ name) => game.tags.find(([known]) => known === name)?.[1] ?? "?";
    const where = [tag("Event"), tag("Date"), game.result, several(game.plies, "half-move")].filter((text) => !text.startsWith("?"));
    return h("button", { type: "button", disabled: game.variant === null, onclick: () => void this.open(game) },
      h("span", { class: "players" }, `${game.number}. ${tag("White")} – ${tag("Black")}`),
      h("span", { class: "where" }, where.join(" · ")),
      game.fault && h("span", { class: "fault" }, game.fault));
  }

  /**
   * @param {FoundGame} game
   * @param {number} [at] The half-move to show; the last if it is not said.
   */
  async open(game, at) {
    if (game.variant === null || !(await mayEnd(this.game))) return;
    if (game.pgn !== null) return this.openTree(game, at);
    const moves = game.moves === "" ? [] : game.moves.split(" ");
    const start = game.tags.some(([name]) => name === "FEN") || game.variant === "chess960" ? game.start : null;
    const ending = game.result === "*" ? null : { text: `the file says ${game.result}`, result: game.result };
    await this.game.begin({ variant: game.variant, start, moves, ending, at }, null, game.tags);
  }

  /**
   * Opens a game with all its lines, and what is said of them.
   * @param {FoundGame} game
   * @param {number} [at]
   */
  async openTree({ pgn, variant, start: first, tags: listed }, at) {
    /** @type {import("./types.js").TreeTold} */
    const told = await ask("/api/tree", { pgn, variant });
    const tree = Tree.ofTold(told);
    const moves = tree.lineThrough(ROOT).map((id) => tree.nodes[id].uci);
    const start = listed.some(([name]) => name === "FEN") || variant === "chess960" ? first : null;
    const ending = told.result === "*" ? null : { text: `the file says ${told.result}`, result: told.result };
    await this.game.begin({ variant: told.variant, start, moves, ending, at }, tree);
  }
}

/**
 * Whether not even its first move is one: it may be a game of another kind.
 * @param {FoundGame} game
 */
const isStrange = (game) => game.plies === 0 && game.fault !== null;

/**
 * Says what is wrong with a FEN, and shows where.
 * @param {string} fen
 * @param {Refusal} refusal
 */
function explain(fen, refusal) {
  const places = new Set(refusal.problems.map((problem) => problem.column - 1));
  const letters = [...fen].slice(0, 256);
  const marked = letters.map((letter, index) => (places.has(index) ? h("mark", {}, letter) : letter));
  if (places.has(letters.length)) marked.push(h("mark", {}, " "));
  const reasons = refusal.problems.map((problem) => h("li", {}, `${problem.reason} (column ${problem.column})`));
  return h("div", { class: "problem", role: "alert" },
    h("strong", {}, "This cannot be set up."),
    refusal.problems.length > 0 ? h("pre", {}, ...marked) : null,
    refusal.problems.length > 0 ? h("ul", {}, ...reasons) : h("p", {}, refusal.message));
}
