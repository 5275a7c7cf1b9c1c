// @ts-check
// Links: #fen=… for a position, #pgn=… for a game with its tree, as text or compressed (zlib, base64url).

/** @typedef {{ kind: "fen", fen: string, variant: string | null } | { kind: "pgn", pgn: string, variant: string | null, node: number | null }} Linked */

/** Prefix of a compressed text. */
const COMPRESSED = "z:";
/** Other programs truncate longer links. */
const MAX_LETTERS = 32_000;
/** The maximum length of a link to read, and of its decompressed text. */
const MAX_READ = 500_000;
const MAX_BYTES = 4 << 20;

/** An invalid link. */
export class BadLink extends Error {}

/**
 * A link to a position.
 * @param {string} fen
 * @param {string} variant
 */
export function linkToPosition(fen, variant) {
  return address(`fen=${encodeURIComponent(fen.replaceAll(" ", "_")).replaceAll("%2F", "/")}`, variant);
}

/**
 * A link to a game and one of its moves, by the order in the text; the start is 0.
 * @param {string} pgn
 * @param {string} variant
 * @param {number} node
 */
export async function linkToGame(pgn, variant, node) {
  const link = address(`pgn=${COMPRESSED}${await compress(pgn)}&node=${node}`, variant);
  if (link.length > MAX_LETTERS) throw new BadLink("this game is too long for a link; save it as PGN instead");
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
 * Reads a link; null if the hash is not a link.
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
  if (hash.length > MAX_READ) throw new BadLink("the link is too long");
  if (fen !== undefined) return { kind: "fen", fen: plain(fen).replaceAll("_", " "), variant };
  const text = plain(pgn ?? "");
  return { kind: "pgn", pgn: text.startsWith(COMPRESSED) ? await decompress(text.slice(COMPRESSED.length)) : text, variant, node: node === undefined ? null : Number(node) };
}

/** @param {string} text */
function plain(text) {
  try {
    return decodeURIComponent(text.replaceAll("+", "%2B"));
  } catch {
    throw new BadLink("the link is damaged: invalid percent encoding");
  }
}

/** @param {string} text */
async function compress(text) {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer());
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} letters */
async function decompress(letters) {
  const damaged = new BadLink("the link is damaged or incomplete");
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
    if (length > MAX_BYTES) throw new BadLink("the link contains more data than the board can show");
    pieces.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}
