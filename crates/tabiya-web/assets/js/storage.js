// @ts-check
// Storage of this tab and of this browser. If it is not available or full, values are kept until the page is closed.

import { toast } from "./dom.js";

export class SafeStorage {
  /**
   * @param {() => Pick<Storage, "getItem" | "setItem" | "removeItem">} open
   * @param {() => void} onFull Called when a value no longer fits into the storage.
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
      // The old value must not be read again.
      this.remove(name);
      this.own.set(name, text);
    }
  }

  /** @param {string} name */
  remove(name) {
    this.own.delete(name);
    try {
      this.open().removeItem(name);
    } catch {
      // Nothing was stored.
    }
  }
}

const reportFull = () => toast("The browser's storage is full: changes will be lost on reload. Save the game as PGN.");

export const tabStorage = new SafeStorage(() => sessionStorage, reportFull);
export const browserStorage = new SafeStorage(() => localStorage, reportFull);
