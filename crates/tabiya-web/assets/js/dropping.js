// @ts-check
// A file may be dropped anywhere on the page.

import { byId, isDialogOpen } from "./dom.js";

/** @param {(file: File) => void} take */
export function wireDropping(take) {
  const sign = byId("drop-sign");
  const hasFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    sign.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    // Out of the window, not just from one thing on the page to another.
    if (event.relatedTarget === null) sign.hidden = true;
  });
  document.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    sign.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (file && !isDialogOpen()) take(file);
  });
}
