// @ts-check
// Tabs, with the arrow keys, Home and End as people expect.

import { byId } from "./dom.js";
import { ofTab } from "./memory.js";

const STORED = "tabiya.tab";

const allTabs = () => /** @type {HTMLElement[]} */ ([...byId("tabs").querySelectorAll('[role="tab"]')]);

/**
 * Shows what belongs to a tab, and tells it so.
 * @param {HTMLElement} chosen
 */
export function chooseTab(chosen) {
  for (const tab of allTabs()) {
    const isChosen = tab === chosen;
    const panel = byId(tab.getAttribute("aria-controls") ?? "");
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
    panel.hidden = !isChosen;
    if (isChosen) panel.dispatchEvent(new Event("shown"));
  }
  document.body.dataset.tab = chosen.id;
  ofTab.set(STORED, chosen.id);
}

/**
 * A tab that was not there before; whoever last looked at it does so again.
 * @param {HTMLElement} tab
 */
export function revealTab(tab) {
  if (!tab.hidden) return;
  tab.hidden = false;
  if (ofTab.get(STORED) === tab.id) chooseTab(tab);
}

export function wireTabs() {
  for (const tab of allTabs()) {
    tab.addEventListener("click", () => chooseTab(tab));
    tab.addEventListener("keydown", (event) => {
      const tabs = allTabs().filter(({ hidden }) => !hidden);
      const index = tabs.indexOf(tab);
      /** @type {Record<string, number>} */
      const places = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 };
      const next = tabs.at((places[event.key] ?? NaN) % tabs.length);
      if (places[event.key] === undefined || !next) return;
      chooseTab(next);
      next.focus();
      event.preventDefault();
    });
  }
  const last = allTabs().find((tab) => tab.id === ofTab.get(STORED) && !tab.hidden);
  if (last) chooseTab(last);
}
