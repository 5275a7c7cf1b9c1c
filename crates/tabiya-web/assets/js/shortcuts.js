// @ts-check
// Input: the buttons below the board and their keyboard shortcuts, the mouse wheel, dropped files.

import { button, byId, isDialogOpen } from "./dom.js";
import { settings } from "./settings.js";

/** @typedef {{ id: string | null, keys: string[], action: () => unknown }} Shortcut */

/** The distance of the mouse wheel for one move, in pixels; touch pads send smaller steps. */
const WHEEL_STEP = 60;

/**
 * @param {Shortcut[]} shortcuts
 * @param {(action: () => unknown) => void} attempt
 */
export function wireShortcuts(shortcuts, attempt) {
  for (const { id, action } of shortcuts) {
    if (id !== null) button(id).addEventListener("click", () => isEnabled(id) && attempt(action));
  }
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    const found = shortcuts.find(({ keys }) => keys.includes(event.key));
    if (!found || needsKey(event) || (event.key.length === 1 && !settings.values.letters)) return;
    event.preventDefault();
    attempt(found.action);
  });
}

/**
 * The mouse wheel walks through the moves.
 * @param {HTMLElement} place
 * @param {(step: number) => void} go
 */
export function wireWheel(place, go) {
  let turned = 0;
  place.addEventListener("wheel", (event) => {
    // Ctrl with the wheel zooms the page.
    if (event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL_STEP;
    if (Math.abs(turned) < WHEEL_STEP) return;
    go(Math.sign(turned));
    turned = 0;
  }, { passive: false });
}

/** @param {string} id */
const isEnabled = (id) => button(id).getAttribute("aria-disabled") !== "true";

/**
 * A disabled button stays focusable.
 * @param {string} id
 * @param {boolean} enabled
 */
export function enable(id, enabled) {
  button(id).setAttribute("aria-disabled", String(!enabled));
}

/**
 * Whether the focused element needs the key: text fields do; lists while they are used by keyboard; checkboxes do not.
 * @param {KeyboardEvent} event
 */
function needsKey({ target, key }) {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) {
    return !["checkbox", "radio", "button", "file"].includes(target.type) || (target.type === "radio" && key.startsWith("Arrow"));
  }
  return target instanceof HTMLSelectElement && target.matches(":focus-visible") && /^([a-z]|Home|End|Arrow.*)$/.test(key);
}

/** Files can be dropped anywhere on the page. @param {(file: File) => void} take */
export function wireDropping(take) {
  const hint = byId("drop-hint");
  const hasFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    hint.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    // Only when leaving the window, not from one element to another.
    if (event.relatedTarget === null) hint.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    hint.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file && !isDialogOpen()) take(file);
  });
}
