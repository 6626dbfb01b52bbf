// Telling others how a table has ended: by what the device shares with, else by copying.

import { linkTo } from "../app/address.js";
import { pictureOf } from "./picture.js";

/**
 * Share a result, and tell whether that was to copy it.
 *
 * @param {import("./picture.js").Told & { session: string }} told
 */
export async function share({ title, words, line, places, session }) {
  const text = [`${title}: ${words}`, line].filter(Boolean).join("\n");
  const plain = { title, text, url: linkTo(session) };
  if (typeof navigator.share !== "function") return copy(`${text}\n${plain.url}`);
  const file = new File([await pictureOf({ title, words, line, places })], `${title}.png`, { type: "image/png" });
  const full = { ...plain, files: [file] };
  await navigator.share(navigator.canShare?.(full) ? full : plain).catch(ignoreAbort);
  return false;
}

/**
 * Copy a text, and tell whether that was done.
 *
 * @param {string} text
 */
async function copy(text) {
  const { copyText } = await import("../room/invitation.js");
  const isCopied = await copyText(text);
  // Where nothing can be copied, let it be done by hand.
  if (!isCopied) prompt("", text);
  return isCopied;
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
