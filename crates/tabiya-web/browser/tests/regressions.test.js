// @ts-check
// Regressions.

import { bookOf, holdRequests, load, newGame, openTab, play, ready, reload, sans, setUp, settled, status } from "../harness.js";
import { site } from "../site.js";
import { expect, programTest, test } from "../fixtures.js";

/** @typedef {import("@playwright/test").Page} Page */

for (const viewport of [{ width: 1280, height: 800 }, { width: 1024, height: 768 }, { width: 390, height: 844 }]) {
  test.describe(() => {
    test.use({ viewport });
    test(`toasts cover neither the status nor the board, ${viewport.width} wide`, async ({ page }) => {
      await newGame(page, ["Chess", "Two players"]);
      await play(page, "e2e4");
      await page.route("**/api/position", (route) => route.fulfill({ status: 422, body: '{"error":"a long sentence about something that cannot be, for this reason or for another"}' }));
      await page.getByLabel("Key scheme").selectOption("rustic");
      await page.locator(".toast").waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      const covered = await page.evaluate(() => {
        const toast = document.querySelector(".toast")?.getBoundingClientRect();
        return ["#status", "#actions", "#board"].filter((selector) => {
          const box = document.querySelector(selector)?.getBoundingClientRect();
          return toast && box && toast.left < box.right && box.left < toast.right && toast.top < box.bottom && box.top < toast.bottom;
        });
      });
      expect(covered).toEqual([]);
    });
  });

  test.describe(() => {
    test.use({ viewport });
    test(`no layout shift while loading, ${viewport.width} wide`, async ({ page }) => {
      const shift = await page.evaluate(() => new Promise((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += /** @type {any} */ (entry).value;
        }).observe({ type: "layout-shift", buffered: true });
        // Buffered entries are delivered before the frame after the next one.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
      }));
      expect(Number(shift) < 0.02, `layout shift ${shift}`).toBeTruthy();
    });
  });
}

test("the theme reaches the other tabs", async ({ page, context, server }) => {
  const other = await openTab(context, server.url);
  await page.getByRole("button", { name: "Switch to dark" }).click();
  await expect.poll(() => other.evaluate(() => document.documentElement.dataset.theme === "dark"), { message: "the other tab is dark" }).toBe(true);
});

programTest("a duplicated tab gets a new session, a reloaded one keeps its own", async ({ page, context }) => {
  const session = (/** @type {Page} */ one) => one.evaluate(() => sessionStorage.getItem("tabiya.session"));
  await play(page, "e2e4");
  const first = await session(page);
  const [other] = await Promise.all([context.waitForEvent("page"), page.evaluate(() => {
    // Like duplicating a tab: with a copy of its storage.
    open(location.href);
  })]);
  await other.locator(".board-piece").first().waitFor();
  await expect.poll(() => sans(other)).toEqual(["e4"]);
  await expect.poll(() => session(other)).not.toBe(first);
  await reload(page);
  await page.locator('.move[data-ply="1"][aria-current]').waitFor();
  await expect.poll(() => session(page)).toBe(first);
});

test("chess pasted in Makruk is offered as chess", async ({ page }) => {
  await newGame(page, ["Makruk", "Analysis board"]);
  await setUp(page, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  await page.getByTestId("fen-answer").getByRole("button", { name: "Set up as Chess", exact: true }).click();
  await expect.poll(() => page.locator("#title").innerText(), { message: "chess" }).toMatch(/^Chess ·/);
  await newGame(page, ["Makruk", "Analysis board"]);
  await load(page, "1. Nf3 d5 2. g3 *");
  await page.getByTestId("pgn-answer").getByRole("button", { name: "Read as Chess", exact: true }).click();
  await expect.poll(async () => (await sans(page)).join(" "), { message: "the game" }).toBe("Nf3 d5 g3");
});

test("moves in UCI notation are read", async ({ page }) => {
  await load(page, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1");
  await expect.poll(async () => (await sans(page)).join(" "), { message: "nine half-moves" }).toBe("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O");
});

test("singular and plural of half-moves", async ({ page }) => {
  await load(page, "1. e4 *\n\n1. d4 *");
  await page.getByTestId("pgn-answer").getByText("2 games").waitFor();
  const text = await page.getByTestId("pgn-answer").innerText();
  expect(text).toMatch(/1 half-move(?!s)/);
});

test("a finished analysis can be restarted", async ({ page }) => {
  const line = { kind: "line", rank: 1, depth: 60, selectiveDepth: 60, centipawns: 30, mate: null, nodes: 1, millis: 1, fill: 0, probes: 0, hits: 0, cutoffs: 0, uci: ["e2e4"], san: ["e4"] };
  const end = { kind: "end", best: "e2e4", san: "e4", depth: 60, nodes: 1 };
  const body = [line, end].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
  await page.route("**/api/analyze", (route) => route.fulfill({ status: 200, contentType: "text/event-stream", body }));
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.locator(".lines li").waitFor();
  await page.getByRole("button", { name: "Analyze" }).waitFor();
  await expect.poll(() => page.locator(".lines li").count()).toBe(1);
});

test("the engine's lines have move numbers", async ({ page }) => {
  const line = { kind: "line", rank: 1, depth: 1, selectiveDepth: 1, centipawns: 30, mate: null, nodes: 1, millis: 1, fill: 0, probes: 0, hits: 0, cutoffs: 0, uci: ["e7e5", "g1f3", "b8c6"], san: ["e5", "Nf3", "Nc6"] };
  await page.route("**/api/analyze", (route) => route.fulfill({ status: 200, contentType: "text/event-stream", body: `data: ${JSON.stringify(line)}\n\n` }));
  await play(page, "e2e4");
  await page.getByRole("tab", { name: "Engine" }).click();
  await page.getByRole("button", { name: "Analyze" }).click();
  await page.locator(".lines li", { hasText: "1…e5 2.Nf3 Nc6" }).waitFor();
});

test("an outdated error does not replace a newer response", async ({ page, problems }) => {
  const held = await holdRequests(page, "**/api/move-orders");
  await play(page, "d2d4 g8f6", ready);
  await held.untilHeld(1);
  const old = held.takeFirst();
  await held.release();
  await play(page, "c2c4 e7e6", ready);
  await page.locator("#move-orders[aria-busy=false] li").first().waitFor();
  await old.fulfill({ status: 500, body: '{"error":"late"}' });
  await settled(page);
  expect(await page.locator("#move-orders").innerText()).toMatch(/in 4 orders/);
  problems.length = 0;
});

test("shares of book moves ignore illegal entries", async ({ page }) => {
  await page.getByRole("tab", { name: "Book" }).click();
  // e2e4 with weight 3, and e7e5, a move of Black.
  await page.getByLabel("Polyglot book").setInputFiles(bookOf(0x463b96181691fc9cn, [[12, 28, 3], [52, 36, 9]]));
  await page.getByTestId("book").getByText("1 entry for this position is not a legal move").waitFor();
  await expect.poll(() => page.getByTestId("book").innerText()).toMatch(/e4\s+3\s+100%/);
});

test("the page needs few requests before it is usable", async ({ page, context, server }) => {
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.setCacheDisabled", { cacheDisabled: true });
  await client.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 });
  /** @type {string[]} */
  const requests = [];
  // Requests to a worker are not network requests.
  page.on("request", (request) => site && request.method() === "POST" || requests.push(request.url()));
  const started = Date.now();
  await page.goto(server.url);
  await page.locator(".board-piece").first().waitFor();
  await settled(page);
  console.log(`usable after ${Date.now() - started} ms at 150 ms a round trip, with ${requests.length} requests`);
  await expect.poll(() => status(page)).toMatch(/White to move/);
  expect(requests.length <= 10, requests.join(" ")).toBeTruthy();
});
