// A sheet that lies over the board until it is closed: a list of moves, or the cards of a pile.

import { CardFace } from "../card.js";
import { knownCards } from "../layout.js";
import { html, useEffect, useRef } from "../preact.js";
import { text } from "../texts.js";

/**
 * @typedef {object} SheetProps
 * @property {string} title
 * @property {string} language
 * @property {() => void} close
 * @property {import("../preact.js").Child} [children]
 *
 * @param {SheetProps} props
 */
export function Sheet({ title, language, close, children }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    dialog.current?.showModal();
    // Focus the content, not the close button: the key that opened the sheet must not press a button in it.
    /** @type {HTMLElement | null | undefined} */ (dialog.current?.querySelector("header ~ [tabindex]"))?.focus();
  }, []);
  return html`<dialog
    class="croupier-sheet"
    part="sheet"
    ref=${dialog}
    aria-label=${title}
    onClose=${close}
    onClick=${(/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close()}
  >
    <header>
      <b>${title}</b>
      <button type="button" part="cancel" onClick=${close}>${text(language, "close")}</button>
    </header>
    ${children}
  </dialog>`;
}

/**
 * Draw all cards of a zone that the viewer knows, the lowest first. The table shows only the upper ones.
 *
 * @param {object} props
 * @param {import("../../contract.js").Zone} props.zone
 * @param {import("../layout.js").GameData} props.game
 * @param {string} props.language
 * @param {() => void} props.close
 */
export function ZoneSheet({ zone, game, language, close }) {
  const title = zone.label.charAt(0).toLocaleUpperCase(language) + zone.label.slice(1);
  const hidden = zone.cards.filter((card) => card === null).length;
  return html`<${Sheet} ...${{ title, language, close }}>
    <ol class="croupier-laid">
      ${knownCards(zone).map(
        (card, index) => html`<li key=${index}>
          <span class="croupier-unseen">${card.label}</span>
          <${CardFace} card=${card} game=${game} />
        </li>`,
      )}
    </ol>
    ${hidden > 0 && html`<p>${text(language, "hidden", { count: hidden })}</p>`}
  <//>`;
}
