// @ts-check
// Tabs, with the arrow keys, Home and End as people expect.

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
      /** @type {Record<string, number>} */
      const places = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 };
      const next = tabs.at((places[event.key] ?? NaN) % tabs.length);
      if (places[event.key] === undefined || !next) return;
      choose(next);
      next.focus();
      event.preventDefault();
    });
  });
  const last = tabs.find((tab) => tab.id === ofTab.get(STORED));
  if (last) choose(last);
}
