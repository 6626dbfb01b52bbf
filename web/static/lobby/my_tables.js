// The tables of this browser: where it is one's turn, and what has become of the others.

import { html, useState } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useApp, useLoaded, useRegularly } from "../app/context.js";
import { forgetTable, readMyTables, tokenPlace } from "../app/my_tables.js";
import { nameOf } from "../table/names.js";
import { titleOf, Told } from "./open_tables.js";

/** @typedef {import("../kit/contract.js").MySession} MySession */

const MILLIS = 15_000;
// So many seats are asked about at once at most.
const MOST = 100;
// So many tables are shown before one asks for all.
const FEW = 4;

export function MyTables() {
  const { t, croupier, storage, games } = useApp();
  const [tables, setTables] = useState(() => readMyTables(storage));
  const [isLong, lengthen] = useState(false);
  const { data: found, reload } = useLoaded(() => askSessions(croupier, storage, tables), [croupier, tables]);
  useRegularly(reload, MILLIS);
  if (tables.length === 0) return null;
  const forget = (/** @type {string} */ session) => {
    import("../notices/notices.js").then(({ stopAt }) => stopAt(croupier.connection, session), () => null);
    forgetTable(storage, session);
    setTables(readMyTables(storage));
  };
  return html`<section class="panel" aria-labelledby="my-tables">
    <h2 id="my-tables">${t("myTables")}</h2>
    <ul class="rows">
      ${tables.slice(0, isLong ? tables.length : FEW).map(({ session: id, game, seats }) => {
        const title = titleOf(games, game);
        const own = (found ?? []).filter(({ sessionId }) => sessionId === id);
        const isTurn = own.some(({ isMyTurn }) => isMyTurn);
        const session = own[0]?.session ?? null;
        const names = session?.seats.map(({ index }) => nameOf(session, index, t)) ?? seats.map(({ name }) => name);
        const state = games ? tellState(t, own[0] ?? null, isTurn) : "";
        const label = (/** @type {"resume" | "forget"} */ act) => `${t(act)}: ${title}`;
        return html`<li key=${id}>
          <${Told} title=${title} state=${state} names=${names.join(", ")} isTurn=${isTurn} />
          <a class=${isTurn ? "button strong" : "button"} href=${hashOf(id)} aria-label=${label("resume")}>
            ${t("resume")}
          </a>
          <button class="icon" aria-label=${label("forget")} title=${t("forget")} onClick=${() => forget(id)}>×</button>
        </li>`;
      })}
    </ul>
    ${tables.length > FEW &&
    !isLong &&
    html`<button class="button quiet" onClick=${() => lengthen(true)}>
      ${t("allTables", { count: tables.length })}
    </button>`}
  </section>`;
}

/**
 * @param {import("../app/context.js").App["t"]} t
 * @param {MySession | null} found
 * @param {boolean} isTurn
 */
function tellState(t, found, isTurn) {
  if (found === null) return "";
  if (isTurn) return t("yourTurn");
  const status = found.session?.status;
  if (status === "OPEN" || status === "ACTIVE") return t(status === "OPEN" ? "waiting" : "playing");
  return t(status ? "over" : "gone");
}

/**
 * Ask how all tables stand, with one request.
 *
 * @param {import("../kit/lobby.js").Lobby} croupier
 * @param {import("../app/storage.js").Kept} storage
 * @param {import("../app/my_tables.js").MyTable[]} tables
 */
async function askSessions(croupier, storage, tables) {
  const held = tables.flatMap(({ session, seats }) =>
    ["", ...seats.map(({ player }) => player)].map((player) => ({ session, player })),
  );
  const seats = held.flatMap(({ session, player }) => {
    const token = storage.getItem(tokenPlace(session, player));
    return token ? [{ sessionId: session, seatToken: token }] : [];
  });
  const once = new Map(seats.map((seat) => [seat.seatToken, seat]));
  return once.size ? croupier.mySessions([...once.values()].slice(0, MOST)) : [];
}
