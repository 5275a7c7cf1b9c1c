// @ts-check
// The games of a list that were worked on: each stays as it was left, whichever other is opened, also through a reload.

import { ofTab } from "./memory.js";
import { Tree } from "./tree.js";

/** @typedef {{ saved: import("./types.js").Saved, tree: Tree }} Edited */

const STORED_EDITED = "tabiya.edited";

export class EditedGames {
  /** @param {string} list Of which list. */
  constructor(list) {
    this.list = list;
    /** @type {Map<number, Edited>} By their numbers. */
    this.games = new Map();
    this.isSaved = true;
  }

  /**
   * Those of a list that was there before the page was loaded again.
   * @param {string} list
   */
  static restored(list) {
    const edited = new EditedGames(list);
    try {
      const kept = JSON.parse(ofTab.get(STORED_EDITED) ?? "");
      if (kept.list !== list) return edited;
      for (const [number, { saved, tree }] of kept.games) edited.games.set(number, { saved, tree: Tree.ofKept(tree) });
      edited.isSaved = edited.games.size === 0;
    } catch {
      // Then nothing was kept.
    }
    return edited;
  }

  /**
   * @param {number} number
   * @param {Edited} game
   */
  keep(number, game) {
    this.games.set(number, game);
    this.isSaved = false;
    ofTab.set(STORED_EDITED, JSON.stringify({ list: this.list, games: [...this.games] }));
  }

  /** They are not wanted any more. */
  forget() {
    this.games.clear();
    ofTab.forget(STORED_EDITED);
  }
}
