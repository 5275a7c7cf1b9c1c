// @ts-check
// The buttons below the board, and the keys that do the same.

import { button, isDialogOpen } from "./dom.js";
import { settings } from "./settings.js";

/** @typedef {{ id: string | null, keys: string[], deed: () => unknown }} Shortcut */

/** So far a wheel turns for one move, in pixels; a touch pad turns in small steps. */
const NOTCH = 60;

/**
 * @param {Shortcut[]} shortcuts
 * @param {(deed: () => unknown) => void} attempt
 */
export function wireShortcuts(shortcuts, attempt) {
  for (const { id, deed } of shortcuts) {
    if (id !== null) button(id).addEventListener("click", () => isAble(id) && attempt(deed));
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    const found = shortcuts.find(({ keys }) => keys.includes(event.key));
    if (!found || needsKey(event) || (event.key.length === 1 && !settings.liked.letters)) return;
    event.preventDefault();
    attempt(found.deed);
  });
}

/**
 * The wheel goes through the moves.
 * @param {HTMLElement} place
 * @param {(step: number) => void} go
 */
export function wireWheel(place, go) {
  let turned = 0;
  place.addEventListener("wheel", (event) => {
    // With it people zoom.
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
    if (Math.abs(turned) < NOTCH) return;
    go(Math.sign(turned));
    turned = 0;
  }, { passive: false });
}

/** @param {string} id */
const isAble = (id) => button(id).getAttribute("aria-disabled") !== "true";

/**
 * A button that can do nothing now is said to be disabled, and keeps the focus.
 * @param {string} id
 * @param {boolean} able
 */
export function enable(id, able) {
  button(id).setAttribute("aria-disabled", String(!able));
}

/**
 * Whether the element that has the focus uses the key itself: text does; a list to choose from does while somebody
 * walks through it by keyboard; a box to tick has no use for it.
 * @param {KeyboardEvent} event
 */
function needsKey({ target, key }) {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) {
    return !["checkbox", "radio", "button", "file"].includes(target.type) || (target.type === "radio" && key.startsWith("Arrow"));
  }
  return target instanceof HTMLSelectElement && target.matches(":focus-visible") && /^([a-z]|Home|End|Arrow.*)$/.test(key);
}
