// A link to send, and the same as a code for the camera of a phone.

import { html, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { later } from "../app/later.js";
import { CopyButton } from "./copy.js";

const QrCode = later(async () => (await import("./qr_code.js")).QrCode);

/** @param {{ link: string, isOpen?: boolean }} given */
export function Invitation({ link, isOpen = false }) {
  const { t } = useApp();
  const [isShown, show] = useState(isOpen);
  const waiting = html`<svg class="qr" viewBox="0 0 1 1" aria-hidden="true"></svg>`;
  return html`<div class="link">
    <input
      readonly
      value=${link}
      aria-label=${t("invite")}
      onFocus=${(/** @type {any} */ event) => event.target.select()}
    />
    <${CopyButton} text=${link} label=${t("copyLink")} />
    <button type="button" class="button" aria-expanded=${isShown} onClick=${() => show(!isShown)}>
      ${t(isShown ? "hideCode" : "showCode")}
    </button>
    ${isShown && html`<${QrCode} link=${link} waiting=${waiting} />`}
  </div>`;
}
