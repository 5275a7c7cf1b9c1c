// @ts-check
// The games of a file beside the board: listed, opened, worked on, and saved together.

import { ignoreDropped } from "./actionqueue.js";
import { isAlone } from "./alone.js";
import { confirm } from "./confirm.js";
import { capital, count, fill, h, toast } from "./dom.js";
import { EditedGames } from "./editedgames.js";
import { GameFile } from "./gamefile.js";
import { GameList } from "./gamelist.js";
import { MOST_KEPT, forgetList, keepFile, keptFile, keptListName } from "./keptlist.js";
import { several } from "./numbering.js";
import { openKept, openPgn } from "./opening.js";
import { Refusal } from "./request.js";
import { offerVariants, othersThan } from "./variants.js";
import { saveAs, writePgn } from "./writing.js";

/** In bytes; a longer file is not made ready for the Explorer. */
const MOST_EXPLORED = 32 << 20;
/** Half-moves after which nobody takes a game for one of another kind. */
const MANY_MOVES = 8;

export class ListedGames {
  /**
   * @param {import("./game.js").Game} game
   * @param {import("./explorer.js").ExplorerPanel} explorer Where the games of a file can be asked by position.
   */
  constructor(game, explorer) {
    this.game = game;
    this.explorer = explorer;
    this.loads = 0;
    this.element = h("div", { "data-testid": "pgn-answer" });
    this.edited = new EditedGames(keptListName());
    this.redraw = () => {};
    game.addEventListener("leave", () => this.leave());
  }

  /** Lists what was listed before the page was loaded again. */
  async restore() {
    const { edited } = this;
    if (edited.list === "") return;
    await edited.restore();
    const kept = await keptFile(edited.list);
    if (this.edited !== edited) return;
    if (kept) {
      const file = new GameFile(kept.file, kept.variant, kept.file.name, edited.list);
      file.problem = kept.problem;
      await this.list(file, edited, false);
    } else if (edited.games.size > 0) await this.listWithoutFile();
  }

  /** The file is gone; what was done with its games is not. */
  async listWithoutFile() {
    const texts = await Promise.all([...this.edited.games.values()].map(({ saved, tree }) => writePgn(saved, tree)));
    const file = new GameFile(new Blob(texts), "chess");
    file.problem = "the browser does not keep the file of this list any more; these are the games of it that were changed";
    await this.list(file, new EditedGames(file.list));
  }

  /**
   * Lists the games of a file; the only one is opened.
   * @param {Blob | string} text
   * @param {import("./types.js").Variant} variant What a game is that does not say.
   */
  async load(text, variant) {
    if (!(await this.mayGo())) return;
    const file = new GameFile(new Blob([text]), variant, text instanceof File ? text.name : "");
    await this.list(file, new EditedGames(file.list));
  }

  /** Whether another file may take the place of this one. */
  async mayGo() {
    await this.game.leave();
    const { games, isSaved } = this.edited;
    if (isSaved) return true;
    const text = `${several(games.size, "game")} of the list ${games.size === 1 ? "was" : "were"} changed and not saved with it.`;
    return confirm({ heading: "Leave these games?", text, no: "Keep the list", yes: "Leave them" });
  }

  /**
   * The list of before stays until there is a game in the new one.
   * @param {GameFile} file
   * @param {EditedGames} edited
   * @param {boolean} [isNew] Whether it was not there before the page was loaded again.
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
        list.show(file.rows, file.isWhole);
        return true;
      });
      if (number === this.loads) await this.listed(file, list, isNew);
    } catch (error) {
      if (number !== this.loads) return;
      const message = error instanceof Refusal ? capital(error.message) : "The games could not be read.";
      head.replaceWith(h("p", { class: "problem", role: "alert", "data-loading": "" }, message));
    }
  }

  /**
   * One list takes the place of another.
   * @param {EditedGames} edited
   * @param {HTMLElement} head
   * @param {GameList} list
   */
  exchange(edited, head, list) {
    if (this.edited.list !== edited.list) forgetList();
    this.edited = edited;
    this.redraw = () => list.redraw();
    head.removeAttribute("data-loading");
    fill(this.element, head, list.element);
  }

  /**
   * All games of a file are known.
   * @param {GameFile} file
   * @param {GameList} list
   * @param {boolean} isNew
   */
  async listed(file, list, isNew) {
    const { rows, problem, variant } = file;
    if (problem) list.element.before(h("p", { class: "note" }, capital(problem)));
    const strange = rows.filter(isStrange).length;
    if (2 * strange > rows.length) offerVariants(this.element, "Read as", othersThan(variant), (other) => void this.load(new File([file.file], file.name), other));
    if (rows.length === 1 && strange === 0 && rows[0].variant) await this.open(file, rows[0]);
    if (rows.length === 1 || strange === rows.length) return;
    list.element.before(h("div", { class: "row" },
      h("button", { type: "button", title: "The whole file, with the games as they were left here", onclick: () => void this.save(file) }, "Save all games")));
    if (isNew) void this.keepFile(file);
    if (file.file.size <= MOST_EXPLORED) void this.prepare(file, list, isNew);
  }

  /**
   * Goes on with a copy: whoever saves the games may write over the file that was opened.
   * @param {GameFile} file
   */
  async keepFile(file) {
    const { name, variant, problem, list } = file;
    if (file.file.size > MOST_KEPT) return;
    try {
      file.file = new Blob([await file.file.arrayBuffer()]);
    } catch {
      // It is gone already; that will be said when a game is opened.
      return;
    }
    await keepFile(list, { file: new File([file.file], name), variant, problem });
  }

  /**
   * Makes the games ready for the Explorer, and offers it.
   * @param {GameFile} file
   * @param {GameList} list
   * @param {boolean} isNew
   */
  async prepare(file, list, isNew) {
    const number = this.loads;
    if (isAlone) {
      list.element.before(h("p", { class: "explain" }, "The program (`tabiya serve`) can also explore these games by position."));
      return;
    }
    try {
      await this.explorer.load(file.file, file.variant, isNew, (found, ply) => this.openFound(file, found, ply));
    } catch (error) {
      if (error instanceof Refusal) return;
      throw error;
    }
    if (number !== this.loads) return;
    list.element.before(h("button", { type: "button", onclick: () => this.explorer.explore() }, "Explore these games by position"));
  }

  /**
   * Opens a game that the Explorer has found, if it is one of the list.
   * @param {GameFile} file
   * @param {import("./types.js").FoundGame} found
   * @param {number} ply
   */
  async openFound(file, { number, plies, result }, ply) {
    // Games that cannot be opened are not in the Explorer.
    const row = file.rows.filter(({ variant }) => variant !== null)[number - 1];
    if (this.edited.list !== file.list || row?.plies !== plies || row.result !== result) return false;
    await this.open(file, row, ply);
    return true;
  }

  /**
   * Puts a game of a file on the board, as it was left if it was worked on.
   * @param {GameFile} file
   * @param {import("./types.js").GameRow} row
   * @param {number} [ply] The half-move to show; the last if it is not said.
   */
  async open(file, { variant, number, ...row }, ply) {
    if (variant === null) return;
    try {
      await this.game.leave();
      const edited = this.edited.games.get(number);
      const listed = file.rows.length > 1 ? { list: file.list, number } : null;
      if (edited === undefined) await openPgn(this.game, () => file.text(row), variant, { ply, listed });
      else await openKept(this.game, edited);
    } catch (error) {
      if (!(error instanceof Refusal)) return ignoreDropped(error);
      toast(`Game ${number} cannot be opened: ${error.message}`);
    }
  }

  /** Another game takes the place of the one on the board. */
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
      if (!(await mayCut(file, cut.length))) return;
      /** @type {Map<number, string>} */
      const texts = new Map();
      for (const [number, { saved, tree }] of edited.games) texts.set(number, await writePgn(saved, tree));
      saveAs(await file.withGames(texts), file.name.replace(/\.(gz|bz2|zst)$/, "") || "games.pgn");
      edited.isSaved = true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      toast(`The games could not be saved: ${error.message}`);
    }
  }
}

/**
 * Whether it is wrong almost from the start: it may be a game of another kind.
 * @param {import("./types.js").GameRow} row
 */
const isStrange = (row) => row.plies < MANY_MOVES && row.fault !== undefined;

/**
 * Asks before something of a file is left out.
 * @param {GameFile} file
 * @param {number} cut How many changed games could not be read to their ends.
 */
function mayCut(file, cut) {
  if (cut === 0 && file.problem === null) return true;
  const texts = [
    file.problem === null ? "" : "The file was not read to its end: only the games of the list are saved.",
    cut === 0 ? "" : `${several(cut, "changed game")} could not be read to the end: what follows the fault is left out.`,
  ];
  return confirm({ heading: "Save without it?", text: texts.join(" ").trim(), no: "Do not save", yes: "Save" });
}

/** @param {GameFile} file */
function summary({ name, rows, faulty, isWhole }) {
  const games = (name === "" ? "" : `${name}: `) + (rows.length === 1 ? "One game" : `${count(rows.length)} games`);
  return games + (isWhole ? "" : " so far…") + (faulty > 0 ? `; ${count(faulty)} not good to the end.` : isWhole ? "." : "");
}
