// @ts-check
// Small ways to make and find elements. Text is always set as text: nothing from a FEN or a PGN becomes markup.

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * Makes an element. Properties that begin with "on" are listeners; "class" and "data-…"/"aria-…" are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties);
  append(element, children);
  return element;
}

/**
 * Makes an element of a drawing.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, properties);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} properties
 */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Makes an element say this; one that says it already is not touched, so that nothing is laid out again.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The element of the page with this name.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** @param {string} id @returns {HTMLButtonElement} */
export const button = (id) => /** @type {HTMLButtonElement} */ (byId(id));

/** @param {string} id @returns {HTMLDialogElement} */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (byId(id));

/** Whether a dialog is open. It is asked at every key: a selector would look through every move of the list. */
export const isDialogOpen = () => [...document.getElementsByTagName("dialog")].some(({ open }) => open);

/**
 * Tells somebody something for a few seconds.
 * @param {string} text
 */
export function toast(text) {
  const shown = h("div", { class: "toast" }, capital(text));
  shown.addEventListener("click", () => shown.remove());
  byId("toasts").append(shown);
  setTimeout(() => shown.remove(), 5000);
}

/**
 * Says something to whoever does not see the page.
 * @param {string} text
 */
export function announce(text) {
  const place = byId("announcer");
  // The same text twice is a change only if it differs.
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Puts text on the clipboard, or says that it cannot.
 * @param {string} text
 * @param {string} what
 * @param {HTMLInputElement | HTMLTextAreaElement} [shown] Where the text stands, to be copied by hand.
 */
export async function copy(text, what, shown) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`The ${what} is on the clipboard.`);
    return;
  } catch {
    // Refused, or there is none: browsers keep it from pages that come over the network without TLS.
  }
  shown?.focus();
  shown?.select();
  toast(`The browser does not let this page copy the ${what}. ` + (shown ? "It is selected now: copy it by hand." : "Select it and copy it by hand."));
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const numbers = new Intl.NumberFormat("en");

/** @param {number} value */
export const count = (value) => numbers.format(value);

/**
 * A number in few letters: 12,300 is 12.3k.
 * @param {number} value
 */
export function short(value) {
  if (value < 1000) return String(value);
  const [unit, letter] = value < 999_500 ? [1e3, "k"] : value < 999_500_000 ? [1e6, "M"] : [1e9, "G"];
  const text = (value / unit).toFixed(value < 9.95 * unit ? 1 : 0);
  return `${text.replace(/\.0$/, "")}${letter}`;
}
