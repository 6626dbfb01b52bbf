// Who of the people at a table is not there just now.

import { html } from "../kit/board/preact.js";
import { useApp, useLoaded, useRegularly } from "../app/context.js";
import { namesOf } from "./names.js";

/** @typedef {import("../kit/contract.js").SeatPresence} SeatPresence */

const MILLIS = 15_000;

/** @param {{ table: import("../kit/index.js").Table, snapshot: import("../kit/index.js").Snapshot }} given */
export function Presence({ table, snapshot: { session } }) {
  const { t } = useApp();
  const { data, reload } = useLoaded(() => table.presence(), [table]);
  useRegularly(reload, MILLIS);
  // Whoever has never been seen has only just sat down.
  const isAway = (/** @type {SeatPresence} */ { seat, connected, lastSeen }) =>
    connected === false && lastSeen !== null && seat !== session.viewerSeat;
  const away = (data ?? []).filter(isAway);
  if (away.length === 0) return null;
  return html`<p class="hint" role="status">${t("away", { names: namesOf(session, away.map(({ seat }) => seat), t) })}</p>`;
}
