// @ts-check
// FEN as text: recognizes a FEN and marks its invalid characters.

/** The number of characters of an invalid FEN that are shown. */
const MAX_SHOWN = 256;

/**
 * Whether a text looks like a FEN: eight ranks, and perhaps more on the same line.
 * @param {string} text
 */
export const looksLikeFen = (text) => /^[^\s/]+(\/[^\s/]+){7}(\s[^\n]*)?$/.test(text);

/**
 * The characters of a FEN, each with whether a problem refers to it; plus a space if the FEN is too short.
 * @param {string} fen
 * @param {{ column: number }[]} problems Columns count bytes of UTF-8 from 1.
 * @returns {{ letter: string, isWrong: boolean }[]}
 */
export function markedLetters(fen, problems) {
  const columns = new Set(problems.map(({ column }) => column));
  const bytes = new TextEncoder();
  let column = 1;
  const letters = [...fen].slice(0, MAX_SHOWN).map((letter) => {
    const isWrong = columns.has(column);
    column += bytes.encode(letter).length;
    return { letter, isWrong };
  });
  return columns.has(column) ? [...letters, { letter: " ", isWrong: true }] : letters;
}
