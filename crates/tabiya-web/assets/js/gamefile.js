// @ts-check
// A file of games of any size. It stays in the browser: the server receives it in pieces and returns a row for each game; a game is
// read when it is opened.

import { newListName } from "./liststorage.js";
import { RequestError } from "./request.js";
import { PGN, decompress, upload } from "./server.js";

/** @typedef {import("./types.js").GameRow} GameRow */

/** Small, so that the first games appear at once. */
const FIRST_PIECE = 1 << 18;
const PIECE = 1 << 22;
const MAX_PIECE = 8 << 20;
/** More rows would need too much memory. */
const MAX_GAMES = 500_000;

export class GameFile {
  /**
   * @param {Blob} file
   * @param {import("./types.js").Variant} variant The variant of games without a Variant tag.
   * @param {string} [name]
   * @param {string} [list] The name of its list, unique in this browser.
   */
  constructor(file, variant, name = "", list = newListName()) {
    this.file = file;
    this.name = name;
    this.list = list;
    this.variant = variant;
    /** @type {GameRow[]} */
    this.rows = [];
    this.faulty = 0;
    /** @type {string | null} Why the list may be incomplete. */
    this.problem = null;
    this.isComplete = false;
  }

  /**
   * Reads the file to its end. Fails if it has no games.
   * @param {() => boolean} onProgress Called when there are more games; returns whether to continue.
   */
  async read(onProgress) {
    try {
      await this.readPieces(onProgress);
    } catch (error) {
      if (this.rows.length === 0 || !(error instanceof RequestError)) throw error;
      this.problem = error.message;
    }
    if (this.rows.length === 0) throw new RequestError(422, this.problem ?? "no games in this file");
    this.isComplete = true;
    onProgress();
  }

  /** @param {() => boolean} onProgress */
  async readPieces(onProgress) {
    let [at, line, size] = [0, 1, FIRST_PIECE];
    while (at < this.file.size) {
      const piece = this.file.slice(at, at + size);
      const isLast = at + size >= this.file.size;
      /** @type {{ isCompressed: boolean, games: GameRow[], used: number, line: number }} */
      const answer = await upload(`/api/index?variant=${this.variant}&line=${line}${isLast ? "&last" : ""}`, piece, PGN);
      if (answer.isCompressed && at === 0) {
        await this.decompress();
        continue;
      }
      this.add(answer.games, at);
      at += answer.used;
      line = answer.line;
      if (!onProgress()) return;
      if (this.rows.length >= MAX_GAMES) {
        this.problem = "the file has more games than this list can hold; `tabiya db add` reads all of them";
        return;
      }
      if (answer.used === 0 && size >= MAX_PIECE) throw new RequestError(422, `the game at byte ${at} is longer than the largest game that can be read`);
      size = answer.used === 0 ? Math.min(MAX_PIECE, 4 * size) : PIECE;
    }
  }

  /**
   * @param {GameRow[]} games
   * @param {number} from
   */
  add(games, from) {
    let offset = from;
    for (const game of games) {
      game.offset = offset;
      game.number = this.rows.push(game);
      offset += game.length;
      if (game.fault) this.faulty += 1;
    }
  }

  /** Decompresses the file, as far as it is intact. */
  async decompress() {
    const { decompressed, isComplete } = await decompress(this.file);
    this.file = decompressed;
    if (!isComplete) this.problem = "the compressed file is damaged, or larger than 256 MiB decompressed; only the games before that are listed";
    if (this.file.size === 0) throw new RequestError(422, this.problem ?? "no games in this file");
  }

  /**
   * The complete file with new texts for some games, as UTF-8.
   * @param {Map<number, string>} texts By game number.
   */
  async withGames(texts) {
    /** @type {BlobPart[]} */
    const parts = [];
    let next = 0;
    for (const number of [...texts.keys()].sort((one, other) => one - other)) {
      parts.push(...(await this.asUtf8(next, number - 1)), `${texts.get(number)?.trim()}\n\n`);
      next = number;
    }
    const { offset, length } = this.rows[this.rows.length - 1];
    return new Blob([...parts, ...(await this.asUtf8(next, this.rows.length)), this.file.slice(offset + length)]);
  }

  /**
   * The texts of a range of games.
   * @param {number} first
   * @param {number} last Exclusive.
   * @returns {Promise<BlobPart[]>}
   */
  async asUtf8(first, last) {
    if (first >= last) return [];
    const bytes = this.file.slice(this.rows[first].offset, this.rows[last - 1].offset + this.rows[last - 1].length);
    try {
      await bytes.stream().pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).pipeTo(new WritableStream());
      return [bytes];
    } catch {
      if (last - first === 1) return [await this.text(this.rows[first])];
      const middle = (first + last) >> 1;
      return [...(await this.asUtf8(first, middle)), ...(await this.asUtf8(middle, last))];
    }
  }

  /**
   * The text of a game.
   * @param {Pick<GameRow, "offset" | "length">} row
   */
  async text({ offset, length }) {
    const bytes = await this.file.slice(offset, offset + length).arrayBuffer().catch(() => {
      throw new RequestError(0, "the file can no longer be read; load it again");
    });
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("iso-8859-1").decode(bytes);
    }
  }
}
