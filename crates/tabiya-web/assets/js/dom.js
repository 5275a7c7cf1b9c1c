// @ts-check
// Helpers to create and find elements. Text is always set as text: nothing from a FEN or a PGN becomes markup.

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * Creates an element. Properties that begin with "on" are listeners; all others are attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  setProperties(element, properties);
  append(element, children);
  return element;
}

/**
 * Creates an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, unknown>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  setProperties(element, properties);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, unknown>} properties
 */
function setProperties(element, properties) {
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
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Sets the text of an element, unless it is already there, to avoid a layout.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * The element with this id.
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

/** Whether a dialog is open. Called for every key: a selector would search all moves of the list. */
export const isDialogOpen = () => [...document.getElementsByTagName("dialog")].some(({ open }) => open);

/**
 * Shows a message for a few seconds.
 * @param {string} text
 */
export function toast(text) {
  const shown = h("div", { class: "toast" }, capital(text));
  shown.addEventListener("click", () => shown.remove());
  byId("toasts").append(shown);
  setTimeout(() => shown.remove(), 5000);
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const place = byId("announcer");
  // A live region announces only changes.
  place.textContent = place.textContent === text ? `${text}\u00a0` : text;
}

/**
 * Copies text to the clipboard, or reports that this failed.
 * @param {string} text
 * @param {string} what
 * @param {HTMLInputElement | HTMLTextAreaElement} [shown] The field with the text, to copy it manually.
 */
export async function copy(text, what, shown) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied the ${what} to the clipboard.`);
    return;
  } catch {
    // Denied or missing: browsers offer no clipboard to pages from the network without TLS.
  }
  shown?.focus();
  shown?.select();
  toast(`The browser blocked copying the ${what}. ` + (shown ? "It is selected: copy it manually." : "Select it and copy it manually."));
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const numbers = new Intl.NumberFormat("en");

/** @param {number} value */
export const count = (value) => numbers.format(value);

/**
 * A number with a unit prefix: 12,300 is 12.3k.
 * @param {number} value
 */
export function short(value) {
  if (value < 1000) return String(value);
  const [unit, letter] = value < 999_500 ? [1e3, "k"] : value < 999_500_000 ? [1e6, "M"] : [1e9, "G"];
  const text = (value / unit).toFixed(value < 9.95 * unit ? 1 : 0);
  return `${text.replace(/\.0$/, "")}${letter}`;
}

/**
 * @param {string} legend
 * @param {string} name
 * @param {string[][]} options Values and labels.
 * @param {string} chosen
 */
export function radioGroup(legend, name, options, chosen) {
  return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "choices" },
    ...options.map(([value, text]) => h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen }), text))));
}
