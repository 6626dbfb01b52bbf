// A button that copies a text.

import { html, useEffect, useState } from "../kit/board/preact.js";
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
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Without a secure connection a browser gives no clipboard: let it be copied by hand.
      prompt(label, text);
    }
  };
  return html`<button type="button" class="button" onClick=${copy}>
    <span role="status">${isCopied ? `✓ ${t("copied")}` : label}</span>
  </button>`;
}
