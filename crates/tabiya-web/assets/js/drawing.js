// @ts-check
// The user's drawings on the board. In an analysis they are stored in the tree, at the current move, and exported with the PGN; in a
// game that is being played they vanish with the next move.

import { announce } from "./dom.js";
import { cycleShape, describeShape, shapesOf, toggleShape, withShapes } from "./shapes.js";

/** @typedef {import("./shapes.js").Shape} Shape */

export class Drawing {
  /**
   * @param {import("./game.js").Game} game
   * @param {(action: () => unknown) => void} attempt
   * @param {() => void} show
   */
  constructor(game, attempt, show) {
    this.game = game;
    this.attempt = attempt;
    this.show = show;
    /** @type {{ positionId: string, shapes: Shape[] }} Drawings of a game that is being played, and their position. */
    this.temporary = { positionId: "", shapes: [] };
  }

  /** @returns {Shape[]} */
  get shapes() {
    const { game, temporary } = this;
    if (game.isFree) return shapesOf(game.tree.nodes[game.node].after);
    return temporary.positionId === this.positionId ? temporary.shapes : [];
  }

  /** Identifies a position of a game. */
  get positionId() {
    const { variant, mode, start, moves, at } = this.game.saved;
    return JSON.stringify([variant, mode.kind, start, ...moves.slice(0, at)]);
  }

  /** @param {Shape} shape */
  draw(shape) {
    this.change(toggleShape(this.shapes, shape));
  }

  /** @param {{ from: string, to: string | null }} place */
  cycle(place) {
    this.change(cycleShape(this.shapes, place));
  }

  clear() {
    this.change([]);
  }

  /** @param {Shape[]} shapes */
  change(shapes) {
    const { game, shapes: before } = this;
    const drawn = shapes.find((shape) => !before.some((old) => describeShape(old) === describeShape(shape)));
    announce(shapes.length === 0 ? "All drawings removed." : drawn ? `Drawn: ${describeShape(drawn)}.` : "Drawing removed.");
    if (!game.isFree) {
      this.temporary = { positionId: this.positionId, shapes };
      this.show();
      return;
    }
    const { node } = game;
    this.attempt(() => game.edit((tree) => tree.annotate(node, { after: withShapes(tree.nodes[node].after, shapes) })));
  }
}
