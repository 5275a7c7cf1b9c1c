// @ts-check
// What survives a reload of the game of a tab, beside its lines; and what of it can still be read.

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

/** @type {Record<keyof Saved, (value: any) => boolean>} Whether a part is of the right kind. */
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
 * What was kept. A part that is missing or of another kind is as in a new game; null if the moves cannot be read.
 * @param {string} text
 * @returns {Saved | null}
 */
export function readSaved(text) {
  try {
    const kept = JSON.parse(text);
    if (!areTexts(kept.moves ?? [])) return null;
    const good = Object.entries(KINDS).filter(([name, isGood]) => isGood(kept[name])).map(([name]) => [name, kept[name]]);
    const saved = /** @type {Saved} */ ({ ...fresh(), ...Object.fromEntries(good) });
    return { ...saved, at: Math.min(saved.at, saved.moves.length) };
  } catch {
    return null;
  }
}
