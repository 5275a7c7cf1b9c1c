// @ts-check
// The pieces and tools beside the editor's board: one group of radio buttons.

import { capital, fill, h } from "./dom.js";
import { BIN, HAND } from "./editorboard.js";
import { drawPiece, localized } from "./pieces.js";

const ROLES = ["king", "queen", "rook", "bishop", "knight", "pawn"];

export class Palettes {
  /** @param {import("./editorboard.js").EditorBoard} board */
  constructor(board) {
    this.board = board;
    this.top = h("div", { class: "palette", role: "group" });
    this.bottom = h("div", { class: "palette", role: "group" });
  }

  /** @param {import("./types.js").Variant} variant */
  draw(variant) {
    const roles = variant === "makruk" ? [...ROLES, "promoted bia"] : ROLES;
    const [top, bottom] = this.board.flipped ? ["white", "black"] : ["black", "white"];
    for (const [place, color, other] of /** @type {const} */ ([[this.top, top, HAND], [this.bottom, bottom, BIN]])) {
      place.setAttribute("aria-label", `${capital(color)}'s pieces`);
      fill(place, ...roles.map((role) => this.tool(`${color} ${role}`, variant)), this.tool(other, variant));
    }
  }

  /**
   * @param {string} tool A piece, or a tool.
   * @param {import("./types.js").Variant} variant
   */
  tool(tool, variant) {
    const isPiece = tool !== HAND && tool !== BIN;
    const name = isPiece ? localized(tool, variant) : capital(`${tool} pieces`);
    const input = h("input", {
      type: "radio", name: "editor-tool", value: tool, checked: this.board.tool === tool, "aria-label": name,
      onchange: () => this.take(tool),
    });
    return h("label", {
      class: "tool", title: name,
      onpointerdown: (/** @type {PointerEvent} */ event) => isPiece && event.button === 0 && this.board.lift(event, tool, null),
    }, input, isPiece ? h("span", { class: "piece" }, drawPiece(tool, variant)) : h("span", { class: "sign", "aria-hidden": "true" }, tool === HAND ? "✥" : "✕"));
  }

  /** @param {string} tool */
  take(tool) {
    this.board.tool = tool;
    this.board.chosen = null;
    this.board.draw();
  }
}
