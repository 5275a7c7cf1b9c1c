// @ts-check
// Tabs (with arrow keys, Home and End) and collapsible cards.

import { button, byId } from "./dom.js";
import { browserStorage, tabStorage } from "./storage.js";

const STORED = "tabiya.tab";

const allTabs = () => /** @type {HTMLElement[]} */ ([...byId("tabs").querySelectorAll('[role="tab"]')]);

/**
 * Shows the panel of a tab and notifies it.
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
  tabStorage.set(STORED, chosen.id);
}

/**
 * Shows a hidden tab; selects it if it was selected before a reload.
 * @param {HTMLElement} tab
 */
export function revealTab(tab) {
  if (!tab.hidden) return;
  tab.hidden = false;
  if (tabStorage.get(STORED) === tab.id) chooseTab(tab);
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
  const last = allTabs().find((tab) => tab.id === tabStorage.get(STORED) && !tab.hidden);
  if (last) chooseTab(last);
}

/**
 * A card that can be collapsed; its state is stored.
 * @param {string} name The card's name; its button is `fold-name`, its content `name-body`.
 */
export function wireFold(name) {
  const stored = `tabiya.fold.${name}`;
  const handle = button(`fold-${name}`);
  const show = (/** @type {boolean} */ isOpen) => {
    handle.setAttribute("aria-expanded", String(isOpen));
    byId(`${name}-body`).hidden = !isOpen;
  };
  show(browserStorage.get(stored) !== "folded");
  handle.addEventListener("click", () => {
    const isOpen = handle.getAttribute("aria-expanded") !== "true";
    show(isOpen);
    if (isOpen) browserStorage.remove(stored);
    else browserStorage.set(stored, "folded");
  });
}
