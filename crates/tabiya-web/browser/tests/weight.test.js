// @ts-check
// How much is sent before the board can be used.

import { expect, test } from "../fixtures.js";

test("the first load is below 200 kB, and of the sets of pieces only the chosen one is sent", async ({ page }) => {
  const sent = await page.evaluate(() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .map((one) => ({ name: new URL(one.name).pathname, bytes: /** @type {PerformanceResourceTiming} */ (one).transferSize })));
  const sum = sent.reduce((bytes, one) => bytes + one.bytes, 0);
  expect(sum > 10_000 && sum < 200_000, `${sum} bytes: ${JSON.stringify(sent)}`).toBeTruthy();
  expect(sent.filter(({ name }) => name.includes("pieces")).map(({ name }) => name.split("/").at(-1))).toEqual(["pieces.svg"]);
});
