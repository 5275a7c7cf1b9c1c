// @ts-check
// The board editor. The server validates each position and reports all problems.

import { ignoreDropped } from "./actionqueue.js";
import { confirmEnd } from "./confirm.js";
import { capital, dialog, fill, h, radioGroup, toast } from "./dom.js";
import { EditorBoard, HAND, withChanges } from "./editorboard.js";
import { openNewGame } from "./newgame.js";
import { Palettes } from "./palettes.js";
import { startPending } from "./pending.js";
import { localized } from "./pieces.js";
import { RequestError } from "./request.js";
import { query } from "./server.js";
import { VARIANTS } from "./variants.js";

/** @typedef {import("./types.js").Variant} Variant */
/** @typedef {import("./types.js").Setup} Setup */
/** @typedef {import("./types.js").SetupResponse} SetupResponse */
/** @typedef {{ fen: string } | { setup: Setup }} SetupSource */

/** Milliseconds after the last keystroke in the FEN field. */
const PAUSE = 200;
/** @type {Record<string, string>} Castling rights in standard chess by the rook's square. */
const CASTLING = { h1: "White O-O", a1: "White O-O-O", h8: "Black O-O", a8: "Black O-O-O" };
/** @type {Record<string, string>} How to fix a problem, by its code. */
const ADVICE = {
  missingKing: "Put one on the board.",
  opponentInCheck: "Change the side to move, or move a piece.",
  adjacentKings: "Leave a square between them.",
  pawnRank: "Move or remove it.",
  tooManyPieces: "Remove some.",
};

/**
 * Opens the editor with the current position.
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
    /** The FEN of a legal position, or null. @type {string | null} */
    this.legal = null;
    /** Request number; only the last response is shown. */
    this.number = 0;
    /** Resolves when all requests so far have responses: each change applies to the result of the one before it. */
    this.responded = Promise.resolve();
    /** Ends the pending count of a FEN that is being typed. */
    this.endTyping = () => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;
    /** Whether a typed FEN has not been sent yet. */
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
      h("div", {}, h("label", { class: "label", for: "editor-limit" }, "Count limit (0: no count)"), this.limit));
    this.problems = h("div", { id: "editor-problems", role: "status" });
    this.actions = ["Play this", "Analyze this"].map((text, index) =>
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
      h("div", { class: "buttons" }, this.button("Cancel", () => place.close()), ...this.actions));
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
   * @param {() => void} action
   */
  button(text, action) {
    return h("button", { type: "button", onclick: action }, text);
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

  /** Makruk's count and its limit; a limit of 0 means no count. @returns {[number, number]} */
  get count() {
    return this.setup.count ?? [0, 0];
  }

  variants() {
    const set = radioGroup("Game", "editor-variant", VARIANTS, this.variant);
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
    this.clearTyped();
    this.update(async () => ({ fen: (await query("/api/start", { variant, number: variant === "chess960" ? 518 : undefined })).fen }));
  }

  typed() {
    this.clearTyped();
    this.isUnread = true;
    this.endTyping = startPending();
    this.typing = setTimeout(() => this.read(this.fen.value), PAUSE);
  }

  clearTyped() {
    clearTimeout(this.typing);
    this.endTyping();
    this.isUnread = false;
  }

  /** @param {string} fen */
  read(fen) {
    this.clearTyped();
    this.update(() => ({ fen }));
  }

  /**
   * @param {Partial<Setup> | (() => Partial<Setup>)} part The changes; a function is called when all earlier requests have responses.
   * @param {boolean} [isBare] Whether to reset rights and clocks.
   */
  changed(part, isBare = false) {
    // A FEN typed before comes first.
    if (this.isUnread) this.read(this.fen.value);
    const bare = isBare ? { castling: [], enPassant: null, halfmove: 0, fullmove: 1, count: null } : {};
    this.update(() => {
      this.setup = { ...this.setup, ...(typeof part === "function" ? part() : part), ...bare };
      return { setup: { ...this.setup, count: this.count[1] > 0 ? this.count : null } };
    });
  }

  /** @param {() => SetupSource | Promise<SetupSource>} source */
  update(source) {
    const number = ++this.number;
    const { variant } = this;
    const update = this.responded.then(async () => {
      try {
        const setup = await source();
        const isRead = "fen" in setup;
        /** @type {SetupResponse} */
        const response = await query("/api/setup", { variant, ...setup });
        // Rights that are impossible now may be possible after the next change.
        this.setup = isRead ? response.setup : { ...this.setup, pieces: response.setup.pieces };
        if (number === this.number) this.show(response, isRead);
      } catch (error) {
        if (number === this.number) this.showError(error);
      }
    });
    this.responded = update.catch(reportError);
  }

  /**
   * @param {SetupResponse} response
   * @param {boolean} isRead Whether the response is to a FEN.
   */
  show(response, isRead) {
    const { setup, fen, problems, notes, enPassantSquares } = response;
    // White first, and kingside before queenside.
    const castlingRooks = [...response.castlingRooks].sort(([file, rank], [otherFile, otherRank]) => rank.localeCompare(otherRank) || otherFile.localeCompare(file));
    this.legal = problems.length === 0 ? fen : null;
    if (!this.isUnread && (document.activeElement !== this.fen || !isRead)) this.fen.value = fen;
    Object.assign(this.board, { pieces: setup.pieces, variant: this.variant, wrong: new Set(problems.flatMap(({ square }) => square ?? [])) });
    this.board.draw();
    const [counted, limit] = this.count;
    this.countRow.hidden = this.variant !== "makruk";
    for (const [field, value] of /** @type {const} */ ([[this.halfmove, setup.halfmove], [this.fullmove, setup.fullmove], [this.counted, counted], [this.limit, limit]])) {
      // A focused field is not overwritten.
      if (document.activeElement !== field) field.value = String(value);
    }
    this.showTurn(setup);
    this.showRights(setup, castlingRooks, enPassantSquares);
    const shown = problems.map(({ reason, code }) => ({ reason: localized(reason, this.variant), code }));
    this.report(shown, notes.length > 0 ? `Fixed: ${notes.join("; ")}.` : "This is a legal position.");
  }

  /** @param {Setup} setup */
  showTurn({ turn }) {
    if (this.turns.querySelector("input:checked")?.getAttribute("value") === turn) return;
    const set = radioGroup("To move", "editor-turn", [["white", "White"], ["black", "Black"]], turn);
    set.addEventListener("change", ({ target }) =>
      this.changed({ turn: /** @type {Setup["turn"]} */ (/** @type {HTMLInputElement} */ (target).value), enPassant: null }));
    fill(this.turns, set);
  }

  /**
   * @param {Setup} setup
   * @param {string[]} castlingRooks
   * @param {string[]} enPassantSquares
   */
  showRights(setup, castlingRooks, enPassantSquares) {
    this.castling.hidden = castlingRooks.length === 0;
    const shown = [...this.castling.querySelectorAll("input")].map(({ value }) => value).join();
    if (shown !== castlingRooks.join()) {
      fill(this.castling, h("legend", {}, "Castling"), ...castlingRooks.map((rook) => h("label", { class: "check" },
        h("input", { type: "checkbox", value: rook, onchange: () => this.changed({ castling: this.chosenRooks() }) }), this.castlingName(rook))));
    }
    for (const box of this.castling.querySelectorAll("input")) box.checked = setup.castling.includes(box.value);
    this.enPassantRow.hidden = enPassantSquares.length === 0;
    fill(this.enPassant, h("option", { value: "" }, "none"), ...enPassantSquares.map((square) => h("option", { value: square, selected: square === setup.enPassant }, square)));
  }

  chosenRooks() {
    return [...this.castling.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value);
  }

  /** @param {string} rook */
  castlingName(rook) {
    return this.variant === "chess" ? CASTLING[rook] : `${rook.endsWith("1") ? "White" : "Black"}, rook ${rook}`;
  }

  /** @param {unknown} error */
  showError(error) {
    this.legal = null;
    if (!(error instanceof RequestError)) throw error;
    const problems = error.problems.map(({ reason, code, column }) => ({ reason: `${reason} (column ${column})`, code }));
    this.report(problems.length > 0 ? problems : [{ reason: error.message }], "");
  }

  /**
   * @param {{ reason: string, code?: string }[]} problems
   * @param {string} good The message without problems.
   */
  report(problems, good) {
    for (const button of this.actions) button.disabled = problems.length > 0;
    if (problems.length === 0) return fill(this.problems, h("p", { class: "explain" }, good));
    fill(this.problems, h("div", { class: "problem" }, h("strong", {}, "Not a legal position:"),
      h("ul", {}, ...problems.map(({ reason, code }) => h("li", {}, [`${capital(reason)}.`, code && ADVICE[code]].filter(Boolean).join(" "))))));
  }

  /** @param {boolean} isPlayed */
  async finish(isPlayed) {
    // The last change may not have its response yet.
    if (this.isUnread) this.read(this.fen.value);
    await this.responded;
    const { game, legal, variant, board } = this;
    if (legal === null || !(await confirmEnd(game))) return;
    try {
      const usual = variant === "chess960" ? null : (await query("/api/start", { variant })).fen;
      await game.begin({ variant, start: legal === usual ? null : legal, flipped: board.flipped });
    } catch (error) {
      if (error instanceof RequestError) toast(error.message);
      else ignoreDropped(error);
      return;
    }
    this.place.close();
    if (isPlayed) openNewGame(game, { from: "board", kind: "engine", side: this.setup.turn });
  }
}
