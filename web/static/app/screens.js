// The screens of the page, each loaded when it is first shown.

import { html } from "../kit/board/preact.js";
import { useModule } from "./context.js";
import { BrokenLink, FaultPage } from "./faults.js";
import { loadStyles } from "./styles.js";
import { loadMoreTexts } from "./texts.js";

/** @typedef {() => Promise<(given: any) => import("../kit/board/preact.js").Child>} LoadScreen */

/** @type {LoadScreen} */
async function loadLobby() {
  const [{ Lobby }] = await Promise.all([import("../lobby/lobby.js"), loadStyles("lobby/lobby.css"), loadMoreTexts("lobby")]);
  return Lobby;
}

/** @type {LoadScreen} */
async function loadTable() {
  return (await import("../table/page.js")).TablePage;
}

/** @type {LoadScreen} */
async function loadTournament() {
  const [{ TournamentPage }] = await Promise.all([import("../tournament/page.js"), ...tournamentParts()]);
  return TournamentPage;
}

/** @type {LoadScreen} */
async function loadTournaments() {
  const parts = [loadStyles("lobby/lobby.css"), ...tournamentParts()];
  const [{ Tournaments }] = await Promise.all([import("../tournament/list.js"), ...parts]);
  return Tournaments;
}

const tournamentParts = () => [
  loadStyles("room/room.css", "tournament/tournament.css"),
  loadMoreTexts("lobby"),
  loadMoreTexts("tournament"),
];

/** @param {import("./address.js").Address} address */
function loaderOf({ session, tournament }) {
  if (session !== null) return loadTable;
  if (tournament === null) return loadLobby;
  return tournament ? loadTournament : loadTournaments;
}

/** @param {{ address: import("./address.js").Address, games: import("./app.js").Loading }} given */
export function Screen({ address, games }) {
  const { session, tournament, broken } = address;
  const { module, error, retry } = useModule(loaderOf(address));
  if (broken) return html`<${BrokenLink} />`;
  if (error) return html`<${FaultPage} error=${error} retry=${retry} />`;
  if (module === null) return html`<div class="table-place" aria-busy="true"></div>`;
  // Whatever comes to the table that is shown, such as the secret of another seat, is looked at anew.
  if (session !== null) return html`<${module} key=${address} session=${session} />`;
  if (tournament) return html`<${module} key=${address} id=${tournament} />`;
  return html`<${module} error=${games.error} reload=${games.reload} />`;
}
