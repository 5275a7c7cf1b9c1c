// @ts-check
// Annotations of the current move: symbols, comment, place in the tree; and links to its transpositions.

import { textOf, withText } from "./comments.js";
import { announce, fill, h } from "./dom.js";
import { MOVE_MARKS, marked } from "./nags.js";
import { ROOT } from "./nodes.js";
import { halvesBefore, numbered } from "./numbering.js";
import { transpositions } from "./transpositions.js";

/** @typedef {import("./game.js").Game} Game */

export class NotesPanel {
  /**
   * @param {HTMLElement} place
   * @param {Game} game
   * @param {(action: () => unknown) => void} attempt
   */
  constructor(place, game, attempt) {
    this.place = place;
    this.game = game;
    this.attempt = attempt;
    /** The node and the tree of the comment that is being written. */
    this.written = ROOT;
    this.tree = game.tree;
    this.marks = MOVE_MARKS.map(([nag, sign, name]) => ({
      nag, button: h("button", { type: "button", class: "quiet mark", title: name, "aria-label": name, "aria-pressed": "false", onclick: () => this.mark(nag) }, sign),
    }));
    this.comment = h("textarea", { id: "comment", rows: 1, "aria-label": "Comment", placeholder: "Comment…", onchange: () => this.saveComment(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.typed(event) });
    this.promote = this.actionButton("Promote", "Move the variation up", () => this.edit((tree, node) => tree.promote(node)));
    this.main = this.actionButton("Make main line", "Make this line the main line", () => this.edit((tree, node) => tree.makeMain(node)));
    this.remove = this.actionButton("Delete", "Delete this move and all that follow; Undo restores them", () => this.delete());
    this.same = h("div", { class: "links", "data-testid": "transpositions" });
    place.append(
      h("div", { class: "row marks", role: "group", "aria-label": "Move annotation" }, ...this.marks.map(({ button }) => button)),
      this.comment,
      h("div", { class: "row" }, this.promote, this.main, this.remove),
      this.same);
    // There is no time for a request.
    window.addEventListener("pagehide", () => this.saveComment((change) => {
      change(game.tree);
      game.keep({});
    }));
  }

  /**
   * @param {string} text
   * @param {string} title
   * @param {() => void} action
   */
  actionButton(text, title, action) {
    return h("button", { type: "button", class: "quiet", title, onclick: action }, text);
  }

  refresh() {
    const { game } = this;
    this.place.hidden = !game.isFree;
    if (!game.isFree) return;
    const { tree, node } = game;
    const { nags, after } = tree.nodes[node];
    const isMove = node !== ROOT;
    for (const { nag, button } of this.marks) {
      button.disabled = !isMove;
      button.setAttribute("aria-pressed", String(nags.includes(nag)));
    }
    if (this.written !== node || this.tree !== tree || document.activeElement !== this.comment) {
      this.comment.value = textOf(after);
      [this.written, this.tree] = [node, tree];
    }
    this.promote.disabled = tree.isMain(node);
    this.main.disabled = tree.isMain(node);
    this.remove.disabled = !isMove;
    const same = isMove ? transpositions(tree, node).filter((id) => !tree.isBeyond(id)) : [];
    fill(this.same, same.length > 0 && "Same position: ", ...same.slice(0, 6).map((id) => this.link(id)));
  }

  /** @param {number} id */
  link(id) {
    const { tree, saved } = this.game;
    const path = tree.pathTo(id);
    const last = path.slice(-4);
    const text = numbered(last.map((at) => tree.nodes[at].san), halvesBefore(saved.start) + path.length - last.length);
    return h("button", { type: "button", onclick: () => this.attempt(() => this.game.visit(id)) }, path.length > last.length ? `… ${text}` : text);
  }

  /**
   * @param {(tree: import("./tree.js").Tree, node: number) => void} change
   * @param {() => number} [then]
   */
  edit(change, then) {
    const { node } = this.game;
    this.attempt(() => this.game.edit((tree) => change(tree, node), then));
  }

  /** @param {number} nag */
  mark(nag) {
    this.edit((tree, node) => tree.annotate(node, { nags: marked(tree.nodes[node].nags, nag) }));
  }

  delete() {
    const { tree, node } = this.game;
    const { parent, san } = tree.nodes[node];
    this.edit((all) => all.remove(node), () => parent);
    announce(`${san} and the moves after it are deleted. Undo restores them.`);
  }

  /**
   * Stores the comment at the move it was written for, wherever the board is now.
   * @param {(change: (tree: import("./tree.js").Tree) => void) => void} [edit]
   */
  saveComment(edit = (change) => this.attempt(() => this.game.edit(change))) {
    const { written, game } = this;
    if (this.tree !== game.tree) return;
    const text = this.comment.value;
    const { after } = game.tree.nodes[written];
    if (withText(after, text) === after) return;
    // Drawings are stored in the same comments, and may have changed meanwhile.
    edit((tree) => tree.annotate(written, { after: withText(tree.nodes[written].after, text) }));
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.comment.blur();
    }
  }
}
