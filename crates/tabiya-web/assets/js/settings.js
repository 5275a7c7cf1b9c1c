// @ts-check
// The settings, stored by the browser and shared by its tabs.

import { DEFAULTS, readPreferences } from "./preferences.js";
import { browserStorage } from "./storage.js";

/** @typedef {import("./preferences.js").Preferences} Preferences */

const STORED = "tabiya.settings";

/** Dispatches "change" when a setting changes, here or in another tab. */
class Settings extends EventTarget {
  constructor() {
    super();
    /** @type {Preferences} */
    this.values = DEFAULTS;
    this.read();
    addEventListener("storage", ({ key }) => {
      if (key !== STORED && key !== null) return;
      this.read();
      this.dispatchEvent(new Event("change"));
    });
  }

  read() {
    this.values = readPreferences(browserStorage.get(STORED));
    this.apply();
  }

  /** @param {Partial<Preferences>} part */
  set(part) {
    this.values = { ...this.values, ...part };
    browserStorage.set(STORED, JSON.stringify(this.values));
    this.apply();
    this.dispatchEvent(new Event("change"));
  }

  /** Applies the settings for the style sheets. `first.js` does the same before the first paint. */
  apply() {
    const { dataset } = document.documentElement;
    const { board, coordinates, animation } = this.values;
    Object.assign(dataset, { board, coordinates: onOrOff(coordinates), animation: onOrOff(animation) });
  }
}

/** @param {boolean} isOn */
const onOrOff = (isOn) => (isOn ? "on" : "off");

export const settings = new Settings();
