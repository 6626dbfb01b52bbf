// Copying a text, over plain HTTP as well.

/**
 * Copy a text, and tell whether that was done. It must be called by a press of a button, or soon after.
 *
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A browser has a clipboard only over HTTPS and on the device itself.
    return copySelected(text);
  }
}

/** @param {string} text */
function copySelected(text) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = document.createElement("textarea");
  Object.assign(field, { value: text, readOnly: true, className: "unseen" });
  // What lies below a dialog cannot be selected.
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}
