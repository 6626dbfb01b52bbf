// The rounds of a tournament: who meets whom, how it went, and the way to each table.

import { html, useState } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useApp, useLoaded } from "../app/context.js";
import { goTo } from "./going.js";
import { formatPoints } from "./standings.js";
import { readPages } from "./watching.js";

/** @typedef {import("./watching.js").Table} Table */

/** @param {import("./page.js").AtTournament} given */
export function Rounds(given) {
  const { kit, seen } = given;
  const { t } = useApp();
  const { id, playedRounds } = seen.tournament;
  const last = playedRounds.length;
  // Null: the last one, whichever that is.
  const [chosen, choose] = useState(/** @type {number | null} */ (null));
  const round = chosen ?? last;
  const { data } = useLoaded(async () => {
    if (round === last) return null;
    return { round, tables: await readPages((page) => kit.tables(id, { ...page, round })) };
  }, [round, last, seen.tournament.version]);
  const byes = playedRounds[round - 1]?.byes ?? [];
  const tables = round === last ? seen.tables : data?.round === round ? data.tables : [];
  return html`<section class="panel" aria-labelledby="rounds">
    <h2 id="rounds">${t("rounds")}</h2>
    ${last === 0 && html`<p class="hint">${t("noRoundYet")}</p>`}
    ${last > 1 && html`<div class="ways choice">
      ${playedRounds.map(({ round: number }) => html`<button key=${number} class="button"
        aria-pressed=${number === round} aria-label=${t("round", { round: number })}
        onClick=${() => choose(number === last ? null : number)}>${number}</button>`)}
    </div>`}
    ${last > 0 && html`<h3>${t("round", { round })}</h3>`}
    <ol class="rows pairings">
      ${tables.map((table) => html`<${Pairing} key=${table.table} ...${given}
        table=${table} summary=${playedRounds[table.round - 1]} />`)}
    </ol>
    ${byes.map((entrant) => html`<p key=${entrant} class="hint">${t("bye", { name: given.nameOf(entrant) })}</p>`)}
  </section>`;
}

/** @param {import("./page.js").AtTournament & { table: Table, summary: { isOver: boolean } }} given */
function Pairing({ kit, seen, table, summary, nameOf }) {
  const app = useApp();
  const { t } = app;
  const { entrants, boards, points, ruling } = table;
  const { id, entrant, deals } = seen.tournament;
  const isMine = entrant !== null && entrants.includes(entrant);
  const names = entrants.map(nameOf).join(", ");
  // While others play the same deals, only those of a table may see it.
  const isShut = deals === "SAME" && !summary.isOver && !isMine;
  const enter = async (/** @type {Event} */ event, /** @type {string} */ session) => {
    event.preventDefault();
    goTo(app, session, await kit.token(id));
  };
  return html`<li>
    <ul class="who">
      ${entrants.map((number, place) => html`<li key=${number} class=${number === entrant ? "mine" : ""}>
        <b>${nameOf(number)}</b>
        ${points && html` <span class="points">${formatPoints(points[place], app.preferences.language)}</span>`}</li>`)}
    </ul>
    ${ruling && html`<small>${t("ruled", { reason: ruling.reason })}</small>`}
    <span class="ways">
      ${boards.map(({ sessionId, status }, board) => {
        if (status === "PAIRED" || isShut) return null;
        const told = t(isMine && status === "PLAYING" ? "toYourTable" : status === "PLAYING" ? "watch" : "lookBack");
        const label = boards.length > 1 ? `${told} ${board + 1}` : told;
        const open = isMine ? (/** @type {Event} */ event) => enter(event, sessionId) : undefined;
        return html`<a key=${sessionId} class="button" href=${hashOf(sessionId)} aria-label=${`${label}: ${names}`}
          onClick=${open}>${label}</a>`;
      })}
    </span>
  </li>`;
}
