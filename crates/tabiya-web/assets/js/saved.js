// @ts-check
// The stored state of a tab's game, without its tree, and its validation.

/** @typedef {import("./types.js").Saved} Saved */

/** @returns {Saved} */
export function fresh() {
  return {
    variant: "chess", start: null, moves: [], redo: [], at: 0, flipped: false,
    mode: { kind: "free" }, timing: null, ending: null, dialect: "tabiya", listed: null,
  };
}

/** @param {any} value */
const isText = (value) => typeof value === "string";
/** @param {any} value */
const areTexts = (value) => Array.isArray(value) && value.every(isText);
/** @param {any} mode */
const isMode = (mode) => mode?.kind === "free" || mode?.kind === "friend"
  || (mode?.kind === "engine" && (mode.engine === "white" || mode.engine === "black") && Number.isInteger(mode.level));
/** @param {any} timing */
const isTiming = (timing) => [timing?.increment, timing?.left?.white, timing?.left?.black].every(Number.isFinite)
  && (timing.past === undefined || Array.isArray(timing.past));

/** @type {Record<keyof Saved, (value: any) => boolean>} Validators. */
const KINDS = {
  variant: isText,
  start: (start) => start === null || isText(start),
  moves: areTexts,
  redo: areTexts,
  at: (at) => Number.isInteger(at) && at >= 0,
  flipped: (flipped) => typeof flipped === "boolean",
  mode: isMode,
  timing: (timing) => timing === null || isTiming(timing),
  ending: (ending) => ending === null || (isText(ending?.text) && isText(ending.result)),
  dialect: isText,
  listed: (listed) => listed === null || (isText(listed?.list) && Number.isInteger(listed.number)),
};

/**
 * Reads a stored game. A missing or invalid part gets its default; null if the moves are invalid.
 * @param {string} text
 * @returns {Saved | null}
 */
export function readSaved(text) {
  try {
    const stored = JSON.parse(text);
    if (!areTexts(stored.moves ?? [])) return null;
    const good = Object.entries(KINDS).filter(([name, isGood]) => isGood(stored[name])).map(([name]) => [name, stored[name]]);
    const saved = /** @type {Saved} */ ({ ...fresh(), ...Object.fromEntries(good) });
    return { ...saved, at: Math.min(saved.at, saved.moves.length) };
  } catch {
    return null;
  }
}
