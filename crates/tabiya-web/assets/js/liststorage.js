// @ts-check
// Stores the list of games of this tab so that it survives a reload: the file, and each edited game. Without storage, or when it is
// full, the list lasts until the page is closed.

import { toast } from "./dom.js";
import { tabStorage } from "./storage.js";

/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {{ file: File, variant: import("./types.js").Variant, problem: string | null }} StoredFile */
/** @typedef {{ saved: Saved, tree: ReturnType<import("./tree.js").Tree["toJSON"]> }} StoredGame */

const DATABASE = "tabiya";
const [FILES, GAMES] = ["files", "games"];
/** The name of this tab's list. */
const STORED_LIST = "tabiya.list";
/** Closed tabs cannot be detected, so only the newest lists are stored. */
const MAX_LISTS = 16;
/** In bytes. */
export const MAX_STORED_BYTES = 256 << 20;

/** A unique name for a list; names sort by time. */
export const newListName = () => `${String(Date.now()).padStart(16, "0")} ${Math.random()}`;

/** The name of this tab's list, if it is stored. */
export const storedListName = () => tabStorage.get(STORED_LIST) ?? "";

/**
 * @param {string} list
 * @param {StoredFile} stored
 */
export async function storeFile(list, stored) {
  tabStorage.set(STORED_LIST, list);
  await attempt("readwrite", async (files, games) => {
    const names = /** @type {string[]} */ (await answer(files.getAllKeys()));
    for (const old of names.slice(0, Math.max(0, names.length - MAX_LISTS + 1))) {
      files.delete(old);
      games.delete(allOf(old));
    }
    files.put(stored, list);
  });
}

/** @param {string} list @returns {Promise<StoredFile | undefined>} */
export const storedFile = (list) => attempt("readonly", (files) => answer(files.get(list)));

/**
 * @param {string} list
 * @param {number} number
 * @param {StoredGame} game
 */
export async function storeGame(list, number, game) {
  const isStored = await attempt("readwrite", async (_, games) => Boolean(await answer(games.put({ number, ...game }, [list, number]))));
  if (!isStored) toast("The browser's storage is full: this game will be lost on reload. Save it as PGN.");
}

/** @param {string} list @returns {Promise<({ number: number } & StoredGame)[]>} */
export const storedGames = async (list) => (await attempt("readonly", (_, games) => answer(games.getAll(allOf(list))))) ?? [];

/** Detaches this tab from its list. The stored list is deleted when others need the space: a duplicated tab may still use it. */
export const removeStoredList = () => tabStorage.remove(STORED_LIST);

/** @param {string} list */
const allOf = (list) => IDBKeyRange.bound([list], [list, []]);

/**
 * Undefined if the action fails.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(files: IDBObjectStore, games: IDBObjectStore) => Promise<T>} action
 * @returns {Promise<T | undefined>}
 */
async function attempt(mode, action) {
  try {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => [FILES, GAMES].forEach((name) => opening.result.createObjectStore(name));
    const database = await answer(opening);
    try {
      const transaction = database.transaction([FILES, GAMES], mode);
      const isDone = new Promise((done, fail) => {
        transaction.oncomplete = done;
        transaction.onabort = () => fail(transaction.error);
      });
      const [response] = await Promise.all([action(transaction.objectStore(FILES), transaction.objectStore(GAMES)), isDone]);
      return response;
    } finally {
      database.close();
    }
  } catch {
    return undefined;
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
