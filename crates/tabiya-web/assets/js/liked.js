// @ts-check
// What a person likes, as it is kept: sound, sets, switches.

/**
 * @typedef {object} Liked
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {boolean} animation
 * @property {boolean} letters Whether single keys do something.
 * @property {string} pieces
 * @property {string} board
 */

/** @type {Liked} */
export const USUAL = { sound: true, coordinates: true, animation: true, letters: true, pieces: "turned", board: "sage" };

/**
 * What was kept, as far as it is of the right kind, and the usual for the rest.
 * @param {string | null} text
 * @returns {Liked}
 */
export function readLiked(text) {
  const liked = { ...USUAL };
  try {
    const kept = JSON.parse(text ?? "{}");
    const good = Object.entries(USUAL).filter(([name, value]) => typeof kept[name] === typeof value).map(([name]) => [name, kept[name]]);
    return Object.assign(liked, Object.fromEntries(good));
  } catch {
    return liked;
  }
}
