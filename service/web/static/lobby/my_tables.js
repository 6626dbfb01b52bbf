// The tables of this browser: where it is one's turn, and what has become of the others.

import { html, useState } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useApp, useLoaded } from "../app/context.js";
import { forgetTable, readMyTables, tokenPlace } from "../app/my_tables.js";
import { useRegularly } from "./open_tables.js";

const MILLIS = 15_000;
// So many seats are asked about at once at most.
const MOST = 100;

export function MyTables() {
  const { t, croupier, storage, games } = useApp();
  const [tables, setTables] = useState(() => readMyTables(storage));
  const { data: states, reload } = useLoaded(() => askStates(croupier, storage, tables), [croupier, tables]);
  useRegularly(reload, MILLIS);
  if (tables.length === 0) return null;
  const forget = (/** @type {string} */ session) => {
    forgetTable(storage, session);
    setTables(readMyTables(storage));
  };
  return html`<section class="panel" aria-labelledby="my-tables">
    <h2 id="my-tables">${t("myTables")}</h2>
    <ul class="rows">
      ${tables.map(({ session, game, seats }) => {
        const title = games?.find(({ id }) => id === game)?.title ?? game;
        const state = states?.get(session) ?? null;
        return html`<li key=${session}>
          <span><b>${title}</b> <small>${seats.map(({ name }) => name).join(", ")}</small></span>
          <span class=${state === "DECIDING" ? "count turn" : "count"}>${tellState(t, state)}</span>
          <a class=${state === "DECIDING" ? "button strong" : "button"} href=${hashOf(session)}>${t("resume")}</a>
          <button class="icon" aria-label=${`${t("forget")}: ${title}`} title=${t("forget")} onClick=${() => forget(session)}>×</button>
        </li>`;
      })}
    </ul>
  </section>`;
}

/**
 * @param {import("../app/context.js").App["t"]} t
 * @param {string | null} state
 */
function tellState(t, state) {
  if (state === "DECIDING") return t("yourTurn");
  if (state === "OVER") return t("over");
  if (state === "NOT_FOUND" || state === "UNAUTHORIZED") return t("gone");
  return state === "WAITING" ? t("waiting") : "";
}

/**
 * Ask how all tables stand, with one request.
 *
 * @param {import("../kit/index.js").Croupier} croupier
 * @param {import("../app/storage.js").Kept} storage
 * @param {import("../app/my_tables.js").MyTable[]} tables
 * @returns {Promise<Map<string, string>>}
 */
async function askStates(croupier, storage, tables) {
  const held = tables.flatMap(({ session, seats }) => seats.map(({ player }) => ({ session, token: storage.getItem(tokenPlace(session, player)) })));
  const seats = held.flatMap(({ session, token }) => (token ? [{ sessionId: session, seatToken: token }] : [])).slice(0, MOST);
  if (seats.length === 0) return new Map();
  const answers = await croupier.nextDecision(seats, { waitSeconds: 0 });
  /** @type {Map<string, string>} */
  const states = new Map();
  for (const { sessionId, state } of answers) {
    if (states.get(sessionId) !== "DECIDING") states.set(sessionId, state);
  }
  return states;
}
