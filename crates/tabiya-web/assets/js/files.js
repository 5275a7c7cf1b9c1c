// @ts-check
// FEN and PGN: pasted, copied, loaded from a file. What is wrong is shown where it is wrong.

import { isAlone } from "./alone.js";
import { mayEnd } from "./confirm.js";
import { capital, copy, count, fill, h, toast } from "./dom.js";
import { GameFile } from "./gamefile.js";
import { GameList } from "./gamelist.js";
import { BadLink, linkToGame, linkToPosition } from "./link.js";
import { ROOT } from "./nodes.js";
import { openPgn } from "./opening.js";
import { Refusal } from "./request.js";
import { ask } from "./server.js";
import { chooseTab } from "./tabs.js";

/** @type {[import("./types.js").Variant, string][]} */
const VARIANTS = [["chess", "chess"], ["chess960", "Chess960"], ["makruk", "Makruk"]];

/** In bytes; a longer file is no FEN. */
const LONGEST_FEN = 500;
/** In bytes; a longer file is not made ready for the Explorer. */
const MOST_EXPLORED = 32 << 20;

export class FilesPanel {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} tab
   * @param {import("./game.js").Game} game
   * @param {import("./explorer.js").ExplorerPanel} explorer Where the games of a file can be asked by position.
   */
  constructor(place, tab, game, explorer) {
    this.tab = tab;
    this.game = game;
    this.explorer = explorer;
    this.loads = 0;
    this.fen = h("input", { id: "fen", class: "mono", spellcheck: "false", autocomplete: "off", onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && void this.setUp() });
    this.fenAnswer = h("div", { "data-testid": "fen-answer" });
    this.pgn = h("textarea", { id: "pgn", spellcheck: "false", placeholder: "1. e4 e5 2. Nf3 …" });
    this.link = h("input", { class: "mono", readonly: true, hidden: true, "aria-label": "Link to this game" });
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
        h("button", { type: "button", onclick: () => void this.savePgn() }, "Save PGN"),
        h("button", { type: "button", title: "The address of this game, to be sent to somebody", onclick: () => void this.copyLink() }, "Copy link")),
      this.link,
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

  async copyLink() {
    const { tree, saved, node } = this.game;
    const hasMoves = tree.nodes[ROOT].children.length > 0;
    const write = async () => (hasMoves
      ? linkToGame(await this.written(), saved.variant, tree.walk().indexOf(node) + 1)
      : linkToPosition(this.game.now?.fen ?? "", saved.variant));
    const link = await this.attempt(write);
    if (link === null) return;
    this.link.value = link;
    this.link.hidden = false;
    await copy(link, "link", this.link);
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
      if (error instanceof BadLink) toast(error.message);
      else toast(error instanceof Refusal ? `The PGN could not be written: ${error.message}` : "The PGN could not be written.");
      return null;
    }
  }

  async loadFile() {
    const file = this.file.files?.[0];
    if (file) await this.load(file);
    this.file.value = "";
  }

  /**
   * Lists the games of a file; the only one is opened.
   * @param {Blob | string} text
   * @param {import("./types.js").Variant} [variant] What a game is that does not say.
   */
  async load(text, variant = this.game.saved.variant) {
    const number = ++this.loads;
    const file = new GameFile(new Blob([text]), variant, text instanceof File ? text.name : "");
    const list = new GameList((row) => void this.open(file, row));
    const head = h("p", { class: "explain" }, "Reading…");
    fill(this.pgnAnswer, head);
    try {
      await file.read(() => {
        if (number !== this.loads) return false;
        head.textContent = summary(file);
        list.show(file.rows, file.isWhole);
        if (!list.element.isConnected) this.pgnAnswer.append(list.element);
        return true;
      });
      if (number === this.loads) await this.listed(file, list, variant);
    } catch (error) {
      if (number !== this.loads) return;
      const message = error instanceof Refusal ? capital(error.message) : "The games could not be read.";
      fill(this.pgnAnswer, h("p", { class: "problem", role: "alert" }, message));
    }
  }

  /**
   * All games of a file are known.
   * @param {GameFile} file
   * @param {GameList} list
   * @param {import("./types.js").Variant} variant
   */
  async listed(file, list, variant) {
    const { rows, problem } = file;
    if (problem) list.element.before(h("p", { class: "note" }, capital(problem)));
    const areStrange = rows.every(isStrange);
    if (rows.length === 1 && !areStrange && rows[0].variant) await this.open(file, rows[0]);
    if (rows.length > 1 && !areStrange && file.file.size <= MOST_EXPLORED) void this.prepare(file, list, variant, this.loads);
    if (areStrange) this.offer(this.pgnAnswer, "Read as", VARIANTS.filter(([other]) => other !== variant), (other) => void this.load(file.file, other));
  }

  /**
   * Makes the games ready for the Explorer, and offers it.
   * @param {GameFile} file
   * @param {GameList} list
   * @param {import("./types.js").Variant} variant
   * @param {number} number Which of the files that were loaded.
   */
  async prepare(file, list, variant, number) {
    if (isAlone) {
      list.element.before(h("p", { class: "explain" }, "The program (`tabiya serve`) can also explore these games by position."));
      return;
    }
    try {
      await this.explorer.load(file.file, variant);
    } catch (error) {
      if (error instanceof Refusal) return;
      throw error;
    }
    if (number !== this.loads) return;
    list.element.before(h("button", { type: "button", onclick: () => this.explorer.explore() }, "Explore these games by position"));
  }

  /**
   * Puts a game of a file on the board.
   * @param {GameFile} file
   * @param {import("./types.js").GameRow} row
   */
  async open(file, row) {
    if (row.variant === null) return;
    try {
      await openPgn(this.game, () => file.text(row), row.variant);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast(`Game ${row.number} cannot be opened: ${error.message}`);
    }
  }

  /**
   * A file was dropped on the page: a position, or games.
   * @param {File} file
   */
  async take(file) {
    chooseTab(this.tab);
    const text = file.size < LONGEST_FEN ? (await file.text()).trim() : "";
    if (!/^[^\s/]+(\/[^\s/]+){7}(\s[^\n]*)?$/.test(text)) return this.load(file);
    this.fen.value = text;
    return this.setUp();
  }
}

/**
 * Whether not even its first move is one: it may be a game of another kind.
 * @param {import("./types.js").GameRow} row
 */
const isStrange = (row) => row.plies === 0 && row.fault !== undefined;

/** @param {GameFile} file */
function summary({ name, rows, faulty, isWhole }) {
  const games = (name === "" ? "" : `${name}: `) + (rows.length === 1 ? "One game" : `${count(rows.length)} games`);
  return games + (isWhole ? "" : " so far…") + (faulty > 0 ? `; ${count(faulty)} not good to the end.` : isWhole ? "." : "");
}

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
