// A link to send, and the same as a code for the camera of a phone.

import { html, useState } from "../kit/board/preact.js";
import { copyText } from "../app/clipboard.js";
import { useApp, useMedia } from "../app/context.js";
import { later } from "../app/later.js";
import { isLoopback } from "../app/reach.js";
import { adoptStyle } from "../app/styles.js";
import { CopyButton } from "./copy.js";
import { ShareButton } from "./share_button.js";
import style from "./invitation.css";

adoptStyle(style);

// The end of a table borrows it: a module that both import would come with every screen.
export { copyText };

/** Where one hands a link on by touching, not by pasting. */
export const PHONE = "(max-width: 40rem)";

const QrCode = later(async () => (await import("./qr_code.js")).QrCode);

/**
 * @typedef {object} Given
 * @property {string} link
 * @property {string} title What the link leads to.
 * @property {string} [label] What the link is for, where it does not invite.
 * @property {boolean} [isOpen] Whether the code is shown at first.
 */

/** @param {Given} given */
export function Invitation(given) {
  const isPhone = useMedia(PHONE);
  return html`<div class=${isPhone ? "link touched" : "link"}>
    <${Reach} link=${given.link} />
    <${isPhone ? ForPhone : ForDesk} ...${given} />
  </div>`;
}

/** @param {Given} given */
function ForPhone({ link, title, label }) {
  return html`<${Code} link=${link} />
    <${ShareButton} link=${link} title=${title} />
    <${LinkField} link=${link} label=${label} />`;
}

/** @param {Given} given */
function ForDesk({ link, label, isOpen = false }) {
  const { t } = useApp();
  const [isShown, show] = useState(isOpen);
  return html`<${LinkField} link=${link} label=${label} />
    <${CopyButton} text=${link} label=${t("copyLink")} />
    <button type="button" class="button" aria-expanded=${isShown} onClick=${() => show(!isShown)}>
      ${t(isShown ? "hideCode" : "showCode")}
    </button>
    ${isShown && html`<${Code} link=${link} />`}`;
}

/** @param {{ link: string }} given */
function Code({ link }) {
  const waiting = html`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`;
  return html`<${QrCode} link=${link} waiting=${waiting} />`;
}

/** @param {{ link: string, label?: string }} given */
function LinkField({ link, label }) {
  const { t } = useApp();
  const select = (/** @type {FocusEvent & { target: HTMLInputElement }} */ event) => event.target.select();
  return html`<input readonly value=${link} aria-label=${label ?? t("invite")} onFocus=${select} />`;
}

/** Tell who can open a link, where that is not everybody. @param {{ link: string }} given */
function Reach({ link }) {
  const { t } = useApp();
  const { hostname, origin } = new URL(link);
  if (isLoopback(hostname)) return html`<p class="reach warning" role="note">⚠ ${t("onlyHere", { hostname })}</p>`;
  return origin !== location.origin && html`<p class="reach hint" role="note">${t("onNetwork")}</p>`;
}
