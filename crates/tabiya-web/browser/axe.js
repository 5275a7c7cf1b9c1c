// @ts-check
// What keeps people out, as far as a program can tell.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** To be evaluated in a page before it is asked. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * What axe-core finds serious or critical.
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<string[]>}
 */
export async function violations(page) {
  return page.evaluate(async (runOnly) => {
    const { axe } = /** @type {any} */ (window);
    const found = await axe.run(document, { runOnly, rules: { "label-content-name-mismatch": { enabled: true } } });
    return found.violations
      .filter((/** @type {any} */ one) => one.impact === "serious" || one.impact === "critical")
      .map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join("; ")}`);
  }, RULES);
}
