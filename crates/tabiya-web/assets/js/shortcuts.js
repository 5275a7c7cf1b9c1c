// @ts-check
// The buttons below the board, and the keys that do the same.

import { button } from "./dom.js";

/** @typedef {{ id: string, key: string, deed: () => unknown }} Shortcut */

/**
 * @param {Shortcut[]} shortcuts
 * @param {(deed: () => unknown) => void} attempt
 */
export function wireShortcuts(shortcuts, attempt) {
  for (const { id, deed } of shortcuts) {
    button(id).addEventListener("click", () => isAble(id) && attempt(deed));
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const found = shortcuts.find(({ key }) => key === event.key);
    if (!found || needsKey(event)) return;
    event.preventDefault();
    attempt(found.deed);
  });
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
  if (target instanceof HTMLInputElement) return !["checkbox", "radio", "button", "file"].includes(target.type);
  return target instanceof HTMLSelectElement && target.matches(":focus-visible") && /^([a-z]|Home|End)$/.test(key);
}
