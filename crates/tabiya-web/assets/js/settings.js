// @ts-check
// What a person likes: sound, sets, switches. Kept by the browser and shared by its tabs.

import { ofBrowser } from "./memory.js";

/**
 * @typedef {object} Liked
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {boolean} animation
 * @property {boolean} letters Whether single keys do something.
 * @property {string} pieces
 * @property {string} board
 */

const STORED = "tabiya.settings";

/** @type {Liked} */
const USUAL = { sound: true, coordinates: true, animation: true, letters: true, pieces: "turned", board: "sage" };

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
    this.liked = { ...USUAL, ...kept() };
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

/**
 * What was kept, as far as it is of the right kind.
 * @returns {Partial<Liked>}
 */
function kept() {
  try {
    const all = Object.entries(JSON.parse(ofBrowser.get(STORED) ?? "{}"));
    const usual = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (USUAL));
    return Object.fromEntries(all.filter(([name, value]) => typeof value === typeof usual[name]));
  } catch {
    return {};
  }
}

export const settings = new Settings();
