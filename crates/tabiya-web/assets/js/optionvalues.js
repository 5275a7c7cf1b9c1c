// @ts-check
// The numbers offered for a search, and those stored.

/**
 * The stored options, as far as they are valid.
 * @param {string | null} text
 * @returns {Record<string, number>}
 */
export function readEffort(text) {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text ?? "{}")).filter(([, number]) => typeof number === "number" && number > 0));
  } catch {
    return {};
  }
}

/**
 * The largest number that is not above the chosen one.
 * @param {number[]} numbers In ascending order.
 * @param {number} chosen
 */
export const fitting = (numbers, chosen) => numbers.findLast((number) => number <= chosen) ?? numbers[0];

/** @param {number} max */
export const upTo = (max) => Array.from({ length: max }, (_, index) => index + 1);

/**
 * 1, 2, 4 and so on, and the maximum.
 * @param {number} max
 */
export function doubling(max) {
  const numbers = [];
  for (let number = 1; number < max; number *= 2) numbers.push(number);
  return [...numbers, max];
}
