// Telling others how a table has ended: by what the device shares with, else by copying.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { linkTo } from "../app/address.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";

const SHOWN_MILLIS = 2000;

/** @param {{ title: string, words: string, places: readonly import("./outcome.js").Place[], session: string }} given */
export function ShareButton({ title, words, places, session }) {
  const { t } = useApp();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), SHOWN_MILLIS) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  const sharing = useAction(async () => {
    const told = { title, text: `${title}: ${words}`, url: linkTo(session) };
    if (typeof navigator.share !== "function") return setCopied(await copy(`${told.text}\n${told.url}`));
    const { pictureOf } = await import("./picture.js");
    const file = new File([await pictureOf({ title, words, places })], `${title}.png`, { type: "image/png" });
    const withPicture = { ...told, files: [file] };
    await navigator.share(navigator.canShare?.(withPicture) ? withPicture : told).catch(ignoreAbort);
  });
  return html`<button class="button" disabled=${sharing.isBusy} onClick=${sharing.run}>
      ${isCopied ? `✓ ${t("copied")}` : t("shareResult")}
    </button>
    <span class="unseen" role="status">${isCopied && t("copied")}</span>
    <${Trouble} error=${sharing.error} />`;
}

/**
 * Copy a text, and tell whether that was done.
 *
 * @param {string} text
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without a secure connection a browser gives no clipboard: let it be copied by hand.
    prompt("", text);
    return false;
  }
}

/** Whoever thinks better of it makes no mistake. @param {unknown} error */
function ignoreAbort(error) {
  if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
}

/**
 * @param {string} name
 * @param {Blob} content
 */
export function saveFile(name, content) {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
