// @ts-check
// Tabs, with the arrow keys as people expect.

import { byId } from "./dom.js";
import { ofTab } from "./memory.js";

const STORED = "tabiya.tab";

export function wireTabs() {
  const tabs = /** @type {HTMLElement[]} */ ([...byId("tabs").querySelectorAll('[role="tab"]')]);
  /** @param {HTMLElement} chosen */
  const choose = (chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls") ?? "").hidden = !isChosen;
    }
    ofTab.set(STORED, chosen.id);
  };
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
      if (step === 0) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      choose(next);
      next.focus();
      event.preventDefault();
    });
  });
  const last = tabs.find((tab) => tab.id === ofTab.get(STORED));
  if (last) choose(last);
}
