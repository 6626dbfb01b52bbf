// Who of the people at a table is not there just now.

import { html, useEffect } from "../kit/board/preact.js";
import { useApp, useLoaded } from "../app/context.js";
import { namesOf } from "./names.js";

// The service knows within four seconds who has left, so all see it within ten.
const MILLIS = 5_000;

/**
 * Whoever is cut off knows nothing of the others, and whoever has never been seen has only just sat down. Nothing is
 * asked while nobody looks.
 *
 * @param {Pick<import("./screen.js").AtTable, "table" | "snapshot" | "holders">} given
 */
export function Presence({ table, snapshot: { session, connection }, holders }) {
  const { t } = useApp();
  const own = [session.viewerSeat, ...holders.map(({ seat }) => seat)];
  const others = session.seats.filter(({ index, kind, taken }) => taken && kind === "HUMAN" && !own.includes(index));
  const isAsked = connection === "live" && others.length > 0;
  const { data, error, reload } = useLoaded(async () => (isAsked ? table.presence() : []), [table, isAsked]);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || (clearInterval(timer), reload()), MILLIS);
    return () => clearInterval(timer);
  }, [data, error]);
  const away = others.filter(({ index }) => data?.[index]?.lastSeen && !data[index]?.connected);
  const names = namesOf(session, away.map(({ index }) => index), t);
  return names && html`<p class="hint" role="status">${t("away", { names })}</p>`;
}
