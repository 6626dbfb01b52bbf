// A link to send, and the same as a code for the camera of a phone.

import { html, useMemo, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { CopyButton } from "./copy.js";
import { encodeQr } from "./qr.js";

// The light border without which readers do not find the code.
const BORDER = 4;

/** @param {{ link: string, isOpen?: boolean }} given */
export function Invitation({ link, isOpen = false }) {
  const { t } = useApp();
  const [isShown, show] = useState(isOpen);
  return html`<div class="link">
    <input readonly value=${link} aria-label=${t("invite")} onFocus=${(/** @type {any} */ event) => event.target.select()} />
    <${CopyButton} text=${link} label=${t("copyLink")} />
    <button type="button" class="button" aria-expanded=${isShown} onClick=${() => show(!isShown)}>${t(isShown ? "hideCode" : "showCode")}</button>
    ${isShown && html`<${QrCode} link=${link} />`}
  </div>`;
}

/** @param {{ link: string }} given */
function QrCode({ link }) {
  const { t } = useApp();
  const rows = useMemo(() => encodeQr(link), [link]);
  const size = rows.length + 2 * BORDER;
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + BORDER} ${y + BORDER}h1v1h-1z` : ""))).join("");
  return html`<svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${t("codeOf", { link })} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${dark} fill="#000" />
  </svg>`;
}
