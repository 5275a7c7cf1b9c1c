// @ts-check
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { FLAGS, browserPath } from "./harness.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const output = resolve(root, process.env.CARGO_TARGET_DIR ?? "target", "browser-tests");

export default defineConfig({
  testDir: "tests",
  testMatch: "*.test.js",
  outputDir: `${output}/results`,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Generous, because a loaded machine is slow; tests have no timeouts of their own.
  timeout: 300_000,
  expect: { timeout: 100_000 },
  reporter: [["line"], ["json", { outputFile: `${output}/results.json` }]],
  use: {
    viewport: { width: 1280, height: 800 },
    // A service worker would respond before a test's route.
    serviceWorkers: "block",
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: browserPath, args: FLAGS },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
});
