// @ts-check
// The session of this page. A new one is opened if it has expired on the server, or if another tab uses it because this tab was
// duplicated.

import { errorOf, send } from "./request.js";
import { tabStorage } from "./storage.js";

const STORED = "tabiya.session";
/** Milliseconds a reloaded page waits until the lock of the unloaded page is released. */
const LOCK_TIMEOUT = 250;

/** @type {Promise<string> | null} */
let current = null;
/** @type {Set<() => void>} */
const lostListeners = new Set();

/**
 * Adds a listener for the loss of the session, and with it of the opening book.
 * @param {() => void} listener
 */
export function onSessionLost(listener) {
  lostListeners.add(listener);
}

/** @returns {Promise<string>} */
export function session() {
  current ??= take().catch((error) => {
    current = null;
    throw error;
  });
  return current;
}

/** Drops a session that has expired on the server. */
export function renew() {
  current = null;
  tabStorage.remove(STORED);
  lostListeners.forEach((listener) => listener());
}

async function take() {
  const known = tabStorage.get(STORED);
  if (known && (await claim(known))) return known;
  if (known) renew();
  return open();
}

async function open() {
  const response = await send("/api/session", { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });
  if (!response.ok) throw await errorOf(response);
  const { session: opened } = await response.json();
  tabStorage.set(STORED, opened);
  void claim(opened);
  return /** @type {string} */ (opened);
}

/**
 * Locks a session for the lifetime of the page; false if another tab has it.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
function claim(name) {
  // Only secure contexts, such as localhost, have locks. Elsewhere a duplicated tab shares the session.
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((done) => {
    const signal = AbortSignal.timeout(LOCK_TIMEOUT);
    const keepLock = () => {
      done(true);
      return new Promise(() => {});
    };
    navigator.locks.request(`tabiya.session.${name}`, { signal }, keepLock).catch(() => done(false));
  });
}
