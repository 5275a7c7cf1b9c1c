// @ts-check
// A request, and the errors it may have.

import { answer, usesWorker } from "./workerbackend.js";

/**
 * @typedef {{ field: string, column: number, code?: string, reason: string }} Problem
 */

/** The backend's name in messages, and a hint if it does not respond. */
const [BACKEND, HINT] = usesWorker ? ["the worker", "; reload the page"] : ["the server", "; is `tabiya serve` still running?"];
/** The message for an interrupted analysis. */
export const ANALYSIS_ABORTED = `the analysis was aborted${HINT}`;

/** A request without a valid response. */
export class RequestError extends Error {
  /**
   * @param {number} status The HTTP status; 0 if the server does not respond.
   * @param {string} message
   * @param {Problem[]} problems
   */
  constructor(status, message, problems = []) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

export const noResponse = () => new RequestError(0, `${BACKEND} does not respond${HINT}`);

/**
 * @param {string} path
 * @param {RequestInit} request
 */
export async function send(path, request) {
  try {
    return usesWorker && path.startsWith("/api/") ? await answer(path, request) : await fetch(path, request);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw noResponse();
  }
}

/** @param {Response} response */
export async function errorOf(response) {
  const body = (await response.json().catch(() => null)) ?? {};
  return new RequestError(response.status, body.error ?? `${BACKEND} responded with status ${response.status}`, body.problems ?? []);
}

/**
 * Milliseconds to wait before a retry.
 * @param {number} attempt The number of failures before.
 */
export const retryDelay = (attempt) => Math.min(8000, 1000 * 2 ** attempt);
