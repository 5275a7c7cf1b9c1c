// @ts-check
// One request, and why it may have no answer.

/**
 * @typedef {{ field: string, column: number, reason: string }} Problem
 */

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

/**
 * @param {string} path
 * @param {RequestInit} request
 */
export async function send(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal(0, "the server does not answer; is `tabiya serve` still running?");
  }
}

/** @param {Response} response */
export async function refusal(response) {
  const told = await response.json().catch(() => ({}));
  return new Refusal(response.status, told.error ?? `the server answered ${response.status}`, told.problems ?? []);
}

/**
 * Milliseconds to wait before a question is asked again.
 * @param {number} attempt How often it has failed before.
 */
export const patience = (attempt) => Math.min(8000, 1000 * 2 ** attempt);
