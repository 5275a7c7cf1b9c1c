// @ts-check
// The games of a file beside the board: listed, opened, worked on, and saved together.

import { isAlone } from "./alone.js";
import { confirm } from "./confirm.js";
import { capital, count, fill, h, toast } from "./dom.js";
import { EditedGames } from "./editedgames.js";
import { GameFile } from "./gamefile.js";
import { GameList } from "./gamelist.js";
import { forgetFile, keepFile, keptFile } from "./keptfile.js";
import { several } from "./numbering.js";
import { openKept, openPgn } from "./opening.js";
import { Refusal } from "./request.js";
import { offerVariants, othersThan } from "./variants.js";
import { saveAs, writePgn } from "./writing.js";

/** In bytes; a longer file is not made ready for the Explorer. */
const MOST_EXPLORED = 32 << 20;

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
    this.edited = new EditedGames("");
    this.redraw = () => {};
    game.addEventListener("leave", () => this.leave());
  }

  /** Lists what was listed before the page was loaded again. */
  async restore() {
    const kept = await keptFile();
    if (kept === null || this.loads > 0) return;
    await this.list(new GameFile(kept.file, kept.variant, kept.file.name, kept.list), EditedGames.restored(kept.list), false);
  }

  /**
   * Lists the games of a file; the only one is opened.
   * @param {Blob | string} text
   * @param {import("./types.js").Variant} variant What a game is that does not say.
   */
  async load(text, variant) {
    if (!(await this.mayGo())) return;
    const file = new GameFile(new Blob([text]), variant, text instanceof File ? text.name : "");
    this.edited.forget();
    forgetFile();
    await this.list(file, new EditedGames(file.list));
  }

  /** Whether another file may take the place of this one. */
  async mayGo() {
    const { games, isSaved } = this.edited;
    if (isSaved) return true;
    const text = `${several(games.size, "game")} of the list ${games.size === 1 ? "was" : "were"} changed and not saved with it.`;
    return confirm({ heading: "Leave these games?", text, no: "Keep the list", yes: "Leave them" });
  }

  /**
   * @param {GameFile} file
   * @param {EditedGames} edited
   * @param {boolean} [isNew] Whether it was not there before the page was loaded again.
   */
  async list(file, edited, isNew = true) {
    const number = ++this.loads;
    this.edited = edited;
    const list = new GameList((row) => void this.open(file, row), (row) => edited.games.has(row.number));
    const head = h("p", { class: "explain" }, "Reading…");
    fill(this.element, head);
    this.redraw = () => list.redraw();
    try {
      await file.read(() => {
        if (number !== this.loads) return false;
        head.textContent = summary(file);
        list.show(file.rows, file.isWhole);
        if (!list.element.isConnected) this.element.append(list.element);
        return true;
      });
      if (number === this.loads) await this.listed(file, list, isNew);
    } catch (error) {
      if (number !== this.loads) return;
      const message = error instanceof Refusal ? capital(error.message) : "The games could not be read.";
      fill(this.element, h("p", { class: "problem", role: "alert" }, message));
    }
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
    const areStrange = rows.every(isStrange);
    if (areStrange) offerVariants(this.element, "Read as", othersThan(variant), (other) => void this.load(file.file, other));
    else if (rows.length > 1) {
      if (isNew) void keepFile({ file: new File([file.file], file.name), variant, list: file.list });
      list.element.before(h("div", { class: "row" },
        h("button", { type: "button", title: "The whole file, with the games as they were left here", onclick: () => void this.save(file) }, "Save all games")));
      if (file.file.size <= MOST_EXPLORED) void this.prepare(file, list, isNew);
    } else if (rows[0].variant) await this.open(file, rows[0]);
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
      await this.explorer.load(file.file, file.variant, isNew);
    } catch (error) {
      if (error instanceof Refusal) return;
      throw error;
    }
    if (number !== this.loads) return;
    list.element.before(h("button", { type: "button", onclick: () => this.explorer.explore() }, "Explore these games by position"));
  }

  /**
   * Puts a game of a file on the board, as it was left if it was worked on.
   * @param {GameFile} file
   * @param {import("./types.js").GameRow} row
   */
  async open(file, { variant, number, ...row }) {
    if (variant === null) return;
    try {
      await this.game.leave();
      const edited = this.edited.games.get(number);
      if (edited === undefined) await openPgn(this.game, () => file.text(row), variant, { listed: { list: file.list, number } });
      else await openKept(this.game, edited);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
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
 * Whether not even its first move is one: it may be a game of another kind.
 * @param {import("./types.js").GameRow} row
 */
const isStrange = (row) => row.plies === 0 && row.fault !== undefined;

/** @param {GameFile} file */
function summary({ name, rows, faulty, isWhole }) {
  const games = (name === "" ? "" : `${name}: `) + (rows.length === 1 ? "One game" : `${count(rows.length)} games`);
  return games + (isWhole ? "" : " so far…") + (faulty > 0 ? `; ${count(faulty)} not good to the end.` : isWhole ? "." : "");
}
