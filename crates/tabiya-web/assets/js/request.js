// @ts-check
// One request, and why it may have no answer.

import { answer, isAlone } from "./alone.js";

/**
 * @typedef {{ field: string, column: number, reason: string }} Problem
 */

/** Who should answer, and what to look for if nobody does. */
const [NOBODY, HINT] = isAlone ? ["the page's own worker", "; load the page again"] : ["the server", "; is `tabiya serve` still running?"];
/** Said when an analysis is not told to its end. */
export const BROKEN_OFF = `the analysis broke off${HINT}`;

/** Why there is no answer. */
export class Refusal extends Error {
  /**
   * @param {number} status As HTTP has it; 0 if the server cannot be reached.
   * @param {string} message
   * @param {Problem[]} problems
   */
  constructor(status, message, problems = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

export const noAnswer = () => new Refusal(0, `${NOBODY} does not answer${HINT}`);

/**
 * @param {string} path
 * @param {RequestInit} request
 */
export async function send(path, request) {
  try {
    return isAlone && path.startsWith("/api/") ? await answer(path, request) : await fetch(path, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw noAnswer();
  }
}

/** @param {Response} response */
export async function refusal(response) {
  const told = (await response.json().catch(() => null)) ?? {};
  return new Refusal(response.status, told.error ?? `${NOBODY} answered ${response.status}`, told.problems ?? []);
}

/**
 * Milliseconds to wait before a question is asked again.
 * @param {number} attempt How often it has failed before.
 */
export const patience = (attempt) => Math.min(8000, 1000 * 2 ** attempt);
