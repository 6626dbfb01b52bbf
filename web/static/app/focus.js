// Where the keyboard goes on when what had the focus has gone.

/** Tell whether the keyboard is nowhere. */
export const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Let the keyboard go on somewhere, if it is nowhere; a mouse sees nothing of that.
 *
 * @param {HTMLElement | null | undefined} place
 */
export function goOnAt(place) {
  if (!place || !isFocusLost()) return;
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus(/** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: false }));
}

/**
 * Call something when a part of the page has its heading, now or later; return what ends that.
 *
 * @param {HTMLElement} part
 * @param {(heading: HTMLElement) => void} act
 */
export function onceHeaded(part, act) {
  const look = () => {
    const heading = part.querySelector("h1");
    if (!heading) return;
    watching.disconnect();
    act(heading);
  };
  const watching = new MutationObserver(look);
  watching.observe(part, { childList: true, subtree: true });
  look();
  return () => watching.disconnect();
}
