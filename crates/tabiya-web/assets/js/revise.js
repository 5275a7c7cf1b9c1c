// @ts-check
// Updates the document with minimal changes, so that the browser lays out and paints only what has changed.

import { h } from "./dom.js";

/**
 * Replaces the children of an element, keeping equal nodes. Kept nodes keep their listeners, so callers must attach listeners to
 * the element itself.
 * @param {Element} element
 * @param {...import("./dom.js").Child} children
 */
export function revise(element, ...children) {
  patchChildren(element, h("div", {}, ...children));
}

/**
 * Makes the children of one element equal to those of another, which is consumed.
 * @param {Element} old
 * @param {Element} next
 */
function patchChildren(old, next) {
  const oldNodes = [...old.childNodes];
  const nodes = [...next.childNodes];
  nodes.forEach((node, index) => {
    const was = oldNodes[index];
    if (was === undefined) old.append(node);
    else if (was instanceof Text && node instanceof Text) {
      if (was.data !== node.data) was.data = node.data;
    } else if (was instanceof Element && node instanceof Element && was.nodeName === node.nodeName) {
      patchAttributes(was, node);
      patchChildren(was, node);
    } else was.replaceWith(node);
  });
  for (const one of oldNodes.slice(nodes.length)) one.remove();
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function patchAttributes(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) === value) continue;
    // As an attribute, the page's Content-Security-Policy would reject it.
    if (name === "style" && old instanceof HTMLElement && next instanceof HTMLElement) old.style.cssText = next.style.cssText;
    else old.setAttribute(name, value);
  }
}
