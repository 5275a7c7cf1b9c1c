// @ts-check
// PGN comments: text and commands such as [%clk 0:01:00]. The rules are those of the Rust reader, with shared examples in
// testdata/comments/commands.tsv: a bracket between quotes does not end a command.

/** @typedef {{ at: number, text: string, name: string, value: string }} Command Its index, its source with brackets, and its parts. */

/**
 * @param {string} comment
 * @returns {{ text: string, commands: Command[] }}
 */
export function parseComment(comment) {
  /** @type {Command[]} */
  const commands = [];
  if (!comment.includes("[%")) return { text: tidy(comment), commands };
  const endOf = endsOf(comment);
  let text = "";
  let from = 0;
  for (let start = comment.indexOf("[%"); start >= 0; start = comment.indexOf("[%", from)) {
    const end = endOf(start + 2);
    if (end < 0) break;
    const inside = comment.slice(start + 2, end);
    const space = inside.indexOf(" ");
    const [name, value] = space < 0 ? [inside, ""] : [inside.slice(0, space), inside.slice(space + 1).trim()];
    commands.push({ at: start, text: comment.slice(start, end + 1), name, value });
    text += `${comment.slice(from, start)} `;
    from = end + 1;
  }
  return { text: tidy(text + comment.slice(from)), commands };
}

/**
 * Finds the bracket that ends a command; the first bracket if a quote is not closed. Called from left to right, it looks at each
 * character a constant number of times.
 * @param {string} comment
 * @returns {(from: number) => number}
 */
function endsOf(comment) {
  /** @type {[number[], number[]]} Brackets after an even and after an odd number of quotes. */
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
 * @param {Command[]} commands Commands of this comment in their order.
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

/** @param {string} comment */
export const commentText = (comment) => parseComment(comment).text;

/**
 * The texts of comments, joined for one text field.
 * @param {string[]} comments
 */
export const textOf = (comments) => comments.map(commentText).filter((text) => text !== "").join(" ");

/**
 * Comments with another text and all their commands; unchanged if the text is the same.
 * @param {string[]} comments
 * @param {string} text
 * @returns {string[]}
 */
export function withText(comments, text) {
  if (tidy(text) === textOf(comments)) return comments;
  const commands = comments.flatMap((comment) => parseComment(comment).commands.map((command) => command.text));
  const parts = [...commands, tidy(text)].filter((part) => part !== "").join(" ");
  return parts === "" ? [] : [parts];
}
