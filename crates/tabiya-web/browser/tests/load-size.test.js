// @ts-check
// The size of the first load.

import { expect, test } from "../fixtures.js";

test("the first load is below 200 kB and includes one piece set", async ({ page }) => {
  const sent = await page.evaluate(() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .map((one) => ({ name: new URL(one.name).pathname, bytes: /** @type {PerformanceResourceTiming} */ (one).transferSize })));
  const sum = sent.reduce((bytes, one) => bytes + one.bytes, 0);
  expect(sum > 10_000 && sum < 200_000, `${sum} bytes: ${JSON.stringify(sent)}`).toBeTruthy();
  expect(sent.filter(({ name }) => name.includes("pieces")).map(({ name }) => name.split("/").at(-1))).toEqual(["pieces.svg"]);
});
