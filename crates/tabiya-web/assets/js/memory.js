// @ts-check
// What the page remembers: of this tab, and of this browser. Where a browser keeps nothing for pages, or has no room,
// it is remembered until the page goes.

import { toast } from "./dom.js";

export class Memory {
  /**
   * @param {() => Pick<Storage, "getItem" | "setItem" | "removeItem">} open
   * @param {() => void} onFull Called when there is no room for something that was kept so far.
   */
  constructor(open, onFull) {
    this.open = open;
    this.onFull = onFull;
    /** @type {Map<string, string>} */
    this.own = new Map();
  }

  /** @param {string} name @returns {string | null} */
  get(name) {
    try {
      return this.own.get(name) ?? this.open().getItem(name);
    } catch {
      return null;
    }
  }

  /** @param {string} name @param {string} text */
  set(name, text) {
    try {
      this.open().setItem(name, text);
      this.own.delete(name);
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
      if (isFull && !this.own.has(name)) this.onFull();
      // What was kept before would be taken for this.
      this.forget(name);
      this.own.set(name, text);
    }
  }

  /** @param {string} name */
  forget(name) {
    this.own.delete(name);
    try {
      this.open().removeItem(name);
    } catch {
      // Then nothing was kept there.
    }
  }
}

const tellFull = () => toast("There is no room in this browser to keep all of this through a reload: save it as PGN.");

export const ofTab = new Memory(() => sessionStorage, tellFull);
export const ofBrowser = new Memory(() => localStorage, tellFull);
