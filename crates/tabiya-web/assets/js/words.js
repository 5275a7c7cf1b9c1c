// @ts-check
// The words of comments. Commands are kept, but not read out.

import { takeApart, tidy } from "./commands.js";

/** @param {string} comment */
export const words = (comment) => takeApart(comment).words;

/**
 * The words of comments one after the other, as they are read and written in one place.
 * @param {string[]} comments
 */
export const wordsOf = (comments) => comments.map(words).filter((text) => text !== "").join(" ");

/**
 * Comments with other words, and all their commands; the same comments if these are their words already.
 * @param {string[]} comments
 * @param {string} text
 * @returns {string[]}
 */
export function withWords(comments, text) {
  if (tidy(text) === wordsOf(comments)) return comments;
  const commands = comments.flatMap((comment) => takeApart(comment).commands.map((command) => command.text));
  const said = [...commands, tidy(text)].filter((part) => part !== "").join(" ");
  return said === "" ? [] : [said];
}
