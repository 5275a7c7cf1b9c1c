// @ts-check
// Games by position: what was played here by any order of moves, how it ended, and in which games.

import { ignoreDropped } from "./actionqueue.js";
import { capital, count, fill, h, toast } from "./dom.js";
import { Filters } from "./filters.js";
import { whyNobodyMoves } from "./referee.js";
import { Refusal } from "./request.js";
import { resultBar, yearChart } from "./results.js";
import { games } from "./resultsums.js";
import { PGN, ask, upload } from "./server.js";
import { onForgotten } from "./session.js";
import { chooseTab, revealTab } from "./tabs.js";

/** @typedef {import("./types.js").ExploreTold} ExploreTold */
/** @typedef {import("./types.js").ExploredGame} ExploredGame */
/** @typedef {import("./types.js").Sources} Sources */

/** So many games are listed at first, and so many at most. */
const [LISTED, MOST_LISTED] = [16, 1000];

/**
 * @typedef {object} Deeds What the panel does to the board.
 * @property {(uci: string) => void} play
 * @property {(uci: string | null) => void} hint Shows a move by an arrow.
 * @property {(found: import("./types.js").FoundGame, ply: number) => Promise<void>} open
 */

export class ExplorerPanel {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} tab
   * @param {import("./game.js").Game} game
   * @param {Deeds} deeds
   */
  constructor(place, tab, game, deeds) {
    this.place = place;
    this.tab = tab;
    this.game = game;
    this.deeds = deeds;
    this.asked = 0;
    /** @type {Sources} */
    this.sources = { served: null, loaded: null };
    /** @type {ExploreTold | null} */
    this.told = null;
    this.filters = new Filters(() => void this.refresh());
    /** @type {(found: import("./types.js").FoundGame, ply: number) => Promise<boolean>} */
    this.openListed = async () => false;
    this.source = h("select", { "aria-label": "Which games", onchange: () => void this.refresh() });
    this.notice = h("p", { class: "note", role: "status", hidden: true });
    this.answer = h("div", { class: "stack", "data-testid": "explorer" });
    this.more = h("div", { class: "stack", "data-testid": "explorer-more" });
    place.append(h("div", { class: "stack" }, this.notice, this.source, this.filters.element, this.answer));
    place.addEventListener("shown", () => void this.refresh());
    onForgotten(() => this.lose());
  }

  /** Asks which databases there are. */
  async look() {
    try {
      this.offer(await ask("/api/explore/sources", {}));
    } catch (error) {
      // Then there is no Explorer; whatever else is wrong the board will say.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /**
   * Makes the games of a file ready to be asked.
   * @param {Blob | string} text
   * @param {string} variant
   * @param {boolean} isNew Whether they were not listed before: then they are what is asked next.
   * @param {(found: import("./types.js").FoundGame, ply: number) => Promise<boolean>} openListed Opens a game of them with all that the file says of it, if it can.
   */
  async load(text, variant, isNew, openListed) {
    this.openListed = openListed;
    if (!isNew && this.sources.loaded) return;
    this.offer(await upload(`/api/games?variant=${variant}`, text, PGN), isNew);
  }

  /** Shows the panel with the games of the file. */
  explore() {
    this.source.value = "loaded";
    chooseTab(this.tab);
  }

  /**
   * @param {Sources} sources
   * @param {boolean} [preferLoaded]
   */
  offer(sources, preferLoaded = false) {
    const before = this.source.value;
    this.sources = sources;
    this.notice.hidden = true;
    const { served, loaded } = sources;
    fill(this.source,
      served && h("option", { value: "served" }, `${served.name}: ${count(served.games)} games`),
      loaded && h("option", { value: "loaded" }, `${loaded.name}: ${count(loaded.games)} games`));
    this.source.hidden = !served || !loaded;
    const wanted = preferLoaded ? "loaded" : before;
    if (wanted === "loaded" && loaded) this.source.value = wanted;
    if (served || loaded) revealTab(this.tab);
    void this.refresh();
  }

  /** The games of the file are gone. */
  lose() {
    if (!this.sources.loaded) return;
    this.offer({ ...this.sources, loaded: null });
    fill(this.notice, "The games of the file are not beside this board any more; load it again.");
    this.notice.hidden = false;
    if (!this.sources.served) fill(this.answer);
  }

  /** What every question says. */
  question() {
    return { game: this.game.question(), loaded: this.source.value === "loaded" };
  }

  /**
   * The position, the filters or the games are others.
   * @param {number} [listed] How many games to list.
   */
  async refresh(listed = LISTED) {
    const number = ++this.asked;
    this.deeds.hint(null);
    if (this.place.hidden || this.source.value === "" || !this.game.now) return;
    const question = { ...this.question(), filter: this.filters.values, games: listed };
    try {
      const told = await ask("/api/explore", question);
      if (number !== this.asked) return;
      fill(this.more);
      this.draw(told);
      if (games(told) === 0) return;
      const details = await ask("/api/explore", { ...question, details: true });
      if (number === this.asked) this.drawMore(details);
    } catch (error) {
      if (number !== this.asked || !(error instanceof Refusal)) return;
      this.told = null;
      if (error.status === 404 && question.loaded) return this.lose();
      fill(this.answer, h("p", { class: "problem", role: "alert" }, capital(error.message)));
    }
  }

  /** Who may move may have changed. */
  redraw() {
    if (this.told && !this.place.hidden) this.draw(this.told);
  }

  /** @param {ExploreTold} told */
  draw(told) {
    this.told = told;
    const total = games(told);
    const whose = this.filters.isSet ? "of the games the filters leave" : `of ${count(told.allGames)} games`;
    if (total === 0) {
      fill(this.answer, h("p", {}, `None ${whose} reached this position.`));
      return;
    }
    fill(this.answer,
      h("p", { class: "explain" }, `${count(total)} ${whose} reached this position.`),
      resultBar(told),
      told.moves.length > 0 && h("table", { class: "table played" },
        h("thead", {}, h("tr", {}, h("th", {}, "move"), h("th", { class: "number" }, "games"), h("th", {}, "results"), h("th", { class: "number" }, "rating"))),
        h("tbody", {}, ...told.moves.map((move) => this.row(move, total)))),
      this.more,
      h("h3", {}, "Games"),
      h("ul", { class: "games" }, ...told.topGames.map((found) => h("li", {}, this.entry(found)))),
      this.moreGames(told.topGames.length, total));
  }

  /**
   * @param {number} listed
   * @param {number} total
   */
  moreGames(listed, total) {
    if (listed >= Math.min(total, MOST_LISTED)) return null;
    const more = async () => {
      await this.refresh(Math.min(4 * listed, MOST_LISTED));
      // The button is gone; the first game it brought takes its place.
      const first = this.answer.querySelectorAll(".games button")[listed];
      if (first instanceof HTMLElement) first.focus();
    };
    return h("button", { type: "button", class: "quiet", onclick: () => void more() },
      `These are ${count(listed)} of ${count(total)}: show more`);
  }

  /**
   * @param {import("./types.js").ExploredMove} move
   * @param {number} total
   */
  row(move, total) {
    // A move of the Explorer is a move on the board, and asks for the same leave.
    const mayPlay = whyNobodyMoves(this.game) === null;
    // The board writes castling in its own way.
    const uci = this.game.now?.legal.find(({ san }) => san === move.san)?.uci ?? move.uci;
    const number = games(move);
    return h("tr", { onpointerenter: () => this.deeds.hint(uci), onpointerleave: () => this.deeds.hint(null), onfocusin: () => this.deeds.hint(uci), onfocusout: () => this.deeds.hint(null) },
      h("td", {}, mayPlay ? h("button", { type: "button", title: move.opening?.name, onclick: () => this.deeds.play(uci) }, move.san) : move.san),
      h("td", { class: "number" }, `${count(number)} (${Math.round((100 * number) / total)}%)`),
      h("td", {}, resultBar(move)),
      h("td", { class: "number" }, move.averageRating ?? "–"));
  }

  /** @param {ExploreTold} told */
  drawMore(told) {
    const total = games(told);
    const others = told.byThisRoad === undefined ? null : total - told.byThisRoad;
    const chart = yearChart(told.history ?? []);
    fill(this.more,
      others !== null && h("p", { class: "explain" }, others === 0
        ? "All of them came by the moves on the board."
        : `${count(total - others)} came by the moves on the board, ${count(others)} by other move orders.`),
      told.ended > 0 && h("p", { class: "explain" }, `${count(told.ended)} ended here.`),
      chart && h("h3", {}, "Results by year"), chart);
  }

  /** @param {ExploredGame} found */
  entry(found) {
    const name = (/** @type {{ name: string, rating: number | null }} */ player) => (player.rating === null ? player.name : `${player.name} (${player.rating})`);
    const where = [found.result === "1/2-1/2" ? "½-½" : found.result, found.month ?? found.year, found.speed].filter((text) => text);
    return h("button", { type: "button", "data-game": found.id, onclick: () => void this.open(found.id) },
      h("span", { class: "players" }, `${name(found.white)} – ${name(found.black)}`),
      h("span", { class: "where" }, where.join(" · ")));
  }

  /**
   * Puts a game on the board, at the position asked about.
   * @param {string} id
   */
  async open(id) {
    try {
      const question = this.question();
      const { game, ply } = await ask("/api/explore/game", { id, ...question });
      if (!(question.loaded && (await this.openListed(game, ply)))) await this.deeds.open(game, ply);
    } catch (error) {
      if (!(error instanceof Refusal)) return ignoreDropped(error);
      toast(error.message);
    }
  }
}
