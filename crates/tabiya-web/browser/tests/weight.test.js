// @ts-check
// How much is sent before the board can be used.

import assert from "node:assert/strict";
import { tale } from "../tale.js";

tale("the first load is below 200 kB, and of the sets of men only the chosen one is sent", async (page) => {
  const sent = await page.evaluate(() => performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
    .map((one) => ({ name: new URL(one.name).pathname, bytes: /** @type {PerformanceResourceTiming} */ (one).transferSize })));
  const sum = sent.reduce((bytes, one) => bytes + one.bytes, 0);
  assert.ok(sum > 10_000 && sum < 200_000, `${sum} bytes: ${JSON.stringify(sent)}`);
  assert.deepEqual(sent.filter(({ name }) => name.includes("pieces")).map(({ name }) => name.split("/").at(-1)), ["pieces.svg"]);
});
