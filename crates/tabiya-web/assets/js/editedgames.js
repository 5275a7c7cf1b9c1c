// @ts-check
// The games of a list that were worked on: each stays as it was left, whichever other is opened, also through a reload.

import { keepGame, keptGames } from "./keptlist.js";
import { Tree } from "./tree.js";

/** @typedef {{ saved: import("./types.js").Saved, tree: Tree, version?: number }} Edited The version is that of the tree when it was left. */

export class EditedGames {
  /** @param {string} list Of which list. */
  constructor(list) {
    this.list = list;
    /** @type {Map<number, Edited>} By their numbers. */
    this.games = new Map();
    this.isSaved = true;
  }

  /** Takes up those of before the page was loaded again. */
  async restore() {
    for (const { number, saved, tree } of await keptGames(this.list)) {
      if (!this.games.has(number)) this.games.set(number, { saved, tree: Tree.ofKept(tree) });
      this.isSaved = false;
    }
  }

  /**
   * @param {number} number
   * @param {Edited} game
   */
  keep(number, game) {
    const known = this.games.get(number);
    this.games.set(number, { ...game, version: game.tree.version });
    if (known?.tree === game.tree && known.version === game.tree.version) return;
    this.isSaved = false;
    void keepGame(this.list, number, { saved: game.saved, tree: game.tree.toJSON() });
  }
}
