// A button that copies a text.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { copyText } from "../app/clipboard.js";
import { useApp } from "../app/context.js";

const SHOWN_MILLIS = 2000;

/** @param {{ text: string, label: string }} given */
export function CopyButton({ text, label }) {
  const { t } = useApp();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MILLIS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const isDone = await copyText(text);
    // Where nothing can be copied, let it be done by hand.
    if (!isDone) prompt(label, text);
    setCopied(isDone);
  };
  // A status names nothing: what names the button stands beside it.
  return html`<button type="button" class="button" onClick=${copy}>${isCopied ? `✓ ${t("copied")}` : label}</button>
    <span class="unseen" role="status">${isCopied && t("copied")}</span>`;
}
