// A button that hands a link on: by what the device shares with, else by copying.

import { html, useState } from "../kit/board/preact.js";
import { copyText } from "../app/clipboard.js";
import { useApp } from "../app/context.js";

/** @param {{ link: string, title: string }} given */
export function ShareButton({ link, title }) {
  const { t } = useApp();
  const [isCopied, setCopied] = useState(false);
  const share = async () => {
    if (await offer({ title, url: link })) return setCopied(false);
    const isDone = await copyText(link);
    if (!isDone) prompt(t("shareLink"), link);
    setCopied(isDone);
  };
  return html`<button type="button" class="button strong big" onClick=${share}>${t("shareLink")}</button>
    <p class="hint" role="status">${isCopied && `✓ ${t("linkCopied")}`}</p>`;
}

/**
 * Open the share sheet of the device; tell whether it has one. It opens only over HTTPS and on the device itself.
 *
 * @param {ShareData} data
 */
async function offer(data) {
  if (typeof navigator.share !== "function") return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    // A player who closes the sheet wants nothing else.
    return error instanceof DOMException && error.name === "AbortError";
  }
}
