// @ts-check
// The Explorer: moves, results and games of a position, reached by any move order.

import { ignoreDropped } from "./actionqueue.js";
import { capital, count, fill, h, toast } from "./dom.js";
import { Filters } from "./filters.js";
import { whyLocked } from "./referee.js";
import { RequestError } from "./request.js";
import { resultBar, yearChart } from "./results.js";
import { games } from "./resultsums.js";
import { PGN, query, upload } from "./server.js";
import { onSessionLost } from "./session.js";
import { chooseTab, revealTab } from "./tabs.js";

/** @typedef {import("./types.js").ExploreResponse} ExploreResponse */
/** @typedef {import("./types.js").ExploredGame} ExploredGame */
/** @typedef {import("./types.js").Sources} Sources */

/** The number of games listed at first, and the maximum. */
const [LISTED, MAX_LISTED] = [16, 1000];

/**
 * @typedef {object} PanelActions Actions of the panel on the board.
 * @property {(uci: string) => void} play
 * @property {(uci: string | null) => void} hint Shows an arrow for a move.
 * @property {(found: import("./types.js").FoundGame, pgn: string | null, ply: number) => Promise<void>} open
 */

export class ExplorerPanel {
  /**
   * @param {HTMLElement} place
   * @param {HTMLElement} tab
   * @param {import("./game.js").Game} game
   * @param {PanelActions} actions
   */
  constructor(place, tab, game, actions) {
    this.place = place;
    this.tab = tab;
    this.game = game;
    this.actions = actions;
    this.requests = 0;
    /** @type {Sources} */
    this.sources = { served: null, loaded: null };
    /** @type {ExploreResponse | null} */
    this.response = null;
    this.filters = new Filters(() => void this.refresh());
    /** @type {(found: import("./types.js").FoundGame, ply: number) => Promise<boolean>} */
    this.openListed = async () => false;
    this.source = h("select", { "aria-label": "Database", onchange: () => void this.refresh() });
    this.notice = h("p", { class: "note", role: "status", hidden: true });
    this.answer = h("div", { class: "stack", "data-testid": "explorer" });
    this.more = h("div", { class: "stack", "data-testid": "explorer-more" });
    place.append(h("div", { class: "stack" }, this.notice, this.source, this.filters.element, this.answer));
    place.addEventListener("shown", () => void this.refresh());
    onSessionLost(() => this.lose());
  }

  /** Requests the list of databases. */
  async look() {
    try {
      this.offer(await query("/api/explore/sources", {}));
    } catch (error) {
      // Without databases there is no Explorer; the board reports other errors.
      if (!(error instanceof RequestError)) throw error;
    }
  }

  /**
   * Loads the games of a file into the Explorer.
   * @param {Blob | string} text
   * @param {string} variant
   * @param {boolean} isNew Whether the file was loaded just now: then it becomes the current database.
   * @param {(found: import("./types.js").FoundGame, ply: number) => Promise<boolean>} openListed Opens a game from the file with comments and variations, if possible.
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
    const selected = preferLoaded ? "loaded" : before;
    if (selected === "loaded" && loaded) this.source.value = selected;
    if (served || loaded) revealTab(this.tab);
    void this.refresh();
  }

  /** The games of the file are no longer loaded. */
  lose() {
    if (!this.sources.loaded) return;
    this.offer({ ...this.sources, loaded: null });
    fill(this.notice, "The games of the file are no longer loaded; load the file again.");
    this.notice.hidden = false;
    if (!this.sources.served) fill(this.answer);
  }

  /** The common part of all requests. */
  request() {
    return { game: this.game.toRequest(), loaded: this.source.value === "loaded" };
  }

  /**
   * Updates the panel for another position, filter or database.
   * @param {number} [listed] The number of games to list.
   */
  async refresh(listed = LISTED) {
    const number = ++this.requests;
    this.actions.hint(null);
    if (this.place.hidden || this.source.value === "" || !this.game.now) return;
    const request = { ...this.request(), filter: this.filters.values, games: listed };
    try {
      const response = await query("/api/explore", request);
      if (number !== this.requests) return;
      fill(this.more);
      this.draw(response);
      if (games(response) === 0) return;
      const details = await query("/api/explore", { ...request, details: true });
      if (number === this.requests) this.drawMore(details);
    } catch (error) {
      if (number !== this.requests || !(error instanceof RequestError)) return;
      this.response = null;
      if (error.status === 404 && request.loaded) return this.lose();
      fill(this.answer, h("p", { class: "problem", role: "alert" }, capital(error.message)));
    }
  }

  /** Redraws because the right to move may have changed. */
  redraw() {
    if (this.response && !this.place.hidden) this.draw(this.response);
  }

  /** @param {ExploreResponse} response */
  draw(response) {
    this.response = response;
    const total = games(response);
    const whose = this.filters.active > 0 ? "of the filtered games" : `of ${count(response.allGames)} games`;
    if (total === 0) {
      fill(this.answer, h("p", {}, `None ${whose} reached this position.`));
      return;
    }
    fill(this.answer,
      h("p", { class: "explain" }, `${count(total)} ${whose} reached this position.`),
      resultBar(response),
      response.moves.length > 0 && h("table", { class: "table played" },
        h("thead", {}, h("tr", {}, h("th", {}, "move"), h("th", { class: "number" }, "games"), h("th", {}, "results"), h("th", { class: "number" }, "rating"))),
        h("tbody", {}, ...response.moves.map((move) => this.row(move, total)))),
      this.more,
      h("h3", {}, "Games"),
      h("ul", { class: "games" }, ...response.topGames.map((found) => h("li", {}, this.entry(found)))),
      this.moreGames(response.topGames.length, total));
  }

  /**
   * @param {number} listed
   * @param {number} total
   */
  moreGames(listed, total) {
    if (listed >= Math.min(total, MAX_LISTED)) return null;
    const more = async () => {
      await this.refresh(Math.min(4 * listed, MAX_LISTED));
      // The button is gone; the focus moves to the first new game.
      const first = this.answer.querySelectorAll(".games button")[listed];
      if (first instanceof HTMLElement) first.focus();
    };
    return h("button", { type: "button", class: "quiet", onclick: () => void more() },
      `Show more (${count(listed)} of ${count(total)} listed)`);
  }

  /**
   * @param {import("./types.js").ExploredMove} move
   * @param {number} total
   */
  row(move, total) {
    // A move of the Explorer is subject to the same rules as a move on the board.
    const mayPlay = whyLocked(this.game) === null;
    // The board has its own UCI notation for castling.
    const uci = this.game.now?.legal.find(({ san }) => san === move.san)?.uci ?? move.uci;
    const number = games(move);
    return h("tr", { onpointerenter: () => this.actions.hint(uci), onpointerleave: () => this.actions.hint(null), onfocusin: () => this.actions.hint(uci), onfocusout: () => this.actions.hint(null) },
      h("td", {}, mayPlay ? h("button", { type: "button", title: move.opening?.name, onclick: () => this.actions.play(uci) }, move.san) : move.san),
      h("td", { class: "number" }, `${count(number)} (${Math.round((100 * number) / total)}%)`),
      h("td", {}, resultBar(move)),
      h("td", { class: "number" }, move.averageRating ?? "–"));
  }

  /** @param {ExploreResponse} response */
  drawMore(response) {
    const total = games(response);
    const others = response.sameMoveOrder === undefined ? null : total - response.sameMoveOrder;
    const chart = yearChart(response.history ?? []);
    fill(this.more,
      others !== null && h("p", { class: "explain" }, others === 0
        ? "All of them used the moves on the board."
        : `${count(total - others)} used the moves on the board, ${count(others)} other move orders.`),
      response.ended > 0 && h("p", { class: "explain" }, `${count(response.ended)} ended in this position.`),
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
   * Opens a game at the current position.
   * @param {string} id
   */
  async open(id) {
    try {
      const request = this.request();
      const { game, pgn, ply } = await query("/api/explore/game", { id, ...request });
      if (!(request.loaded && (await this.openListed(game, ply)))) await this.actions.open(game, pgn, ply);
    } catch (error) {
      if (!(error instanceof RequestError)) return ignoreDropped(error);
      toast(error.message);
    }
  }
}
