// A tournament: the waiting room before it begins, then its rounds and standings, at last the places.

import { html, useEffect, useMemo } from "../kit/board/preact.js";
import { Problem } from "../kit/connection.js";
import { useAction, useApp } from "../app/context.js";
import { FaultPage, Notice, Trouble } from "../app/faults.js";
import { findTournament, noteTournament } from "../app/my_tournaments.js";
import { Entry } from "./entry.js";
import { goTo, isNew, ownSession } from "./going.js";
import { Host } from "./host.js";
import { borrowAll, lent } from "./lent.js";
import { Rounds } from "./rounds.js";
import { Podium, Standings } from "./standings.js";
import { WaitingRoom } from "./waiting_room.js";
import { useTournament, useTournaments } from "./watching.js";
import { adoptStyle } from "../app/styles.js";
import style from "./tournament.css";
import "./texts.js";

adoptStyle(style);

export { borrowAll };

/**
 * @typedef {object} AtTournament
 * @property {import("../kit/tournaments.js").Tournaments} kit
 * @property {import("./watching.js").Seen} seen
 * @property {import("../app/my_tournaments.js").MyTournament | null} known What this browser knows of it.
 * @property {(entrant: number) => string} nameOf
 * @property {() => void} reload
 */

/** @param {{ id: string }} given */
export function TournamentPage({ id }) {
  const app = useApp();
  const { t } = app;
  const kit = useTournaments();
  const { seen, error, reload } = useTournament(kit, id);
  const nameOf = useMemo(() => {
    const names = new Map(seen?.entrants.map(({ number, name }) => [number, name]));
    return (/** @type {number} */ entrant) => names.get(entrant) ?? t("entrantNumber", { number: entrant + 1 });
  }, [seen, t]);
  useEffect(() => {
    if (error) app.onFault(error);
  }, [error]);
  if (seen === null && error) return html`<${Gone} error=${error} retry=${reload} />`;
  if (seen === null) return html`<div class="table-place" aria-busy="true"><p>${t("connecting")}</p></div>`;
  const known = findTournament(app.storage, id);
  return html`<${Shown} kit=${kit} seen=${seen} known=${known} nameOf=${nameOf} reload=${reload} error=${error} />`;
}

/** @param {AtTournament & { error: unknown }} given */
function Shown(given) {
  const { seen, error } = given;
  const app = useApp();
  const { storage, t, games } = app;
  const { tournament } = seen;
  const { status, title, game } = tournament;
  useEffect(() => void (document.title = `${title} – Croupier`), [title]);
  useEffect(() => {
    // Whoever only looks in is not reminded of it later.
    if (tournament.entrant !== null || tournament.isHost) noteTournament(storage, tournament);
  }, [tournament.version]);
  useOwnTable(given);
  const sharing = useAction(async () => {
    const { shareTournament } = await import("../room/share_sheet.js");
    await shareTournament(app, tournament.id, title);
  });
  const isOver = status === "FINISHED" || status === "ABANDONED";
  return html`<div class="tournament">
    <header>
      <h1>${title}</h1>
      <p class="lead">${lent.titleOf(games, game)} · ${tell(t, tournament)}</p>
    </header>
    <${Trouble} error=${error ?? sharing.error} />
    ${status === "FINISHED" && html`<${Podium} ...${given} />`}
    <${OwnTable} ...${given} />
    <${Entry} ...${given} />
    ${!isOver && html`<${Host} ...${given} />`}
    ${status === "OPEN"
      ? html`<${WaitingRoom} ...${given} />`
      : html`<div class="halves"><${Rounds} ...${given} /><${Standings} ...${given} /></div>
          <p>
            <button class="button" aria-haspopup="dialog" onClick=${sharing.run}>${t("share")}</button>
          </p>`}
  </div>`;
}

/**
 * Tell in one line what is played, and where it stands.
 *
 * @param {import("../app/context.js").App["t"]} t
 * @param {import("./watching.js").Tournament} tournament
 */
function tell(t, { format, rounds, playedRounds, deals, status }) {
  const words = [t(/** @type {"SWISS"} */ (format))];
  if (deals === "SAME") words.push(t("sameDeals"));
  const isRunning = status === "RUNNING" && playedRounds.length > 0;
  words.push(isRunning ? t("roundOf", { round: playedRounds.length, rounds }) : t(/** @type {"OPEN"} */ (status)));
  return words.join(" · ");
}

/** Open one's own table as soon as it is dealt. @param {AtTournament} given */
function useOwnTable({ kit, seen }) {
  const app = useApp();
  const session = ownSession(seen);
  useEffect(() => {
    if (session && isNew(app.tabStorage, session)) void enterTable(app, kit, seen, session);
  }, [session]);
}

/** The way to one's own table, for whoever has left it. @param {AtTournament} given */
function OwnTable({ kit, seen }) {
  const app = useApp();
  const { t } = app;
  const session = ownSession(seen);
  const going = useAction(() => enterTable(app, kit, seen, /** @type {string} */ (session)));
  if (session === null) return null;
  return html`<section class="panel own" role="status">
    <p><b>${t("yourTableIsOpen")}</b></p>
    <button class="button strong big" disabled=${going.isBusy} onClick=${going.run}>${t("toYourTable")}</button>
  </section>`;
}

/**
 * @param {import("../app/context.js").App} app
 * @param {import("../kit/tournaments.js").Tournaments} kit
 * @param {import("./watching.js").Seen} seen
 * @param {string} session
 */
async function enterTable(app, kit, { tournament }, session) {
  goTo(app, session, await kit.token(tournament.id));
}

/** @param {{ error: unknown, retry: () => void }} given */
function Gone({ error, retry }) {
  const { t } = useApp();
  const isGone = error instanceof Problem && [404, 410, 422].includes(error.status);
  if (!isGone) return html`<${FaultPage} error=${error} retry=${retry} />`;
  return html`<${Notice} title=${t("tournamentGone")} text=${t("tournamentGoneText")} />`;
}
