// @ts-check
// What stands in a comment: words, and commands such as [%clk 0:01:00]. The same rules as the reader's own, and the
// same examples in testdata/pgn/commands.json: a bracket between quotes does not end a command.

/** @typedef {{ text: string, name: string, value: string }} Command As it is written, brackets and all; and its parts. */

/**
 * @param {string} comment
 * @returns {{ words: string, commands: Command[] }}
 */
export function takeApart(comment) {
  /** @type {Command[]} */
  const commands = [];
  let words = "";
  let from = 0;
  for (let start = comment.indexOf("[%"); start >= 0; start = comment.indexOf("[%", from)) {
    const end = endOf(comment, start + 2);
    if (end < 0) break;
    const inside = comment.slice(start + 2, end);
    const space = inside.indexOf(" ");
    const [name, value] = space < 0 ? [inside, ""] : [inside.slice(0, space), inside.slice(space + 1).trim()];
    commands.push({ text: comment.slice(start, end + 1), name, value });
    words += `${comment.slice(from, start)} `;
    from = end + 1;
  }
  return { words: tidy(words + comment.slice(from)), commands };
}

/**
 * Where the bracket is that ends a command; without its other quote, the first.
 * @param {string} comment
 * @param {number} from
 */
function endOf(comment, from) {
  let isQuoted = false;
  for (let at = from; at < comment.length; at += 1) {
    if (comment[at] === '"') isQuoted = !isQuoted;
    else if (comment[at] === "]" && !isQuoted) return at;
  }
  return comment.indexOf("]", from);
}

/** @param {string} text */
export const tidy = (text) => text.replace(/\s+/g, " ").trim();
