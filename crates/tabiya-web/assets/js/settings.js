// @ts-check
// What a person likes: sound, sets, switches. Kept by the browser and shared by its tabs.

import { USUAL, readLiked } from "./liked.js";
import { ofBrowser } from "./memory.js";

/** @typedef {import("./liked.js").Liked} Liked */

const STORED = "tabiya.settings";

/** Tells "change" when something is liked otherwise, here or in another tab. */
class Settings extends EventTarget {
  constructor() {
    super();
    /** @type {Liked} */
    this.liked = USUAL;
    this.read();
    addEventListener("storage", ({ key }) => {
      if (key !== STORED && key !== null) return;
      this.read();
      this.dispatchEvent(new Event("change"));
    });
  }

  read() {
    this.liked = readLiked(ofBrowser.get(STORED));
    this.dress();
  }

  /** @param {Partial<Liked>} part */
  set(part) {
    this.liked = { ...this.liked, ...part };
    ofBrowser.set(STORED, JSON.stringify(this.liked));
    this.dress();
    this.dispatchEvent(new Event("change"));
  }

  /** The style sheets do the rest. `first.js` does the same before the page is painted. */
  dress() {
    const { dataset } = document.documentElement;
    const { board, coordinates, animation } = this.liked;
    Object.assign(dataset, { board, coordinates: onOrOff(coordinates), animation: onOrOff(animation) });
  }
}

/** @param {boolean} isOn */
const onOrOff = (isOn) => (isOn ? "on" : "off");

export const settings = new Settings();
