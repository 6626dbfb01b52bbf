// Find the card at a pointer, and suppress unintended clicks.

/** @typedef {import("./selection.js").Picked} Picked */

/**
 * Return the card under a pointer event; null if there is none.
 *
 * @param {Event} event
 * @returns {{ element: HTMLElement, picked: Picked } | null}
 */
export function cardAt(event) {
  const target = /** @type {Element} */ (event.composedPath()[0]);
  const element = /** @type {HTMLElement | null} */ (target.closest?.("[data-code]") ?? null);
  return element && pickedFrom(element);
}

/**
 * Return the card that an element shows.
 *
 * @param {HTMLElement} element
 */
export function pickedFrom(element) {
  const zone = /** @type {HTMLElement | null} */ (element.closest("[data-zone]"))?.dataset.zone;
  if (!zone) return null;
  return { element, picked: { zone, index: Number(element.dataset.index), code: element.dataset.code ?? "" } };
}

/** Suppress the click that follows when something is dropped. @param {HTMLElement} root */
export function suppressClick(root) {
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  root.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => root.removeEventListener("click", stop, { capture: true }), 50);
}
