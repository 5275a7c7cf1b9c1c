// @ts-check
// The session of this page: its name at the server. If the server has forgotten it, or another tab has it because this
// one was duplicated, a new one is opened.

import { ofTab } from "./memory.js";
import { refusal, send } from "./request.js";

const STORED = "tabiya.session";
/** A reloaded page waits this long for its own former self to let go. */
const PATIENCE = 250;

/** @type {Promise<string> | null} */
let mine = null;
/** @type {Set<() => void>} */
const forgotten = new Set();

/**
 * Is called when the server no longer knows this page, and with it the page's book.
 * @param {() => void} listener
 */
export function onForgotten(listener) {
  forgotten.add(listener);
}

/** @returns {Promise<string>} */
export function session() {
  mine ??= take().catch((error) => {
    mine = null;
    throw error;
  });
  return mine;
}

/** The server does not know the session any more. */
export function renew() {
  mine = null;
  ofTab.forget(STORED);
  forgotten.forEach((listener) => listener());
}

async function take() {
  const known = ofTab.get(STORED);
  if (known && (await claim(known))) return known;
  if (known) renew();
  return open();
}

async function open() {
  const response = await send("/api/session", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  if (!response.ok) throw await refusal(response);
  const { session: opened } = await response.json();
  ofTab.set(STORED, opened);
  void claim(opened);
  return /** @type {string} */ (opened);
}

/**
 * Keeps a name for as long as the page lives; false if another tab keeps it.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
function claim(name) {
  // Only secure pages have locks, such as those of this machine. Elsewhere a duplicate shares the session.
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((done) => {
    const signal = AbortSignal.timeout(PATIENCE);
    const hold = () => {
      done(true);
      return new Promise(() => {});
    };
    navigator.locks.request(`tabiya.session.${name}`, { signal }, hold).catch(() => done(false));
  });
}
