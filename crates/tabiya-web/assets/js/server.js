// @ts-check
// Asking the server. Every page has a session of its own; if the server has forgotten it, a new one is opened.

import { ofTab } from "./memory.js";

/**
 * Why there is no answer.
 * @typedef {{ field: string, column: number, reason: string }} Problem
 */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {Problem[]} problems
   */
  constructor(status, message, problems = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

const STORED = "tabiya.session";
/** @type {Promise<string> | null} */
let opening = null;
/** @type {Set<() => void>} */
const forgotten = new Set();

/**
 * Is called when the server has forgotten this page, and with it the page's book.
 * @param {() => void} listener
 */
export function onForgotten(listener) {
  forgotten.add(listener);
}

/** @returns {Promise<string>} */
async function session() {
  const known = ofTab.get(STORED);
  if (known) return known;
  opening ??= openSession().finally(() => (opening = null));
  return opening;
}

async function openSession() {
  const response = await fetch("/api/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const told = await response.json();
  if (!response.ok) throw new Refusal(response.status, told.error);
  ofTab.set(STORED, told.session);
  return told.session;
}

/**
 * @param {string} path
 * @param {BodyInit} body
 * @param {string} kind
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function post(path, body, kind, signal) {
  for (let attempt = 0; ; attempt += 1) {
    const headers = { "content-type": kind, "tabiya-session": await session() };
    const response = await send(path, { method: "POST", headers, body, signal });
    if (response.ok) return response;
    const told = await response.json().catch(() => ({}));
    if (response.status === 410 && attempt === 0) {
      ofTab.forget(STORED);
      forgotten.forEach((listener) => listener());
      continue;
    }
    if ((response.status === 429 || response.status === 503) && attempt < 3) {
      const seconds = Number(response.headers.get("retry-after")) || 1;
      await new Promise((done) => setTimeout(done, seconds * 1000));
      continue;
    }
    throw new Refusal(response.status, told.error ?? `the server answered ${response.status}`, told.problems ?? []);
  }
}

/**
 * @param {string} path
 * @param {RequestInit} request
 */
async function send(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal(0, "the server does not answer; is `tabiya serve` still running?");
  }
}

/**
 * Asks a question.
 * @param {string} path
 * @param {unknown} question
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(path, question, signal) {
  const response = await post(path, JSON.stringify(question), "application/json", signal);
  return response.json();
}

/**
 * Sends a file.
 * @param {string} path
 * @param {Blob | string} file
 * @param {string} kind
 * @returns {Promise<any>}
 */
export async function upload(path, file, kind) {
  const response = await post(path, file, kind);
  return response.json();
}

/**
 * Listens to the engine until it ends or the signal comes.
 * @param {unknown} question
 * @param {AbortSignal} signal
 * @param {(event: import("./types.js").Line | import("./types.js").End) => void} hear
 */
export async function listen(question, signal, hear) {
  const response = await post("/api/analyse", JSON.stringify(question), "application/json", signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (event.startsWith("data: ")) hear(JSON.parse(event.slice(6)));
    }
  }
}
