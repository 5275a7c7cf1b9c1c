// @ts-check
// A client without a browser: a session, a persistent connection, and requests.

import http from "node:http";
import net from "node:net";

/** @typedef {{ status: number, headers: http.IncomingHttpHeaders, body: string }} Answer */

export class Client {
  /** @param {URL} url */
  constructor(url) {
    this.url = url;
    this.agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    this.session = "";
  }

  async open() {
    const answer = await this.post("/api/session", {});
    if (answer.status !== 200) throw new Error(`no session: ${answer.status} ${answer.body}`);
    this.session = JSON.parse(answer.body).session;
    return this;
  }

  /** @param {Record<string, string>} [more] */
  headers(more = {}) {
    return { origin: this.url.origin, "content-type": "application/json", "tabiya-session": this.session, ...more };
  }

  /**
   * @param {string} path
   * @param {unknown} data
   * @returns {Promise<Answer>}
   */
  post(path, data) {
    const body = JSON.stringify(data);
    const options = { method: "POST", agent: this.agent, headers: this.headers({ "content-length": String(Buffer.byteLength(body)) }) };
    return new Promise((done, fail) => {
      const request = http.request(new URL(path, this.url), options, (response) => {
        /** @type {Buffer[]} */
        const pieces = [];
        response.on("data", (piece) => pieces.push(piece));
        response.on("end", () => done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces).toString() }));
        response.on("error", fail);
      });
      request.on("error", fail);
      request.end(body);
    });
  }

  /**
   * Receives an analysis until it is stopped.
   * @param {unknown} data
   * @param {(event: any) => void} onEvent
   * @returns {{ ended: Promise<number>, stop: () => void }}
   */
  listen(data, onEvent) {
    /** @type {http.ClientRequest} */
    let request;
    const ended = new Promise((/** @type {(status: number) => void} */ done) => {
      request = http.request(new URL("/api/analyze", this.url), { method: "POST", agent: false, headers: this.headers() }, (response) => {
        let rest = "";
        response.setEncoding("utf8");
        response.on("data", (text) => {
          const events = (rest + text).split("\n\n");
          rest = events.pop() ?? "";
          for (const event of events) onEvent(JSON.parse(event.slice(6)));
        });
        response.on("close", () => done(response.statusCode ?? 0));
      });
      request.on("error", () => done(0));
      request.end(JSON.stringify(data));
    });
    return { ended, stop: () => request.destroy() };
  }

  close() {
    this.agent.destroy();
  }
}

/**
 * Sends raw bytes and returns the response until the connection closes or times out.
 * @param {URL} url
 * @param {(socket: net.Socket) => void} talk
 * @param {number} [limit] Milliseconds.
 * @returns {Promise<{ text: string, status: number, closed: boolean, millis: number }>}
 */
export function raw(url, talk, limit = 15_000) {
  return new Promise((done) => {
    const started = Date.now();
    const socket = net.connect(Number(url.port), url.hostname);
    let text = "";
    const finish = (/** @type {boolean} */ closed) => {
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      done({ text, status, closed, millis: Date.now() - started });
    };
    const timer = setTimeout(() => finish(false), limit);
    socket.on("data", (piece) => (text += piece.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => finish(true));
    socket.on("connect", () => talk(socket));
  });
}

/** @param {number[]} sorted @param {number} part */
export const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
