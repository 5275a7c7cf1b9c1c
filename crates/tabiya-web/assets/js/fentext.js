// @ts-check
// A FEN as text: whether something is one, and which letters of it are wrong.

/** So many letters of a wrong FEN are shown. */
const MOST_SHOWN = 256;

/**
 * Whether a text is meant as a FEN: eight rows, and perhaps more on the same line.
 * @param {string} text
 */
export const looksLikeFen = (text) => /^[^\s/]+(\/[^\s/]+){7}(\s[^\n]*)?$/.test(text);

/**
 * The letters of a FEN, and whether something is wrong at each; a blank at the end, if it ends too early.
 * @param {string} fen
 * @param {{ column: number }[]} problems Columns count bytes of UTF-8, the first being 1.
 * @returns {{ letter: string, isWrong: boolean }[]}
 */
export function markedLetters(fen, problems) {
  const columns = new Set(problems.map(({ column }) => column));
  const bytes = new TextEncoder();
  let column = 1;
  const letters = [...fen].slice(0, MOST_SHOWN).map((letter) => {
    const isWrong = columns.has(column);
    column += bytes.encode(letter).length;
    return { letter, isWrong };
  });
  return columns.has(column) ? [...letters, { letter: " ", isWrong: true }] : letters;
}
