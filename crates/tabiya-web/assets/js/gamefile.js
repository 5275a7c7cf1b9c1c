// @ts-check
// A file of games, however many. It stays where it is: the server is shown piece after piece and tells what a list shows
// of each game; a game is read when somebody opens it.

import { newListName } from "./keptlist.js";
import { Refusal } from "./request.js";
import { PGN, unpack, upload } from "./server.js";

/** @typedef {import("./types.js").GameRow} GameRow */

/** The first games shall be seen at once. */
const FIRST_PIECE = 1 << 18;
const PIECE = 1 << 22;
const MOST_PIECE = 8 << 20;
/** More would not fit in the page. */
const MOST_GAMES = 500_000;

export class GameFile {
  /**
   * @param {Blob} file
   * @param {import("./types.js").Variant} variant What games are that do not say.
   * @param {string} [name]
   * @param {string} [list] What the list of its games is called among all that a browser has seen.
   */
  constructor(file, variant, name = "", list = newListName()) {
    this.file = file;
    this.name = name;
    this.list = list;
    this.variant = variant;
    /** @type {GameRow[]} */
    this.rows = [];
    this.faulty = 0;
    /** @type {string | null} Why there may be more games than these. */
    this.problem = null;
    this.isWhole = false;
  }

  /**
   * Reads the file to its end. Refused if nothing in it is a game.
   * @param {() => boolean} told Is called when there are more games; whether to go on.
   */
  async read(told) {
    try {
      await this.readPieces(told);
    } catch (error) {
      if (this.rows.length === 0 || !(error instanceof Refusal)) throw error;
      this.problem = error.message;
    }
    if (this.rows.length === 0) throw new Refusal(422, this.problem ?? "there is no game in this file");
    this.isWhole = true;
    told();
  }

  /** @param {() => boolean} told */
  async readPieces(told) {
    let [at, line, size] = [0, 1, FIRST_PIECE];
    while (at < this.file.size) {
      const piece = this.file.slice(at, at + size);
      const isLast = at + size >= this.file.size;
      /** @type {{ isPacked: boolean, games: GameRow[], used: number, line: number }} */
      const answer = await upload(`/api/index?variant=${this.variant}&line=${line}${isLast ? "&last" : ""}`, piece, PGN);
      if (answer.isPacked && at === 0) {
        await this.unpack();
        continue;
      }
      this.add(answer.games, at);
      at += answer.used;
      line = answer.line;
      if (!told()) return;
      if (this.rows.length >= MOST_GAMES) {
        this.problem = "there are more games in this file than can be listed; `tabiya db add` takes them all";
        return;
      }
      if (answer.used === 0 && size >= MOST_PIECE) throw new Refusal(422, `what stands at byte ${at} is longer than any game that can be read`);
      size = answer.used === 0 ? Math.min(MOST_PIECE, 4 * size) : PIECE;
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

  /** Unpacks the file, as far as that can be done. */
  async unpack() {
    const { unpacked, isWhole } = await unpack(this.file);
    this.file = unpacked;
    if (!isWhole) this.problem = "the packed file is damaged, or more than 256 MiB unpacked; the games before that are listed";
    if (this.file.size === 0) throw new Refusal(422, this.problem ?? "there is no game in this file");
  }

  /**
   * The whole file with other texts for some games, as UTF-8.
   * @param {Map<number, string>} texts By the numbers of the games.
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
   * The texts of games one after the other.
   * @param {number} first
   * @param {number} last Is not among them.
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
      throw new Refusal(0, "the file cannot be read any more; load it again");
    });
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder("iso-8859-1").decode(bytes);
    }
  }
}
