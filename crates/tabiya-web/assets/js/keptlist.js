// @ts-check
// The list of games of this tab as it survives a reload: the browser keeps the file, and each game of it that was worked on.
// Where it keeps nothing for pages, or has no room, the list lasts until the page goes.

import { toast } from "./dom.js";
import { ofTab } from "./memory.js";

/** @typedef {import("./types.js").Saved} Saved */
/** @typedef {{ file: File, variant: import("./types.js").Variant, problem: string | null }} KeptFile */
/** @typedef {{ saved: Saved, tree: ReturnType<import("./tree.js").Tree["toJSON"]> }} KeptGame */

const DATABASE = "tabiya";
const [FILES, GAMES] = ["files", "games"];
/** Which list is that of this tab. */
const STORED_LIST = "tabiya.list";
/** Tabs do not say when they go for good: no more lists than these are kept, the newest. */
const MOST_LISTS = 16;
/** In bytes. */
export const MOST_KEPT = 256 << 20;

/** A name for a list that no other has; in the order of time. */
export const newListName = () => `${String(Date.now()).padStart(16, "0")} ${Math.random()}`;

/** The list of this tab, if it is kept. */
export const keptListName = () => ofTab.get(STORED_LIST) ?? "";

/**
 * @param {string} list
 * @param {KeptFile} kept
 */
export async function keepFile(list, kept) {
  ofTab.set(STORED_LIST, list);
  await attempt("readwrite", async (files, games) => {
    const names = /** @type {string[]} */ (await answer(files.getAllKeys()));
    for (const old of names.slice(0, Math.max(0, names.length - MOST_LISTS + 1))) {
      files.delete(old);
      games.delete(allOf(old));
    }
    files.put(kept, list);
  });
}

/** @param {string} list @returns {Promise<KeptFile | undefined>} */
export const keptFile = (list) => attempt("readonly", (files) => answer(files.get(list)));

/**
 * @param {string} list
 * @param {number} number
 * @param {KeptGame} game
 */
export async function keepGame(list, number, game) {
  const isKept = await attempt("readwrite", async (_, games) => Boolean(await answer(games.put({ number, ...game }, [list, number]))));
  if (!isKept) toast("There is no room in this browser to keep this game through a reload: save it as PGN.");
}

/** @param {string} list @returns {Promise<({ number: number } & KeptGame)[]>} */
export const keptGames = async (list) => (await attempt("readonly", (_, games) => answer(games.getAll(allOf(list))))) ?? [];

/** This tab has another list. What is kept of the old one goes when others need its place: a tab that was made of this one may have it, too. */
export const forgetList = () => ofTab.forget(STORED_LIST);

/** @param {string} list */
const allOf = (list) => IDBKeyRange.bound([list], [list, []]);

/**
 * Nothing if that cannot be done.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(files: IDBObjectStore, games: IDBObjectStore) => Promise<T>} deed
 * @returns {Promise<T | undefined>}
 */
async function attempt(mode, deed) {
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
      const [told] = await Promise.all([deed(transaction.objectStore(FILES), transaction.objectStore(GAMES)), isDone]);
      return told;
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
