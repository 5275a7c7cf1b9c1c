// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { BadLink, linkToGame, linkToPosition, readLink } from "../../assets/js/link.js";

Object.assign(globalThis, { location: new URL("http://chess.example/board/") });

/** @param {string} link */
const hashOf = (link) => new URL(link).hash;

test("a position is a readable link, and comes back", async () => {
  const fen = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
  const link = linkToPosition(fen, "makruk");
  assert.equal(link, "http://chess.example/board/#fen=rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR_w_-_-_0_1&variant=makruk");
  assert.deepEqual(await readLink(hashOf(link)), { kind: "fen", fen, variant: "makruk" });
  assert.doesNotMatch(linkToPosition("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "chess"), /variant/);
});

test("a game link is compressed, and comes back", async () => {
  const pgn = '[White "Nguyễn"]\n\n1. e4 {best & "quoted" #1 + 100%} e5 (1... c5) *\n';
  const link = await linkToGame(pgn, "chess", 3);
  assert.match(hashOf(link), /^#pgn=z:[A-Za-z0-9_-]+&node=3$/);
  assert.deepEqual(await readLink(hashOf(link)), { kind: "pgn", pgn, variant: null, node: 3 });
});

test("a game as plain text is a link too, and a plus sign is a plus sign", async () => {
  const read = await readLink("#pgn=1.%20e4%20e5%202.%20Qh5+");
  assert.deepEqual(read, { kind: "pgn", pgn: "1. e4 e5 2. Qh5+", variant: null, node: null });
});

test("other hashes are not links", async () => {
  for (const hash of ["", "#", "#board", "#variant=makruk"]) assert.equal(await readLink(hash), null);
});

test("damaged links are rejected with the reason", async () => {
  const good = hashOf(await linkToGame("1. e4 e5 2. Nf3 Nc6 *", "chess", 0)).replace("&node=0", "");
  for (const [hash, reason] of [
    [good.slice(0, -5), /damaged/],
    ["#pgn=z:!!!", /damaged/],
    ["#pgn=%E0%A4%A", /percent encoding/],
    [`#fen=${"8".repeat(600_000)}`, /too long/],
  ]) {
    await assert.rejects(readLink(String(hash)), (error) => error instanceof BadLink && /** @type {RegExp} */ (reason).test(error.message), String(hash).slice(0, 40));
  }
});

test("a link that decompresses without end is stopped", async () => {
  const zeros = new Blob([new Uint8Array(20 << 20)]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = Buffer.from(await new Response(zeros).arrayBuffer());
  await assert.rejects(readLink(`#pgn=z:${bytes.toString("base64url")}`), /more data than the board can show/);
});

test("a game too long for a link is rejected", async () => {
  // Digits that do not compress.
  let state = 1;
  const digits = Array.from({ length: 120_000 }, () => (state = (state * 48_271) % 0x7fffffff) % 10).join("");
  await assert.rejects(linkToGame(`1. e4 {${digits}} *`, "chess", 0), /too long for a link/);
});
