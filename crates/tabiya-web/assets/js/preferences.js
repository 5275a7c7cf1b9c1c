// @ts-check
// The stored settings: sound, piece set, board, options.

/**
 * @typedef {object} Preferences
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {boolean} animation
 * @property {boolean} letters Whether single-key shortcuts are on.
 * @property {string} pieces
 * @property {string} board
 */

/** @type {Preferences} */
export const DEFAULTS = { sound: true, coordinates: true, animation: true, letters: true, pieces: "turned", board: "sage" };

/**
 * The stored settings, with defaults for missing or invalid ones.
 * @param {string | null} text
 * @returns {Preferences}
 */
export function readPreferences(text) {
  const preferences = { ...DEFAULTS };
  try {
    const stored = JSON.parse(text ?? "{}");
    const valid = Object.entries(DEFAULTS).filter(([name, value]) => typeof stored[name] === typeof value).map(([name]) => [name, stored[name]]);
    return Object.assign(preferences, Object.fromEntries(valid));
  } catch {
    return preferences;
  }
}
