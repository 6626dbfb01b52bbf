// Where the keyboard goes on when what had the focus has gone.

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

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
 * Let the keyboard go on at the heading of a screen, now or as soon as it has one, but not at that of a table, where
 * the cards are a better place; return what ends that.
 *
 * @param {HTMLElement} part
 */
export function goOnAtHeading(part) {
  const look = () => {
    const heading = part.querySelector("h1");
    if (!heading) return;
    watching.disconnect();
    if (!heading.closest(".table-screen")) goOnAt(heading);
  };
  const watching = new MutationObserver(look);
  watching.observe(part, { childList: true, subtree: true });
  look();
  return () => watching.disconnect();
}
