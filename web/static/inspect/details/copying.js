// A button that copies a text.

import { copyText } from "../../app/clipboard.js";
import { html, useEffect, useState } from "../../kit/board/preact.js";

const SHOWN_MILLIS = 2000;

/** @param {{ say: import("../texts.js").Say, text: string }} given */
export function CopyButton({ say, text }) {
  const [told, setTold] = useState(/** @type {"copied" | "notCopied" | null} */ (null));
  useEffect(() => {
    if (!told) return;
    const timer = setTimeout(() => setTold(null), SHOWN_MILLIS);
    return () => clearTimeout(timer);
  }, [told]);
  const copy = async () => setTold((await copyText(text)) ? "copied" : "notCopied");
  return html`<span class="copying">
    <button class="button" onClick=${copy}>${say("copy")}</button>
    <span role="status">${told && say(told)}</span>
  </span>`;
}
