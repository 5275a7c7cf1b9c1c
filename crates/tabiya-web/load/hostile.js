// @ts-check
// Hostile requests and their expected responses.

import { Client, raw } from "./client.js";

const MIB = 1 << 20;

/**
 * @param {URL} url
 * @returns {Promise<number>} The number of unexpected responses.
 */
export async function hostile(url) {
  const page = await new Client(url).open();
  const host = url.host;
  let failures = 0;
  console.log("\nhostile requests");
  /**
   * @param {string} name
   * @param {boolean} good
   * @param {unknown} seen
   */
  const check = (name, good, seen) => {
    if (!good) failures += 1;
    console.log(`  ${good ? "good" : "BAD "}  ${name}: ${seen}`);
  };
  /**
   * Sends a raw request.
   * @param {string} name
   * @param {number} expected
   * @param {string} head
   * @param {string | Buffer} [body]
   */
  const send = async (name, expected, head, body = "") => {
    const { status } = await raw(url, (socket) => {
      socket.write(`${head}\r\n\r\n`);
      if (body.length > 0) socket.write(body);
    });
    check(name, status === expected, status);
  };
  const own = `Host: ${host}\r\nConnection: close\r\nOrigin: ${url.origin}\r\ntabiya-session: ${page.session}`;
  const json = `${own}\r\nContent-Type: application/json`;

  await send("a foreign host", 403, "GET / HTTP/1.1\r\nConnection: close\r\nHost: evil.example");
  await send("a foreign host with our port", 403, `GET / HTTP/1.1\r\nConnection: close\r\nHost: evil.example:${url.port}`);
  await send("no host", 403, "GET / HTTP/1.1\r\nConnection: close");
  await send("a foreign host, and no such page", 403, "GET /nothing HTTP/1.1\r\nConnection: close\r\nHost: evil.example");
  const request = '{"variant":"chess"}';
  const length = `Content-Length: ${request.length}`;
  const kind = "Content-Type: application/json";
  await send("a page of another site", 403, `POST /api/position HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nOrigin: http://evil.example\r\n${kind}\r\n${length}`, request);
  await send("no origin", 403, `POST /api/position HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${kind}\r\n${length}`, request);
  await send("a WebSocket of another site", 403, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://evil.example`);
  await send("a form", 415, `POST /api/position HTTP/1.1\r\n${own}\r\nContent-Type: text/plain\r\n${length}`, request);
  await send("no session", 400, `POST /api/position HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nOrigin: ${url.origin}\r\n${kind}\r\n${length}`, request);
  await send("an unknown session", 410, `POST /api/position HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nOrigin: ${url.origin}\r\n${kind}\r\ntabiya-session: ${"0".repeat(32)}\r\n${length}`, request);
  await send("not JSON", 400, `POST /api/position HTTP/1.1\r\n${json}\r\nContent-Length: 9`, "{{{{{{{{{");
  await send("deep JSON", 400, `POST /api/position HTTP/1.1\r\n${json}\r\nContent-Length: 60000`, "[".repeat(60000));
  await send("invalid UTF-8", 400, `POST /api/position HTTP/1.1\r\n${json}\r\nContent-Length: 4`, Buffer.from([0xff, 0xfe, 0, 1]));
  await send("not HTTP", 400, "\x16\x03\x01\x02 hello");
  await send("a header of 100 KiB", 431, `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${"x".repeat(100_000)}`);
  await send("500 headers", 431, `GET / HTTP/1.1\r\nHost: ${host}\r\n${"a: b\r\n".repeat(500)}c: d`);
  await send("a request of 65 KiB", 413, `POST /api/position HTTP/1.1\r\n${json}\r\nContent-Length: ${65 << 10}`, Buffer.alloc(65 << 10, 32));
  await send("a request in pieces without end", 413, `POST /api/position HTTP/1.1\r\n${json}\r\nTransfer-Encoding: chunked`, `${"10000\r\n"}${" ".repeat(65536)}\r\n`.repeat(3) + "0\r\n\r\n");
  await send("games of 33 MiB", 413, `POST /api/games HTTP/1.1\r\n${own}\r\nContent-Type: application/vnd.chess-pgn\r\nContent-Length: ${33 * MIB}`, Buffer.alloc(33 * MIB, 32));
  await send("a book of 33 MiB", 413, `POST /api/book HTTP/1.1\r\n${own}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${33 * MIB}`, Buffer.alloc(33 * MIB));
  for (const path of ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/js/../../Cargo.toml", "/index.html%00.js"]) {
    await send(`the path ${path}`, 404, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close`);
  }
  await send("another method", 405, `DELETE / HTTP/1.1\r\n${own}`);
  await send("reading a request", 405, `GET /api/position HTTP/1.1\r\nHost: ${host}\r\nConnection: close`);

  const slow = await Promise.all([
    ...Array.from({ length: 60 }, () => raw(url, (socket) => socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `))),
    ...Array.from({ length: 20 }, () => raw(url, () => {})),
  ]);
  check("80 connections without a complete request", slow.every((one) => one.closed), `${slow.filter((one) => one.closed).length} closed within ${Math.max(...slow.map((one) => one.millis))} ms`);
  const body = await raw(url, (socket) => socket.write(`POST /api/position HTTP/1.1\r\n${json}\r\nContent-Length: 100\r\n\r\n{`));
  check("a request that does not come", body.status === 408, `${body.status} after ${body.millis} ms`);

  await new Promise((done) => setTimeout(done, 1000));
  const crowd = await Promise.all(Array.from({ length: 300 }, () => raw(url, () => {}, 3000)));
  const away = crowd.filter((one) => one.status === 503).length;
  check("300 connections", away >= 40 && away <= 60, `${away} rejected with 503`);

  const hasty = await Promise.all(Array.from({ length: 12 }, async () => {
    const client = new Client(url);
    client.session = page.session;
    const answers = [];
    for (let time = 0; time < 40; time += 1) answers.push(await client.post("/api/position", { variant: "chess" }));
    client.close();
    return answers;
  }));
  const refused = hasty.flat().filter((answer) => answer.status === 429);
  check("480 requests at once", refused.length > 0 && refused.every((answer) => answer.headers["retry-after"] !== undefined), `${refused.length} refused with 429 and Retry-After`);

  const clients = await Promise.all(Array.from({ length: 60 }, () => new Client(url).open()));
  const streams = clients.map((client) => client.listen({ game: { variant: "makruk" }, seconds: 6 }, () => {}));
  const statuses = await Promise.all(streams.map((stream) => stream.ended));
  const busy = statuses.filter((status) => status === 503).length;
  const served = statuses.filter((status) => status === 200).length;
  check("60 analyses at once", served === 32 && busy === 28, `${served} served, ${busy} refused with 503`);

  const still = await page.post("/api/position", { variant: "chess", moves: "e2e4" });
  check("a move afterwards", still.status === 200, still.status);
  page.close();
  return failures;
}
