// Watching a table only while somebody looks: a browser has few connections, and many tabs share them.

import { useEffect, useState } from "../kit/board/preact.js";

/** @typedef {import("../kit/index.js").Table} Table */

// Whoever only looks something up in another tab comes back to a table that has never stood still.
const GRACE_MILLIS = 5000;
const HIDDEN_MILLIS = 15_000;

/**
 * Let a table give its stream back while its tab is hidden, and go on from where it was when it is shown.
 *
 * @param {Table} table
 * @param {Document} [page]
 * @param {number} [grace]
 */
export function watchWhileVisible(table, page = document, grace = GRACE_MILLIS) {
  const subscribe = table.subscribe;
  table.subscribe = (listener) => {
    /** @type {(() => void) | null} */
    let stop = page.hidden ? null : subscribe(listener);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const follow = () => {
      clearTimeout(timer);
      if (!page.hidden) stop ??= subscribe(listener);
      else timer = setTimeout(() => ([stop] = [null, stop?.()]), grace);
    };
    if (page.hidden) listener(table.getSnapshot());
    page.addEventListener("visibilitychange", follow);
    return () => {
      clearTimeout(timer);
      page.removeEventListener("visibilitychange", follow);
      stop?.();
    };
  };
}

/**
 * Tell whether it is the viewer's turn: while nobody looks, by asking now and then, for the title of the tab.
 *
 * @param {Table} table
 * @param {boolean} known What the table itself says.
 * @param {import("../kit/lobby.js").Lobby} croupier
 */
export function useTurn(table, known, croupier) {
  const [asked, setAsked] = useState(/** @type {boolean | null} */ (null));
  useEffect(() => {
    if (table.token === null) return undefined;
    const seat = { sessionId: table.id, seatToken: table.token };
    const ask = () => croupier.mySessions([seat]).then(([mine]) => setAsked(mine?.isMyTurn ?? null), () => null);
    const timer = setInterval(() => document.hidden && void ask(), HIDDEN_MILLIS);
    const look = () => document.hidden || setAsked(null);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [table, croupier]);
  return asked ?? known;
}

/**
 * Return how a table stands, anew after each change.
 *
 * @param {Table} table
 */
export function useSnapshot(table) {
  const [snapshot, setSnapshot] = useState(table.getSnapshot());
  useEffect(() => table.subscribe(setSnapshot), [table]);
  return snapshot;
}
