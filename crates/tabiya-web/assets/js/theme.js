// @ts-check
// Light or dark theme: the system's until the user chooses.

import { button } from "./dom.js";
import { browserStorage } from "./storage.js";

const STORED = "tabiya.theme";

export function wireTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = browserStorage.get(STORED) ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = chosen;
    const label = chosen === "dark" ? "Switch to light" : "Switch to dark";
    button("theme-button").setAttribute("aria-label", label);
    button("theme-button").title = label;
  };
  system.addEventListener("change", apply);
  // Changed in another tab.
  addEventListener("storage", (event) => event.key === STORED && apply());
  button("theme-button").addEventListener("click", () => {
    browserStorage.set(STORED, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    apply();
  });
  apply();
}
