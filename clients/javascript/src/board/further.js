// Many players around a table: their style, and how many are out of sight where there is little room. It is loaded only
// then, with all that it imports: that is the style alone.

import style from "./many_style.js";

// A server has no style sheets, but must be able to load this module.
const SHEET = globalThis.CSSStyleSheet && new CSSStyleSheet();
SHEET?.replaceSync(style);

/**
 * Style a row of many seats, and keep a button beside it that says how many are out of sight. A touch brings the next
 * ones into sight, and after the last the first. Return a function that ends it.
 *
 * @param {HTMLElement} row
 * @param {(count: number) => string} tell
 */
export function showMany(row, tell) {
  const { adoptedStyleSheets } = /** @type {Document | ShadowRoot} */ (row.getRootNode());
  if (!adoptedStyleSheets.includes(SHEET)) adoptedStyleSheets.push(SHEET);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "croupier-further";
  button.addEventListener("click", () => {
    const { after, isDown } = hiddenIn(row);
    const step = (/** @type {number} */ size) => (after ? size : -row.scrollWidth - row.scrollHeight);
    row.scrollBy(isDown ? { top: step(row.clientHeight) } : { left: step(row.clientWidth) });
  });
  const look = () => {
    const { before, after, isDown } = hiddenIn(row);
    const count = before + after;
    if (count === 0) return button.remove();
    const [back, on] = isDown ? ["▴", "▾"] : ["◂", "▸"];
    button.ariaLabel = button.title = tell(count);
    button.textContent = `+${count} ${after ? on : back}`;
    if (!button.isConnected) row.after(button);
  };
  const watching = new ResizeObserver(look);
  // Around the table the row has no box of its own.
  for (const box of [row, row.closest(".croupier-stage")]) if (box) watching.observe(box);
  row.addEventListener("scroll", look, { passive: true });
  return () => {
    watching.disconnect();
    row.removeEventListener("scroll", look);
    button.remove();
  };
}

/**
 * Return how many seats of a row are out of sight, and whether those after the ones in sight lie below.
 *
 * @param {HTMLElement} row
 */
function hiddenIn(row) {
  const outer = row.getBoundingClientRect();
  const seats = outer.width ? [...row.querySelectorAll(".croupier-seat")] : [];
  const middles = seats.map((seat) => {
    const { left, top, width, height } = seat.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  return {
    before: middles.filter(({ x, y }) => x < outer.left || y < outer.top).length,
    after: middles.filter(({ x, y }) => x > outer.right || y > outer.bottom).length,
    isDown: row.scrollHeight > row.clientHeight + 1,
  };
}
