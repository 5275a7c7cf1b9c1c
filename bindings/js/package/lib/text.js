/**
 * A text, or an error that names what should have been one.
 * @param {unknown} value
 * @param {string} what
 */
export function text(value, what) {
  if (typeof value !== "string") throw new TypeError(`${what} must be a string, not ${value === null ? "null" : typeof value}`);
  return value;
}

/**
 * What stands between blanks.
 * @param {string} joined
 */
export function words(joined) {
  return joined === "" ? [] : joined.split(" ");
}
