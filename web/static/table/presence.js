// Who of the people at a table is not there just now.

import { html, useEffect } from "../kit/board/preact.js";
import { useApp, useLoaded } from "../app/context.js";
import { namesOf } from "./names.js";

// The service knows within three seconds who has left, and within seven whose line is dead: all see it within ten. Of
// several people at one device only the one who looks; the others are there for up to 25 seconds more.
const MILLIS = 3_000;

/**
 * Return the seats of the others who are not there. Whoever is cut off knows nothing of them; whoever was never seen
 * has only just sat down. The people at this device are there together, though only one of them follows the table.
 *
 * @param {Pick<import("./screen.js").AtTable, "table" | "snapshot" | "holders" | "player">} given
 */
export function useAway({ table, snapshot: { session, connection }, holders, player: shown }) {
  const { croupier } = useApp();
  const own = [session.viewerSeat, ...holders.map(({ seat }) => seat)];
  const others = session.seats.filter(({ index, kind, taken }) => taken && kind === "HUMAN" && !own.includes(index));
  const isAsked = connection === "live" && others.length > 0;
  const ask = async () => {
    if (!isAsked) return [];
    for (const { player } of holders) {
      if (player !== shown) void croupier.table(session.id, { player }).catch(() => null);
    }
    return table.presence();
  };
  const { data, error, reload } = useLoaded(ask, [table, isAsked]);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || (clearInterval(timer), reload()), MILLIS);
    return () => clearInterval(timer);
  }, [data, error]);
  return others.map(({ index }) => index).filter((seat) => data?.[seat]?.lastSeen && !data[seat]?.connected);
}

/**
 * @param {object} given
 * @param {import("../kit/index.js").Session} given.session
 * @param {number[]} given.away
 * @param {import("../app/context.js").App["t"]} given.t
 */
export const Presence = ({ session, away, t }) =>
  away.length > 0 && html`<p class="hint" role="status">${t("away", { names: namesOf(session, away, t) })}</p>`;
