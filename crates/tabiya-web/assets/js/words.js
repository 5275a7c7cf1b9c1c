// @ts-check
// The words of comments. Commands are kept, but not read out.

import { takeApart, tidy } from "./commands.js";

/** @param {string} comment */
export const words = (comment) => takeApart(comment).words;

/**
 * Comments with other words, and all their commands.
 * @param {string[]} comments
 * @param {string} text
 * @returns {string[]}
 */
export function withWords(comments, text) {
  const commands = comments.flatMap((comment) => takeApart(comment).commands.map((command) => command.text));
  const said = [...commands, tidy(text)].filter((part) => part !== "").join(" ");
  return said === "" ? [] : [said];
}
