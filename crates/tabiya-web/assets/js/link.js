// @ts-check
// A game as an address: #fen=… for a position, #pgn=… for a game with all its lines, as text or packed (zlib, base64url).

/** @typedef {{ kind: "fen", fen: string, variant: string | null } | { kind: "pgn", pgn: string, variant: string | null, node: number | null }} Linked */

/** Before a text that is packed. */
const PACKED = "z:";
/** Longer addresses are cut by programs that people send them with. */
const MOST_LETTERS = 32_000;
/** What is read from an address, and what it may unpack to. */
const MOST_READ = 500_000;
const MOST_BYTES = 4 << 20;

/** Why a link is not what it should be. */
export class BadLink extends Error {}

/**
 * The address of a position.
 * @param {string} fen
 * @param {string} variant
 */
export function linkToPosition(fen, variant) {
  return address(`fen=${encodeURIComponent(fen.replaceAll(" ", "_")).replaceAll("%2F", "/")}`, variant);
}

/**
 * The address of a game, at one of its moves by their order in the text; the start is 0.
 * @param {string} pgn
 * @param {string} variant
 * @param {number} node
 */
export async function linkToGame(pgn, variant, node) {
  const link = address(`pgn=${PACKED}${await pack(pgn)}&node=${node}`, variant);
  if (link.length > MOST_LETTERS) throw new BadLink("this game is too long for a link; save it as PGN instead");
  return link;
}

/**
 * @param {string} hash
 * @param {string} variant
 */
function address(hash, variant) {
  return `${location.origin}${location.pathname}#${hash}${variant === "chess" ? "" : `&variant=${variant}`}`;
}

/**
 * What an address leads to; null if it says nothing of a game.
 * @param {string} hash
 * @returns {Promise<Linked | null>}
 */
export async function readLink(hash) {
  const fields = new Map(hash.replace(/^#/, "").split("&").map((field) => {
    const [name, ...value] = field.split("=");
    return [name, value.join("=")];
  }));
  const [fen, pgn, node] = [fields.get("fen"), fields.get("pgn"), fields.get("node")];
  const variant = fields.get("variant") ?? null;
  if (fen === undefined && pgn === undefined) return null;
  if (hash.length > MOST_READ) throw new BadLink("the link is too long");
  if (fen !== undefined) return { kind: "fen", fen: plain(fen).replaceAll("_", " "), variant };
  const text = plain(pgn ?? "");
  return { kind: "pgn", pgn: text.startsWith(PACKED) ? await unpack(text.slice(PACKED.length)) : text, variant, node: node === undefined ? null : Number(node) };
}

/** @param {string} text */
function plain(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", "%2B"));
  } catch {
    throw new BadLink("the link is damaged: a percent sign stands alone");
  }
}

/** @param {string} text */
async function pack(text) {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} letters */
async function unpack(letters) {
  const damaged = new BadLink("the link is damaged or not whole; ask for it once more");
  /** @type {Uint8Array<ArrayBuffer>} */
  let bytes;
  try {
    bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  } catch {
    throw damaged;
  }
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const pieces = [];
  for (let length = 0; ;) {
    const { value, done } = await reader.read().catch(() => {
      throw damaged;
    });
    if (done) return new Blob(pieces).text();
    length += value.length;
    if (length > MOST_BYTES) throw new BadLink("the link holds more than the board can show");
    pieces.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}
