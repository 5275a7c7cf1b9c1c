// @ts-check
// FEN and PGN: pasted, copied, loaded from files, with errors shown at their columns.

import { ignoreDropped } from "./actionqueue.js";
import { confirmEnd } from "./confirm.js";
import { copy, fill, h, toast } from "./dom.js";
import { looksLikeFen, markedLetters } from "./fentext.js";
import { BadLink, linkToGame, linkToPosition } from "./link.js";
import { ListedGames } from "./listedgames.js";
import { ROOT } from "./nodes.js";
import { saveAs, writePgn } from "./pgnexport.js";
import { RequestError } from "./request.js";
import { query } from "./server.js";
import { chooseTab } from "./tabs.js";
import { offerVariants, othersThan } from "./variants.js";

/** In bytes; longer files are not FENs. */
const MAX_FEN_BYTES = 500;

export class FilesPanel {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} tab
   * @param {import("./game.js").Game} game
   * @param {import("./explorer.js").ExplorerPanel} explorer The Explorer for the games of a file.
   */
  constructor(place, tab, game, explorer) {
    this.tab = tab;
    this.game = game;
    this.games = new ListedGames(game, explorer);
    this.fen = h("input", { id: "fen", class: "mono", spellcheck: "false", autocomplete: "off", onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && void this.setUp() });
    this.fenAnswer = h("div", { "data-testid": "fen-answer" });
    this.pgn = h("textarea", { id: "pgn", spellcheck: "false", placeholder: "1. e4 e5 2. Nf3 …" });
    this.link = h("input", { class: "mono", readonly: true, hidden: true, "aria-label": "Link to this game" });
    this.file = h("input", { type: "file", id: "pgn-file", accept: ".pgn,.gz,.bz2,.zst,.txt", onchange: () => void this.loadFile() });
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
        h("button", { type: "button", title: "Copy a link that opens this game", onclick: () => void this.copyLink() }, "Copy link")),
      this.link,
      h("label", { class: "label", for: "pgn-file" }, "…or open a PGN file"), this.file,
      this.games.element));
  }

  /** Updates the panel for another position. */
  refresh() {
    if (document.activeElement !== this.fen) this.fen.value = this.game.now?.fen ?? "";
    if (this.game.notes.length > 0) {
      fill(this.fenAnswer, h("div", { class: "note" }, "Fixed: ", this.game.notes.join("; ")));
    } else {
      fill(this.fenAnswer);
    }
  }

  /** @param {import("./types.js").Variant} [variant] */
  async setUp(variant = this.game.saved.variant) {
    const fen = this.fen.value;
    if (!(await confirmEnd(this.game))) return;
    try {
      this.fen.blur();
      await this.game.begin({ variant, start: fen, flipped: this.game.saved.flipped });
    } catch (error) {
      if (!(error instanceof RequestError)) return ignoreDropped(error);
      fill(this.fenAnswer, explain(fen, error));
      offerVariants(this.fenAnswer, "Set up as", await this.fitting(fen), (other) => void this.setUp(other));
    }
  }

  /**
   * The other variants in which this FEN is valid.
   * @param {string} start
   */
  async fitting(start) {
    const others = othersThan(this.game.saved.variant);
    const answers = await Promise.allSettled(others.map((variant) => query("/api/position", { variant, start })));
    return others.filter((_, index) => answers[index].status === "fulfilled");
  }

  async written() {
    const { game } = this;
    // Moves that were taken back are not part of a game that is being played.
    const pgn = await writePgn(game.saved, game.tree, game.isFree ? undefined : game.path(game.saved.moves.length));
    this.pgn.value = pgn.trim();
    return pgn;
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
    saveAs(pgn, "game.pgn");
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
   * Runs an action; reports an error and returns null if it fails.
   * @template T
   * @param {() => Promise<T>} action
   * @returns {Promise<T | null>}
   */
  async attempt(action) {
    try {
      return await action();
    } catch (error) {
      if (error instanceof BadLink) toast(error.message);
      else toast(error instanceof RequestError ? `The PGN could not be written: ${error.message}` : "The PGN could not be written.");
      return null;
    }
  }

  async loadFile() {
    const file = this.file.files?.[0];
    if (file) await this.load(file);
    this.file.value = "";
  }

  /** @param {Blob | string} text */
  load(text) {
    // A Chess960 game has its start position in a tag.
    const { variant } = this.game.saved;
    return this.games.load(text, variant === "makruk" ? variant : "chess");
  }

  /**
   * Handles a dropped file: a position or games.
   * @param {File} file
   */
  async take(file) {
    chooseTab(this.tab);
    const text = file.size < MAX_FEN_BYTES ? (await file.text()).trim() : "";
    if (!looksLikeFen(text)) return this.load(file);
    this.fen.value = text;
    return this.setUp();
  }
}

/**
 * Describes the problems of a FEN and marks their columns.
 * @param {string} fen
 * @param {RequestError} error
 */
function explain(fen, error) {
  const marked = markedLetters(fen, error.problems).map(({ letter, isWrong }) => (isWrong ? h("mark", {}, letter) : letter));
  const reasons = error.problems.map((problem) => h("li", {}, `${problem.reason} (column ${problem.column})`));
  return h("div", { class: "problem", role: "alert" },
    h("strong", {}, "This position cannot be set up."),
    error.problems.length > 0 ? h("pre", {}, ...marked) : null,
    error.problems.length > 0 ? h("ul", {}, ...reasons) : h("p", {}, error.message));
}
