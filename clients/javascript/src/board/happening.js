// What has happened, and looking back at it: both are loaded later than the board.

import { useLater } from "./later.js";
import { useRef, useState } from "./preact.js";

/** @typedef {import("./happened/happened.js").Past} Past */

/**
 * Return what draws the events since the viewer's last move; null until it is loaded: when something happens, when
 * somebody is there, or a moment after the table was drawn.
 *
 * @param {import("./preact.js").Ref<HTMLElement | null>} root
 * @param {import("../table.js").Snapshot} snapshot
 */
export function useHappened(root, { frame }) {
  const found = useLater(root, () => import("./happened/happened.js"), frame === null ? undefined : 0);
  return found && found.Happened;
}

/**
 * Return the version of the past that is shown, if any, and functions to show one and to return to the present.
 *
 * @param {import("./preact.js").Ref<HTMLElement | null>} root
 */
export function useLookingBack(root) {
  const [past, show] = useState(/** @type {Past | null} */ (null));
  const isBack = useRef(false);
  isBack.current = past !== null;
  const leave = () => {
    show(null);
    // The button that led here is back in the next frame.
    requestAnimationFrame(() => {
      /** @type {HTMLElement | null | undefined} */ (root.current?.querySelector(".croupier-look-back"))?.focus();
    });
  };
  return { past, isBack, show, leave };
}
