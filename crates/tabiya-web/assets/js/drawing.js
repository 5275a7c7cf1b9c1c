// @ts-check
// What is drawn on the board belongs to the move it was drawn at: where nobody plays it is kept in the tree, and with it in
// the PGN; in a game that is played it goes with the next move.

import { announce } from "./dom.js";
import { drawnAlso, drawnNext, shapeInWords, shapesOf, withShapes } from "./shapes.js";

/** @typedef {import("./shapes.js").Shape} Shape */

export class Drawing {
  /**
   * @param {import("./game.js").Game} game
   * @param {(deed: () => unknown) => void} attempt
   * @param {() => void} show
   */
  constructor(game, attempt, show) {
    this.game = game;
    this.attempt = attempt;
    this.show = show;
    /** @type {{ about: string, shapes: Shape[] }} Of a game that is played, and the position they were drawn on. */
    this.passing = { about: "", shapes: [] };
  }

  /** @returns {Shape[]} */
  get shapes() {
    const { game, passing } = this;
    if (game.isFree) return shapesOf(game.tree.nodes[game.node].after);
    return passing.about === this.about ? passing.shapes : [];
  }

  /** Tells one position of a game from another. */
  get about() {
    const { variant, mode, start, moves, at } = this.game.saved;
    return JSON.stringify([variant, mode.kind, start, ...moves.slice(0, at)]);
  }

  /** @param {Shape} shape */
  draw(shape) {
    this.change(drawnAlso(this.shapes, shape));
  }

  /** @param {{ from: string, to: string | null }} place */
  drawNext(place) {
    this.change(drawnNext(this.shapes, place));
  }

  clear() {
    this.change([]);
  }

  /** @param {Shape[]} shapes */
  change(shapes) {
    const { game, shapes: before } = this;
    const drawn = shapes.find((shape) => !before.some((old) => shapeInWords(old) === shapeInWords(shape)));
    announce(shapes.length === 0 ? "Nothing is drawn any more." : drawn ? `Drawn: ${shapeInWords(drawn)}.` : "No longer drawn.");
    if (!game.isFree) {
      this.passing = { about: this.about, shapes };
      this.show();
      return;
    }
    const { node } = game;
    this.attempt(() => game.edit((tree) => tree.annotate(node, { after: withShapes(tree.nodes[node].after, shapes) })));
  }
}
