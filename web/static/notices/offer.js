// The offer over the board: one line that can be dismissed for good.

import { html, render, useEffect, useState } from "../kit/board/preact.js";
import { AppContext, useApp } from "../app/context.js";
import { goOnAt } from "../app/focus.js";

/** @typedef {import("../kit/board/preact.js").Child} Child */

// Some four words a second, and some time to notice it.
const SHOWN_MILLIS = 8000;

/**
 * The offer until somebody decides, and for some seconds what a consent means. What was on when the table was opened
 * is not told again.
 *
 * @param {{ isOn: boolean, turn: (isOn: boolean) => void, children?: Child }} given The children say what failed.
 */
export function Offer({ isOn, turn, children }) {
  const { t } = useApp();
  const [isGone, leave] = useState(isOn);
  useEffect(() => {
    if (!isOn) return undefined;
    goOnAtCards();
    const timer = setTimeout(() => leave(true), SHOWN_MILLIS);
    return () => clearTimeout(timer);
  }, [isOn]);
  useEffect(() => goOnAtCards, []);
  if (isGone) return null;
  const never = t("noticesNot");
  return html`<div class="turn-offer" role="group" aria-label=${t("noticesOffer")}>
    <p role="status">${isOn && t("noticesOn")}</p>
    ${children}
    ${!isOn && html`<button class="button" onClick=${() => turn(true)}>${t("notices")}</button>
      <button class="icon" aria-label=${never} title=${never} onClick=${() => turn(false)}>✕</button>`}
  </div>`;
}

/** Let the keyboard go on at the cards when the button that was pressed is gone. */
const goOnAtCards = () => {
  const cards = /** @type {HTMLElement | null} */ (document.querySelector(".table-screen [role=listbox]"));
  requestAnimationFrame(() => goOnAt(cards));
};

/**
 * Draw something over the board, where buttons are while somebody plays. What stands beside the board is hidden on a
 * phone.
 *
 * @param {Child} child
 */
export function useOverBoard(child) {
  const app = useApp();
  const [place] = useState(() => Object.assign(document.createElement("div"), { className: "over-tray" }));
  // While one tree is drawn, another one must wait.
  const draw = (/** @type {Child} */ drawn) => setTimeout(() => render(drawn, place));
  useEffect(() => {
    document.querySelector(".table-main")?.append(place);
    const follow = () => lay(place);
    addEventListener("resize", follow);
    return () => {
      removeEventListener("resize", follow);
      draw(null);
      place.remove();
    };
  }, []);
  useEffect(() => {
    const timer = draw(html`<${AppContext.Provider} value=${app}>${child}<//>`);
    lay(place);
    return () => clearTimeout(timer);
  });
}

/**
 * Lay something over the tray of the board, at its lower right corner.
 *
 * @param {HTMLElement} place
 */
function lay(place) {
  const main = place.parentElement?.getBoundingClientRect();
  const tray = place.parentElement?.querySelector("[data-tray]")?.getBoundingClientRect();
  if (!main || !tray) return;
  place.style.right = `${main.right - tray.right}px`;
  place.style.bottom = `${main.bottom - tray.bottom}px`;
}
