// A sheet over a table, with a link to hand on.

import { html, render, useEffect, useRef } from "../kit/board/preact.js";
import { linkTo, linkToTournament } from "../app/address.js";
import { AppContext, useApp } from "../app/context.js";
import { adoptStyle } from "../app/styles.js";
import { loadLobbyTexts } from "../app/texts.js";
import { Invitation } from "./invitation.js";
import style from "./share_sheet.css";

adoptStyle(style);

/**
 * Show the link of a table for those who want to watch.
 *
 * @param {import("../app/context.js").App} app
 * @param {string} session
 * @param {string} title What is played.
 */
export const shareTable = (app, session, title) => showLink(app, linkTo(session), title);

/**
 * Show the link of a tournament for those who want to watch.
 *
 * @param {import("../app/context.js").App} app
 * @param {string} tournament
 * @param {string} title
 */
export const shareTournament = (app, tournament, title) => showLink(app, linkToTournament(tournament), title);

/**
 * Show a link over the page until the sheet is closed. It hangs on no part of the page, since a table hides its own.
 *
 * @param {import("../app/context.js").App} app
 * @param {string} link
 * @param {string} title
 */
async function showLink(app, link, title) {
  await loadLobbyTexts();
  const place = document.body.appendChild(document.createElement("div"));
  const close = () => {
    render(null, place);
    place.remove();
  };
  const sheet = html`<${ShareSheet} link=${link} title=${title} onClose=${close} />`;
  render(html`<${AppContext.Provider} value=${app}>${sheet}<//>`, place);
}

// The keys of the table below do nothing here.
const keep = (/** @type {KeyboardEvent} */ event) => event.stopPropagation();

/** @param {{ link: string, title: string, onClose: () => void }} given */
function ShareSheet({ link, title, onClose }) {
  const { t } = useApp();
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  const named = { class: "share-sheet", "aria-labelledby": "share-title" };
  return html`<dialog ref=${dialog} ...${named} onClose=${onClose} onKeyDown=${keep}>
    <header>
      <h2 id="share-title">${t("share")}</h2>
      <button class="icon" aria-label=${t("close")} onClick=${() => dialog.current?.close()}>×</button>
    </header>
    <${Invitation} link=${link} title=${title} label=${t("share")} isOpen=${true} />
  </dialog>`;
}
