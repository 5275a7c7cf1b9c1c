// @ts-check
// What can be done with the move on the board: a mark, a comment, another place in the tree; and where else its position
// stands.

import { announce, fill, h } from "./dom.js";
import { MOVE_MARKS, marked } from "./nags.js";
import { ROOT } from "./nodes.js";
import { halvesBefore, numbered } from "./numbering.js";
import { transpositions } from "./transpositions.js";
import { withWords, wordsOf } from "./words.js";

/** @typedef {import("./game.js").Game} Game */

export class NotesPanel {
  /**
   * @param {HTMLElement} place
   * @param {Game} game
   * @param {(deed: () => unknown) => void} attempt
   */
  constructor(place, game, attempt) {
    this.place = place;
    this.game = game;
    this.attempt = attempt;
    /** The node the comment belongs to that is being written, and its tree. */
    this.written = ROOT;
    this.tree = game.tree;
    this.marks = MOVE_MARKS.map(([nag, sign, name]) => ({
      nag, button: h("button", { type: "button", class: "quiet mark", title: name, "aria-label": name, "aria-pressed": "false", onclick: () => this.mark(nag) }, sign),
    }));
    this.comment = h("textarea", { id: "comment", rows: 1, "aria-label": "Comment", placeholder: "Comment…", onchange: () => this.say(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.typed(event) });
    this.promote = this.deed("Promote", "Moves the variation one place up", () => this.edit((tree, node) => tree.promote(node)));
    this.main = this.deed("Make main line", "The line that leads here becomes the game's", () => this.edit((tree, node) => tree.makeMain(node)));
    this.remove = this.deed("Delete", "Takes this move and all that follows away; Undo brings it back", () => this.delete());
    this.same = h("div", { class: "links", "data-testid": "transpositions" });
    place.append(
      h("div", { class: "row marks", role: "group", "aria-label": "Mark of the move" }, ...this.marks.map(({ button }) => button)),
      this.comment,
      h("div", { class: "row" }, this.promote, this.main, this.remove),
      this.same);
    // There is no time to ask anybody then.
    window.addEventListener("pagehide", () => this.say((change) => {
      change(game.tree);
      game.keep({});
    }));
  }

  /**
   * @param {string} text
   * @param {string} title
   * @param {() => void} deed
   */
  deed(text, title, deed) {
    return h("button", { type: "button", class: "quiet", title, onclick: deed }, text);
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
      this.comment.value = wordsOf(after);
      [this.written, this.tree] = [node, tree];
    }
    this.promote.disabled = tree.isMain(node);
    this.main.disabled = tree.isMain(node);
    this.remove.disabled = !isMove;
    const same = isMove ? transpositions(tree, node).filter((id) => !tree.isBeyond(id)) : [];
    fill(this.same, same.length > 0 && "The same position: ", ...same.slice(0, 6).map((id) => this.link(id)));
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
    announce(`${san} and what follows is deleted. Undo brings it back.`);
  }

  /**
   * What was written belongs to the move it was written for, wherever the board has gone since.
   * @param {(change: (tree: import("./tree.js").Tree) => void) => void} [edit]
   */
  say(edit = (change) => this.attempt(() => this.game.edit(change))) {
    const { written, game } = this;
    if (this.tree !== game.tree) return;
    const text = this.comment.value;
    const { after } = game.tree.nodes[written];
    if (withWords(after, text) === after) return;
    // What is drawn meanwhile stands in the same comments.
    edit((tree) => tree.annotate(written, { after: withWords(tree.nodes[written].after, text) }));
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.comment.blur();
    }
  }
}
