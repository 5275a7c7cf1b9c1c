// @ts-check
// The numbers that can be chosen for a search, and those that were.

/**
 * What was chosen before, as far as that can be read.
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
 * The largest that is not above what was chosen.
 * @param {number[]} numbers In their order.
 * @param {number} chosen
 */
export const fitting = (numbers, chosen) => numbers.findLast((number) => number <= chosen) ?? numbers[0];

/** @param {number} most */
export const upTo = (most) => Array.from({ length: most }, (_, index) => index + 1);

/**
 * 1, 2, 4 and so on, and the most.
 * @param {number} most
 */
export function doubling(most) {
  const numbers = [];
  for (let number = 1; number < most; number *= 2) numbers.push(number);
  return [...numbers, most];
}
