// @ts-check
// Accessibility checks with axe-core.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The source to evaluate in a page first. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * The serious and critical violations found by axe-core.
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
