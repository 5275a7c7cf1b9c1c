// @ts-check
// Drawing anew only what is another: a browser lays out and paints what has changed, so nothing else is touched.

import { h } from "./dom.js";

/**
 * Makes an element hold these. What is the same already stays, and what listens to it with it: so whoever uses this
 * listens to the element itself, not to what it holds.
 * @param {Element} element
 * @param {...import("./dom.js").Child} children
 */
export function revise(element, ...children) {
  liken(element, h("div", {}, ...children));
}

/**
 * Makes the content of one element that of another, which is used up.
 * @param {Element} old
 * @param {Element} wanted
 */
function liken(old, wanted) {
  const olds = [...old.childNodes];
  const nodes = [...wanted.childNodes];
  nodes.forEach((node, index) => {
    const was = olds[index];
    if (was === undefined) old.append(node);
    else if (was instanceof Text && node instanceof Text) {
      if (was.data !== node.data) was.data = node.data;
    } else if (was instanceof Element && node instanceof Element && was.nodeName === node.nodeName) {
      dressLike(was, node);
      liken(was, node);
    } else was.replaceWith(node);
  });
  for (const one of olds.slice(nodes.length)) one.remove();
}

/**
 * @param {Element} old
 * @param {Element} wanted
 */
function dressLike(old, wanted) {
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) === value) continue;
    // As an attribute, the page's own policy would refuse it.
    if (name === "style" && old instanceof HTMLElement && wanted instanceof HTMLElement) old.style.cssText = wanted.style.cssText;
    else old.setAttribute(name, value);
  }
}
