// @ts-check
// The edited games of a list. Their changes survive opening other games and a reload.

import { storedGames, storeGame } from "./liststorage.js";
import { Tree } from "./tree.js";

/** @typedef {{ saved: import("./types.js").Saved, tree: Tree, last?: import("./tree.js").Change }} Edited The last change before another game was opened. */

export class EditedGames {
  /** @param {string} list The name of the list. */
  constructor(list) {
    this.list = list;
    /** @type {Map<number, Edited>} By game number. */
    this.games = new Map();
    this.isSaved = true;
  }

  /** Restores the edited games after a reload. */
  async restore() {
    for (const { number, saved, tree: stored } of await storedGames(this.list)) {
      const tree = Tree.fromStored(stored);
      if (!this.games.has(number)) this.games.set(number, { saved, tree, last: tree.done.at(-1) });
      this.isSaved = false;
    }
  }

  /**
   * @param {number} number
   * @param {Edited} game
   */
  keep(number, game) {
    const known = this.games.get(number);
    const last = game.tree.done.at(-1);
    this.games.set(number, { ...game, last });
    if (known !== undefined && known.last === last) return;
    this.isSaved = false;
    void storeGame(this.list, number, { saved: game.saved, tree: game.tree.toJSON() });
  }
}
