// @ts-check
// The games of a list that were worked on: each stays as it was left, whichever other is opened, also through a reload.

import { keepGame, keptGames } from "./keptlist.js";
import { Tree } from "./tree.js";

/** @typedef {{ saved: import("./types.js").Saved, tree: Tree, last?: import("./tree.js").Change }} Edited The last is what was changed before it was left. */

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
    for (const { number, saved, tree: kept } of await keptGames(this.list)) {
      const tree = Tree.ofKept(kept);
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
    void keepGame(this.list, number, { saved: game.saved, tree: game.tree.toJSON() });
  }
}
