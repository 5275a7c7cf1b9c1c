// @ts-check
// What stands in a comment: words, and commands such as [%clk 0:01:00]. The same rules as the reader's own, and the
// same examples in testdata/pgn/commands.json: a bracket between quotes does not end a command.

/** @typedef {{ at: number, text: string, name: string, value: string }} Command Where it begins; as it is written, brackets and all; and its parts. */

/**
 * @param {string} comment
 * @returns {{ words: string, commands: Command[] }}
 */
export function takeApart(comment) {
  /** @type {Command[]} */
  const commands = [];
  if (!comment.includes("[%")) return { words: tidy(comment), commands };
  const endOf = endsOf(comment);
  let words = "";
  let from = 0;
  for (let start = comment.indexOf("[%"); start >= 0; start = comment.indexOf("[%", from)) {
    const end = endOf(start + 2);
    if (end < 0) break;
    const inside = comment.slice(start + 2, end);
    const space = inside.indexOf(" ");
    const [name, value] = space < 0 ? [inside, ""] : [inside.slice(0, space), inside.slice(space + 1).trim()];
    commands.push({ at: start, text: comment.slice(start, end + 1), name, value });
    words += `${comment.slice(from, start)} `;
    from = end + 1;
  }
  return { words: tidy(words + comment.slice(from)), commands };
}

/**
 * Where the bracket is that ends a command; without its other quote, the first. Asked from left to right, it looks at no letter
 * more than a few times, however many commands there are.
 * @param {string} comment
 * @returns {(from: number) => number}
 */
function endsOf(comment) {
  /** @type {[number[], number[]]} The brackets after an even number of quotes, and after an odd one. */
  const brackets = [[], []];
  let quotes = 0;
  for (let at = 0; at < comment.length; at += 1) {
    if (comment[at] === '"') quotes += 1;
    else if (comment[at] === "]") brackets[quotes % 2].push(at);
  }
  const next = [0, 0];
  let [seen, before] = [0, 0];
  return (from) => {
    for (; seen < from; seen += 1) if (comment[seen] === '"') before += 1;
    const [side, unquoted] = [before % 2, brackets[before % 2]];
    while (unquoted[next[side]] < from) next[side] += 1;
    return unquoted[next[side]] ?? comment.indexOf("]", from);
  };
}

/**
 * A comment without some of its commands.
 * @param {string} comment
 * @param {Command[]} commands As they were taken from it, in their order.
 */
export function withoutCommands(comment, commands) {
  let rest = "";
  let from = 0;
  for (const { at, text } of commands) {
    rest += `${comment.slice(from, at)} `;
    from = at + text.length;
  }
  return tidy(rest + comment.slice(from));
}

/** @param {string} text */
export const tidy = (text) => text.replace(/\s+/g, " ").trim();
