// A link as a code for the camera of a phone.

import { html, useMemo } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { encodeQr } from "./qr.js";

// The light border without which readers do not find the code.
const BORDER = 4;

/** @param {{ link: string }} given */
export function QrCode({ link }) {
  const { t } = useApp();
  const rows = useMemo(() => encodeQr(link), [link]);
  const size = rows.length + 2 * BORDER;
  const square = (/** @type {number} */ x, /** @type {number} */ y) => `M${x + BORDER} ${y + BORDER}h1v1h-1z`;
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? square(x, y) : ""))).join("");
  return html`<svg
    class="qr"
    viewBox=${`0 0 ${size} ${size}`}
    role="img"
    aria-label=${t("codeOf", { link })}
    shape-rendering="crispEdges"
  >
    <rect width=${size} height=${size} fill="#fff" /><path d=${dark} fill="#000" />
  </svg>`;
}
