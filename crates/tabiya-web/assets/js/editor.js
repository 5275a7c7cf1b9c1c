// @ts-check
// The board editor: any position is set up here, and the server says what it is and what is wrong with it.

import { startPending } from "./pending.js";
import { ignoreDropped } from "./actionqueue.js";
import { choices } from "./choices.js";
import { mayEnd } from "./confirm.js";
import { capital, dialog, fill, h, toast } from "./dom.js";
import { EditorBoard, HAND, withChanges } from "./editorboard.js";
import { inWords } from "./pieces.js";
import { openNewGame } from "./newgame.js";
import { Palettes } from "./palettes.js";
import { Refusal } from "./request.js";
import { ask } from "./server.js";
import { VARIANTS } from "./variants.js";

/** @typedef {import("./types.js").Variant} Variant */
/** @typedef {import("./types.js").Setup} Setup */
/** @typedef {import("./types.js").SetupTold} SetupTold */
/** @typedef {{ fen: string } | { setup: Setup }} Question */

/** Milliseconds after the last letter of a FEN. */
const PAUSE = 200;
/** @type {Record<string, string>} What castling with a rook is called in chess. */
const CASTLING = { h1: "White O-O", a1: "White O-O-O", h8: "Black O-O", a8: "Black O-O-O" };
/** @type {[RegExp, string][]} How some of what is wrong can be put right. */
const ADVICE = [
  [/has no /, "Put one on the board."],
  [/not to move is in check/, "Give the other side the turn, or move a piece."],
  [/side by side/, "Leave a square between them."],
  [/ stands on /, "Move it or take it away."],
  [/at most/, "Take some away."],
];

/**
 * Opens the editor with the position on the board.
 * @param {import("./game.js").Game} game
 */
export function openEditor(game) {
  new Editor(game).open();
}

class Editor {
  /** @param {import("./game.js").Game} game */
  constructor(game) {
    this.game = game;
    this.place = dialog("editor");
    /** @type {Variant} */
    this.variant = game.saved.variant;
    /** @type {Setup} */
    this.setup = { pieces: {}, turn: "white", castling: [], enPassant: null, halfmove: 0, fullmove: 1, count: null };
    /** The FEN, if it is one of a legal position. @type {string | null} */
    this.legal = null;
    /** Of the questions; only the answer to the last one is shown. */
    this.number = 0;
    /** Ends when every question so far is answered: each change is made to what the one before it left. */
    this.answered = Promise.resolve();
    /** Ends the count of a FEN that is being typed. */
    this.endTyping = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;
    /** Whether a FEN was typed that was not asked about yet. */
    this.isUnread = false;
    this.board = new EditorBoard((changes) => this.changed(() => ({ pieces: withChanges(this.setup.pieces, changes) })));
    this.palettes = new Palettes(this.board);
    this.fen = h("input", { id: "editor-fen", class: "mono", spellcheck: "false", autocomplete: "off", "aria-describedby": "editor-problems", oninput: () => this.typed() });
    this.castling = h("fieldset", { class: "checks" });
    this.enPassant = h("select", { id: "editor-en-passant", onchange: () => this.changed({ enPassant: this.enPassant.value || null }) });
    this.enPassantRow = h("div", {}, h("label", { class: "label", for: "editor-en-passant" }, "En passant"), this.enPassant);
    this.halfmove = this.numberField("editor-halfmove", 0, 65535, (halfmove) => ({ halfmove }));
    this.fullmove = this.numberField("editor-fullmove", 1, 9999, (fullmove) => ({ fullmove }));
    this.counted = this.numberField("editor-counted", 0, 999, (counted) => ({ count: [counted, this.count[1]] }));
    this.limit = this.numberField("editor-limit", 0, 999, (limit) => ({ count: [this.count[0], limit] }));
    this.countRow = h("div", { class: "row numbers" },
      h("div", {}, h("label", { class: "label", for: "editor-counted" }, "Counted half-moves"), this.counted),
      h("div", {}, h("label", { class: "label", for: "editor-limit" }, "of (0: nobody counts)"), this.limit));
    this.problems = h("div", { id: "editor-problems", role: "status" });
    this.deeds = ["Play this", "Analyse this"].map((text, index) =>
      h("button", { type: "button", class: index === 1 ? "primary" : "", onclick: () => void this.finish(index === 0) }, text));
    this.turns = h("div");
  }

  open() {
    const { place } = this;
    const side = h("div", { class: "editor-side" },
      this.variants(), this.turns, this.castling, this.enPassantRow,
      h("div", { class: "row numbers" },
        h("div", {}, h("label", { class: "label", for: "editor-halfmove" }, "Half-move clock"), this.halfmove),
        h("div", {}, h("label", { class: "label", for: "editor-fullmove" }, "Move number"), this.fullmove)),
      this.countRow,
      h("div", { class: "row" },
        this.button("Start position", () => this.toStart()),
        this.button("Clear", () => this.clear()),
        this.button("Flip", () => this.flip())),
      h("label", { class: "label", for: "editor-fen" }, "FEN"), this.fen, this.problems,
      h("div", { class: "buttons" }, this.button("Cancel", () => place.close()), ...this.deeds));
    const scene = h("div", { class: "editor" }, h("h2", { id: "editor-heading" }, "Set up a position"),
      h("div", { class: "editor-main" }, this.palettes.top, this.board.element, this.palettes.bottom), side);
    fill(place, scene);
    this.board.carryIn(scene);
    this.board.flipped = this.game.saved.flipped;
    this.board.layOut();
    this.palettes.draw(this.variant);
    place.addEventListener("close", () => fill(place), { once: true });
    place.showModal();
    this.read(this.game.now?.fen ?? "");
  }

  /**
   * @param {string} text
   * @param {() => void} deed
   */
  button(text, deed) {
    return h("button", { type: "button", onclick: deed }, text);
  }

  /**
   * @param {string} id
   * @param {number} min
   * @param {number} max
   * @param {(value: number) => Partial<Setup>} part
   */
  numberField(id, min, max, part) {
    /** @type {HTMLInputElement} */
    const input = h("input", {
      type: "number", id, min, max, step: 1,
      onchange: () => {
        const value = Math.min(max, Math.max(min, Math.floor(Number(input.value) || min)));
        this.changed(() => part(value));
      },
    });
    return input;
  }

  /** Makruk's count and its limit; nobody counts while the limit is 0. @returns {[number, number]} */
  get count() {
    return this.setup.count ?? [0, 0];
  }

  variants() {
    const set = choices("Game", "editor-variant", VARIANTS, this.variant);
    set.addEventListener("change", ({ target }) => {
      this.variant = /** @type {Variant} */ (/** @type {HTMLInputElement} */ (target).value);
      this.board.tool = HAND;
      this.palettes.draw(this.variant);
      this.changed({ count: null });
    });
    return set;
  }

  flip() {
    this.board.flipped = !this.board.flipped;
    this.board.layOut();
    this.palettes.draw(this.variant);
  }

  clear() {
    this.board.pieces = {};
    this.board.draw();
    this.changed({ pieces: {} }, true);
  }

  toStart() {
    const { variant } = this;
    this.forgetTyped();
    this.ask(async () => ({ fen: (await ask("/api/start", { variant, number: variant === "chess960" ? 518 : undefined })).fen }));
  }

  typed() {
    this.forgetTyped();
    this.isUnread = true;
    this.endTyping = startPending();
    this.typing = setTimeout(() => this.read(this.fen.value), PAUSE);
  }

  forgetTyped() {
    clearTimeout(this.typing);
    this.endTyping();
    this.isUnread = false;
  }

  /** @param {string} fen */
  read(fen) {
    this.forgetTyped();
    this.ask(() => ({ fen }));
  }

  /**
   * @param {Partial<Setup> | (() => Partial<Setup>)} part What changes; a function is asked when all before it has been answered.
   * @param {boolean} [isBare] Whether the clocks are those of a start, and nobody has rights.
   */
  changed(part, isBare = false) {
    // What was typed before comes first.
    if (this.isUnread) this.read(this.fen.value);
    const bare = isBare ? { castling: [], enPassant: null, halfmove: 0, fullmove: 1, count: null } : {};
    this.ask(() => {
      this.setup = { ...this.setup, ...(typeof part === "function" ? part() : part), ...bare };
      return { setup: { ...this.setup, count: this.count[1] > 0 ? this.count : null } };
    });
  }

  /** @param {() => Question | Promise<Question>} question */
  ask(question) {
    const number = ++this.number;
    const { variant } = this;
    const answer = this.answered.then(async () => {
      try {
        const asked = await question();
        const isRead = "fen" in asked;
        /** @type {SetupTold} */
        const told = await ask("/api/setup", { variant, ...asked });
        // What cannot be now may be again after the next change.
        this.setup = isRead ? told.setup : { ...this.setup, pieces: told.setup.pieces };
        if (number === this.number) this.show(told, isRead);
      } catch (error) {
        if (number === this.number) this.say(error);
      }
    });
    this.answered = answer.catch(reportError);
  }

  /**
   * @param {SetupTold} told
   * @param {boolean} isRead Whether it comes from a FEN.
   */
  show(told, isRead) {
    const { setup, fen, problems, notes, mayPass } = told;
    // White's first, and the king's side before the queen's.
    const mayCastle = [...told.mayCastle].sort(([file, rank], [otherFile, otherRank]) => rank.localeCompare(otherRank) || otherFile.localeCompare(file));
    this.legal = problems.length === 0 ? fen : null;
    if (!this.isUnread && (document.activeElement !== this.fen || !isRead)) this.fen.value = fen;
    Object.assign(this.board, { pieces: setup.pieces, variant: this.variant, wrong: new Set(problems.flatMap(({ square }) => square ?? [])) });
    this.board.draw();
    const [counted, limit] = this.count;
    this.countRow.hidden = this.variant !== "makruk";
    for (const [field, value] of /** @type {const} */ ([[this.halfmove, setup.halfmove], [this.fullmove, setup.fullmove], [this.counted, counted], [this.limit, limit]])) {
      // Nothing is written where somebody writes.
      if (document.activeElement !== field) field.value = String(value);
    }
    this.showTurn(setup);
    this.showRights(setup, mayCastle, mayPass);
    const reasons = problems.map(({ reason }) => inWords(reason, this.variant));
    this.tell(reasons, notes.length > 0 ? `Put right: ${notes.join("; ")}.` : "This is a legal position.");
  }

  /** @param {Setup} setup */
  showTurn({ turn }) {
    if (this.turns.querySelector("input:checked")?.getAttribute("value") === turn) return;
    const set = choices("To move", "editor-turn", [["white", "White"], ["black", "Black"]], turn);
    set.addEventListener("change", ({ target }) =>
      this.changed({ turn: /** @type {Setup["turn"]} */ (/** @type {HTMLInputElement} */ (target).value), enPassant: null }));
    fill(this.turns, set);
  }

  /**
   * @param {Setup} setup
   * @param {string[]} mayCastle
   * @param {string[]} mayPass
   */
  showRights(setup, mayCastle, mayPass) {
    this.castling.hidden = mayCastle.length === 0;
    const shown = [...this.castling.querySelectorAll("input")].map(({ value }) => value).join();
    if (shown !== mayCastle.join()) {
      fill(this.castling, h("legend", {}, "Castling"), ...mayCastle.map((rook) => h("label", { class: "check" },
        h("input", { type: "checkbox", value: rook, onchange: () => this.changed({ castling: this.chosenRooks() }) }), this.castlingName(rook))));
    }
    for (const box of this.castling.querySelectorAll("input")) box.checked = setup.castling.includes(box.value);
    this.enPassantRow.hidden = mayPass.length === 0;
    fill(this.enPassant, h("option", { value: "" }, "none"), ...mayPass.map((square) => h("option", { value: square, selected: square === setup.enPassant }, square)));
  }

  chosenRooks() {
    return [...this.castling.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value);
  }

  /** @param {string} rook */
  castlingName(rook) {
    return this.variant === "chess" ? CASTLING[rook] : `${rook.endsWith("1") ? "White" : "Black"}, rook ${rook}`;
  }

  /** @param {unknown} error */
  say(error) {
    this.legal = null;
    if (!(error instanceof Refusal)) throw error;
    const reasons = error.problems.map(({ reason, column }) => `${reason} (column ${column})`);
    this.tell(reasons.length > 0 ? reasons : [error.message], "");
  }

  /**
   * @param {string[]} reasons What is wrong.
   * @param {string} good What is said if nothing is.
   */
  tell(reasons, good) {
    for (const deed of this.deeds) deed.disabled = reasons.length > 0;
    if (reasons.length === 0) return fill(this.problems, h("p", { class: "explain" }, good));
    fill(this.problems, h("div", { class: "problem" }, h("strong", {}, "Not a position yet:"),
      h("ul", {}, ...reasons.map((reason) => h("li", {}, [`${capital(reason)}.`, ADVICE.find(([about]) => about.test(reason))?.[1]].filter(Boolean).join(" "))))));
  }

  /** @param {boolean} isPlayed */
  async finish(isPlayed) {
    // What was changed last may not be answered yet.
    if (this.isUnread) this.read(this.fen.value);
    await this.answered;
    const { game, legal, variant, board } = this;
    if (legal === null || !(await mayEnd(game))) return;
    try {
      const usual = variant === "chess960" ? null : (await ask("/api/start", { variant })).fen;
      await game.begin({ variant, start: legal === usual ? null : legal, flipped: board.flipped });
    } catch (error) {
      if (error instanceof Refusal) toast(error.message);
      else ignoreDropped(error);
      return;
    }
    this.place.close();
    if (isPlayed) openNewGame(game, { from: "board", kind: "engine", side: this.setup.turn });
  }
}
