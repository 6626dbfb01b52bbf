// A table: the waiting room before the deal, then the table itself; or what has become of it.

import { html, useEffect, useMemo, useState } from "../kit/board/preact.js";
import { loadTableData } from "../kit/board/table_data.js";
import { DRAWN } from "../kit/catalogue.js";
import { Problem } from "../kit/connection.js";
import { useApp, useLoaded } from "../app/context.js";
import { FaultPage, Notice } from "../app/faults.js";
import { dropArrived, dropSeat, findTable, forgetTable, noteSeat, noteTable, readArrived } from "../app/my_tables.js";
import { rememberMoves } from "./moves.js";
import { TournamentBar } from "./parts.js";
import { loadStage, TableScreen, WaitingRoom } from "./stages.js";
import { hasLostSeat } from "./standing.js";
import { useSnapshot, watchWhileVisible } from "./watching.js";

/**
 * @typedef {import("../kit/index.js").Table} Table
 * @typedef {import("../app/my_tables.js").MyTable["seats"]} Holders
 */

/** @param {{ session: string }} given */
export function TablePage({ session }) {
  const app = useApp();
  const { croupier, storage } = app;
  const [player, setPlayer] = useState(() => firstPlayer(storage, session));
  const { data, error, reload } = useLoaded(() => open(app, session, player), [croupier, session, player]);
  useEffect(() => {
    if (error) app.onFault(error);
  }, [error]);
  if (error && data?.player !== player) return html`<${Gone} error=${error} session=${session} retry=${reload} />`;
  // Nobody sees the cards of whoever looked before.
  if (data === null || data.player !== player) {
    return html`<div class="table-place" aria-busy="true"><p>${app.t("connecting")}</p></div>`;
  }
  return html`<${OpenTable} key=${`${session}:${player}`} ...${data}
    become=${setPlayer} reload=${reload} />`;
}

/**
 * @param {object} given
 * @param {Table} given.table
 * @param {import("../kit/index.js").GameData} given.game
 * @param {string} given.player Who of this browser looks.
 * @param {(player: string) => void} given.become
 * @param {() => void} given.reload
 */
function OpenTable({ table, game, player, become, reload }) {
  const { storage } = useApp();
  const snapshot = useSnapshot(table);
  const { session, error } = snapshot;
  const isLost = hasLostSeat(session);
  const holders = useMemo(() => {
    if (isLost) dropSeat(storage, session.id, player);
    return findTable(storage, session.id)?.seats ?? [];
  }, [session.version, isLost]);
  useEffect(() => void (document.title = `${game.title} – Croupier`), [game]);
  if (error) return html`<${Gone} error=${error} session=${session.id} retry=${reload} />`;
  const shared = { table, game, snapshot, holders, player, become, reload };
  const waiting = html`<div class="table-place" aria-busy="true"></div>`;
  if (session.status === "OPEN") return html`<${WaitingRoom} ...${shared} waiting=${waiting} />`;
  return html`<${TableScreen} ...${shared} waiting=${waiting} />
    ${session.tournament && html`<${TournamentBar} session=${session} />`}`;
}

/** @param {{ error: unknown, session: string, retry: () => void }} given */
function Gone({ error, session, retry }) {
  const { t, storage } = useApp();
  const isGone = error instanceof Problem && [404, 410, 422].includes(error.status);
  if (!isGone) return html`<${FaultPage} error=${error} retry=${retry} />`;
  const forget = () => {
    forgetTable(storage, session);
    location.hash = "";
  };
  return html`<${Notice} title=${t("goneTitle")} text=${t("goneText")}>
    ${findTable(storage, session) && html`<p><button class="button" onClick=${forget}>${t("forget")}</button></p>`}
  <//>`;
}

/**
 * Open the table of a player of this browser, with all that it is drawn with.
 *
 * @param {import("../app/context.js").App} app
 * @param {string} id
 * @param {string} player
 */
async function open({ croupier, storage, tabStorage, preferences }, id, player) {
  const table = await croupier.table(id, { player });
  const { session, seat } = table;
  const [at, name] = [Date.now(), (seat !== null && session.seats[seat]?.name) || preferences.name];
  if (seat !== null) noteSeat(storage, { session: id, game: session.game, at }, { seat, player, name });
  const known = findTable(storage, id);
  if (seat === null && known) noteTable(storage, { session: id, game: session.game, at, seats: known.seats });
  watchWhileVisible(table);
  rememberMoves(table, tabStorage);
  const isShared = (findTable(storage, id)?.seats.length ?? 0) > 1;
  const [game] = await Promise.all([loadTableData(croupier, table, { lists: DRAWN }), loadStage(session, isShared)]);
  // Only now: until the table is shown, the page may have to be reloaded.
  dropArrived(storage, id, player);
  return { table, player, game };
}

/**
 * Return who of this browser looks first: whoever came with a secret, else whose turn it may be.
 *
 * @param {import("../app/storage.js").Kept} storage
 * @param {string} session
 */
function firstPlayer(storage, session) {
  return readArrived(storage, session)[0] ?? findTable(storage, session)?.seats[0]?.player ?? "";
}
