// @ts-check
// The file of games that this tab lists, as it survives a reload: the browser keeps a copy. Where it keeps nothing for pages,
// or has no room, the list lasts until the page goes.

import { ofTab } from "./memory.js";

/** @typedef {{ file: File, variant: import("./types.js").Variant, list: string }} Kept The list has a name: games say that they are of it. */

const DATABASE = "tabiya";
const STORE = "files";
/** Under which name the file of this tab is kept. */
const STORED_NAME = "tabiya.file";
/** Tabs do not say when they go for good: no more files than these are kept, the newest. */
const MOST_FILES = 4;
/** In bytes. */
const MOST_KEPT = 256 << 20;

/** @param {Kept} kept */
export async function keepFile(kept) {
  forgetFile();
  if (kept.file.size > MOST_KEPT) return;
  // In the order of time.
  const name = `${String(Date.now()).padStart(16, "0")} ${Math.random()}`;
  ofTab.set(STORED_NAME, name);
  try {
    await inStore("readwrite", async (store) => {
      const names = await answer(store.getAllKeys());
      for (const old of names.slice(0, Math.max(0, names.length - MOST_FILES + 1))) store.delete(old);
      store.put(kept, name);
    });
  } catch {
    // Then nothing is found under this name.
  }
}

/** @returns {Promise<Kept | null>} */
export async function keptFile() {
  const name = ofTab.get(STORED_NAME);
  if (name === null) return null;
  try {
    return await inStore("readonly", async (store) => (await answer(store.get(name))) ?? null);
  } catch {
    return null;
  }
}

/** The copy itself goes when others need its place: a tab that was made of this one may list it, too. */
export const forgetFile = () => ofTab.forget(STORED_NAME);

/**
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => Promise<T>} deed
 * @returns {Promise<T>}
 */
async function inStore(mode, deed) {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await answer(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const isDone = new Promise((done, fail) => {
      transaction.oncomplete = done;
      transaction.onabort = () => fail(transaction.error);
    });
    const [told] = await Promise.all([deed(transaction.objectStore(STORE)), isDone]);
    return told;
  } finally {
    database.close();
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const answer = (request) => new Promise((done, fail) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
});
