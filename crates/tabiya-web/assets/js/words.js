// @ts-check
// What stands in a comment: words, and commands such as [%clk 0:01:00], which are kept but not read out.

const COMMANDS = /\[%[^\]]*\]/g;

/** @param {string} comment */
export const words = (comment) => comment.replace(COMMANDS, " ").replace(/\s+/g, " ").trim();

/**
 * Comments with other words, and all their commands.
 * @param {string[]} comments
 * @param {string} text
 * @returns {string[]}
 */
export function withWords(comments, text) {
  const commands = comments.flatMap((comment) => comment.match(COMMANDS) ?? []);
  const said = [...commands, text.replace(/\s+/g, " ").trim()].filter((part) => part !== "").join(" ");
  return said === "" ? [] : [said];
}
