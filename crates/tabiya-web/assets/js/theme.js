// @ts-check
// Light or dark: as the system says, until somebody says otherwise.

import { button } from "./dom.js";
import { ofBrowser } from "./memory.js";

const STORED = "tabiya.theme";

export function wireTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = ofBrowser.get(STORED) ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = chosen;
    const deed = chosen === "dark" ? "Switch to light" : "Switch to dark";
    button("theme-button").setAttribute("aria-label", deed);
    button("theme-button").title = deed;
  };
  system.addEventListener("change", apply);
  // Another tab has changed it.
  addEventListener("storage", (event) => event.key === STORED && apply());
  button("theme-button").addEventListener("click", () => {
    ofBrowser.set(STORED, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    apply();
  });
  apply();
}
