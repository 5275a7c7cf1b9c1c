// @ts-check
// Cards that can be folded, and stay as they were left.

import { button, byId } from "./dom.js";
import { ofBrowser } from "./memory.js";

/**
 * @param {string} name The card's; its button is `fold-name`, what it hides `name-body`.
 */
export function wireFold(name) {
  const stored = `tabiya.fold.${name}`;
  const handle = button(`fold-${name}`);
  const show = (/** @type {boolean} */ isOpen) => {
    handle.setAttribute("aria-expanded", String(isOpen));
    byId(`${name}-body`).hidden = !isOpen;
  };
  show(ofBrowser.get(stored) !== "folded");
  handle.addEventListener("click", () => {
    const isOpen = handle.getAttribute("aria-expanded") !== "true";
    show(isOpen);
    if (isOpen) ofBrowser.forget(stored);
    else ofBrowser.set(stored, "folded");
  });
}
