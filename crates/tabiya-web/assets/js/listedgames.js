// @ts-check
// The games of a file: listed, opened, edited, and saved together.

import { ignoreDropped } from "./actionqueue.js";
import { confirm } from "./confirm.js";
import { capital, count, fill, h, toast } from "./dom.js";
import { EditedGames } from "./editedgames.js";
import { GameFile } from "./gamefile.js";
import { GameList } from "./gamelist.js";
import { MAX_STORED_BYTES, removeStoredList, storedFile, storedListName, storeFile } from "./liststorage.js";
import { several } from "./numbering.js";
import { openEdited, openPgn } from "./opengame.js";
import { saveAs, writePgn } from "./pgnexport.js";
import { RequestError } from "./request.js";
import { offerVariants, othersThan } from "./variants.js";
import { usesWorker } from "./workerbackend.js";

/** In bytes; longer files are not loaded into the Explorer. */
const MAX_EXPLORED = 32 << 20;
/** A game with an error before this half-move may be of another variant. */
const MANY_MOVES = 8;

export class ListedGames {
  /**
   * @param {import("./game.js").Game} game
   * @param {import("./explorer.js").ExplorerPanel} explorer The Explorer for the games of a file.
   */
  constructor(game, explorer) {
    this.game = game;
    this.explorer = explorer;
    this.loads = 0;
    this.element = h("div", { "data-testid": "pgn-answer" });
    this.edited = new EditedGames(storedListName());
    this.redraw = () => {};
    game.addEventListener("leave", () => this.leave());
  }

  /** Restores the list after a reload. */
  async restore() {
    const { edited } = this;
    if (edited.list === "") return;
    await edited.restore();
    const stored = await storedFile(edited.list);
    if (this.edited !== edited) return;
    if (stored) {
      const file = new GameFile(stored.file, stored.variant, stored.file.name, edited.list);
      file.problem = stored.problem;
      await this.list(file, edited, false);
    } else if (edited.games.size > 0) await this.listWithoutFile();
  }

  /** Lists the edited games although the file is gone. */
  async listWithoutFile() {
    const texts = await Promise.all([...this.edited.games.values()].map(({ saved, tree }) => writePgn(saved, tree)));
    const file = new GameFile(new Blob(texts), "chess");
    file.problem = "the browser no longer has the file of this list; only the edited games are shown";
    await this.list(file, new EditedGames(file.list));
  }

  /**
   * Lists the games of a file; a single game is opened.
   * @param {Blob | string} text
   * @param {import("./types.js").Variant} variant The variant of games without a Variant tag.
   */
  async load(text, variant) {
    if (!(await this.mayReplace())) return;
    const file = new GameFile(new Blob([text]), variant, text instanceof File ? text.name : "");
    await this.list(file, new EditedGames(file.list));
  }

  /** Whether another file may replace this list. Asks if there are unsaved changes. */
  async mayReplace() {
    await this.game.leave();
    const { games, isSaved } = this.edited;
    if (isSaved) return true;
    const text = `${several(games.size, "game")} of the list ${games.size === 1 ? "was" : "were"} edited and not saved.`;
    return confirm({ heading: "Discard the changes?", text, no: "Keep the list", yes: "Discard" });
  }

  /**
   * Lists a file. The old list stays until the new one has a game.
   * @param {GameFile} file
   * @param {EditedGames} edited
   * @param {boolean} [isNew] False after a reload.
   */
  async list(file, edited, isNew = true) {
    const number = ++this.loads;
    const list = new GameList((row) => void this.open(file, row), (row) => edited.games.has(row.number));
    const head = h("p", { class: "explain", "data-loading": "" }, "Reading…");
    this.element.querySelector("[data-loading]")?.remove();
    this.element.prepend(head);
    try {
      await file.read(() => {
        if (number !== this.loads) return false;
        if (file.rows.length === 0) return true;
        if (!list.element.isConnected) this.exchange(edited, head, list);
        head.textContent = summary(file);
        list.show(file.rows, file.isComplete);
        return true;
      });
      if (number === this.loads) await this.listed(file, list, isNew);
    } catch (error) {
      if (number !== this.loads) return;
      const message = error instanceof RequestError ? capital(error.message) : "The games could not be read.";
      head.replaceWith(h("p", { class: "problem", role: "alert", "data-loading": "" }, message));
    }
  }

  /**
   * Replaces the list.
   * @param {EditedGames} edited
   * @param {HTMLElement} head
   * @param {GameList} list
   */
  exchange(edited, head, list) {
    if (this.edited.list !== edited.list) removeStoredList();
    this.edited = edited;
    this.redraw = () => list.redraw();
    head.removeAttribute("data-loading");
    fill(this.element, head, list.element);
  }

  /**
   * Finishes a list when the file is read completely.
   * @param {GameFile} file
   * @param {GameList} list
   * @param {boolean} isNew
   */
  async listed(file, list, isNew) {
    const { rows, problem, variant } = file;
    if (problem) list.element.before(h("p", { class: "note" }, capital(problem)));
    const otherVariant = rows.filter(mayBeOtherVariant).length;
    if (2 * otherVariant > rows.length) offerVariants(this.element, "Read as", othersThan(variant), (other) => void this.load(new File([file.file], file.name), other));
    if (rows.length === 1 && otherVariant === 0 && rows[0].variant) await this.open(file, rows[0]);
    if (rows.length === 1 || otherVariant === rows.length) return;
    list.element.before(h("div", { class: "row" },
      h("button", { type: "button", title: "Save the complete file with your changes", onclick: () => void this.save(file) }, "Save all games")));
    if (isNew) void this.storeFile(file);
    if (file.file.size <= MAX_EXPLORED) void this.prepare(file, list, isNew);
  }

  /**
   * Continues with a copy, because the user may save over the original file.
   * @param {GameFile} file
   */
  async storeFile(file) {
    const { name, variant, problem, list } = file;
    if (file.file.size > MAX_STORED_BYTES) return;
    try {
      file.file = new Blob([await file.file.arrayBuffer()]);
    } catch {
      // The file is gone; opening a game will report that.
      return;
    }
    await storeFile(list, { file: new File([file.file], name), variant, problem });
  }

  /**
   * Loads the games into the Explorer.
   * @param {GameFile} file
   * @param {GameList} list
   * @param {boolean} isNew
   */
  async prepare(file, list, isNew) {
    const number = this.loads;
    if (usesWorker) {
      list.element.before(h("p", { class: "explain" }, "The program (`tabiya serve`) can also explore these games by position."));
      return;
    }
    try {
      await this.explorer.load(file.file, file.variant, isNew, (found, ply) => this.openFound(file, found, ply));
    } catch (error) {
      if (error instanceof RequestError) return;
      throw error;
    }
    if (number !== this.loads) return;
    list.element.before(h("button", { type: "button", onclick: () => this.explorer.explore() }, "Explore these games by position"));
  }

  /**
   * Opens a game found by the Explorer, if it is in the list.
   * @param {GameFile} file
   * @param {import("./types.js").FoundGame} found
   * @param {number} ply
   */
  async openFound(file, { number, plies, result }, ply) {
    // The Explorer has no games that cannot be opened.
    const row = file.rows.filter(({ variant }) => variant !== null)[number - 1];
    if (this.edited.list !== file.list || row?.plies !== plies || row.result !== result) return false;
    await this.open(file, row, ply);
    return true;
  }

  /**
   * Opens a game, with its changes if it was edited.
   * @param {GameFile} file
   * @param {import("./types.js").GameRow} row
   * @param {number} [ply] The half-move to show; the last by default.
   */
  async open(file, { variant, number, ...row }, ply) {
    if (variant === null) return;
    try {
      await this.game.leave();
      const edited = this.edited.games.get(number);
      const listed = file.rows.length > 1 ? { list: file.list, number } : null;
      if (edited === undefined) await openPgn(this.game, () => file.text(row), variant, { ply, listed });
      else await openEdited(this.game, edited);
    } catch (error) {
      if (!(error instanceof RequestError)) return ignoreDropped(error);
      toast(`Game ${number} cannot be opened: ${error.message}`);
    }
  }

  /** Stores the changes of the current game before another replaces it. */
  leave() {
    const { saved, tree, isFree } = this.game;
    if (!isFree || tree.isUnchanged || saved.listed?.list !== this.edited.list) return;
    this.edited.keep(saved.listed.number, { saved, tree });
    this.redraw();
  }

  /** @param {GameFile} file */
  async save(file) {
    const { edited } = this;
    try {
      await this.game.leave();
      const cut = [...edited.games.keys()].filter((number) => file.rows[number - 1].fault !== undefined);
      if (!(await confirmIncomplete(file, cut.length))) return;
      /** @type {Map<number, string>} */
      const texts = new Map();
      for (const [number, { saved, tree }] of edited.games) texts.set(number, await writePgn(saved, tree));
      saveAs(await file.withGames(texts), file.name.replace(/\.(gz|bz2|zst)$/, "") || "games.pgn");
      edited.isSaved = true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast(`The games could not be saved: ${error.message}`);
    }
  }
}

/**
 * Whether a game has an error near its start: it may be of another variant.
 * @param {import("./types.js").GameRow} row
 */
const mayBeOtherVariant = (row) => row.plies < MANY_MOVES && row.fault !== undefined;

/**
 * Asks for confirmation if the saved file would be incomplete.
 * @param {GameFile} file
 * @param {number} cut The number of edited games with errors.
 */
function confirmIncomplete(file, cut) {
  if (cut === 0 && file.problem === null) return true;
  const texts = [
    file.problem === null ? "" : "The file was not read to its end: only the listed games are saved.",
    cut === 0 ? "" : `${several(cut, "edited game")} could not be read to the end: the text after the error is left out.`,
  ];
  return confirm({ heading: "Save an incomplete file?", text: texts.join(" ").trim(), no: "Do not save", yes: "Save" });
}

/** @param {GameFile} file */
function summary({ name, rows, faulty, isComplete }) {
  const games = (name === "" ? "" : `${name}: `) + (rows.length === 1 ? "One game" : `${count(rows.length)} games`);
  return games + (isComplete ? "" : " so far…") + (faulty > 0 ? `; ${count(faulty)} with errors.` : isComplete ? "." : "");
}
