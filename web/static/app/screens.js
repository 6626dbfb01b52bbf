// The screens of the page: a table, or another one, which is loaded when it is first shown.

import { html } from "../kit/board/preact.js";
import { TablePage } from "../table/page.js";
import { useModule } from "./context.js";
import { BrokenLink, FaultPage } from "./faults.js";
import { loadLobbyTexts } from "./texts.js";

/** @typedef {import("./app.js").Loading} Loading */

async function loadLobby() {
  const [{ Lobby }] = await Promise.all([import("../lobby/lobby.js"), loadLobbyTexts()]);
  return Lobby;
}

async function loadTournament() {
  const [{ TournamentPage, borrowAll }] = await Promise.all([import("../tournament/page.js"), loadLobbyTexts()]);
  await borrowAll();
  return TournamentPage;
}

async function loadTournaments() {
  const [{ Tournaments, borrowAll }] = await Promise.all([import("../tournament/list.js"), loadLobbyTexts()]);
  await borrowAll();
  return Tournaments;
}

const loadLesson = async () => (await import("../lesson/lesson.js")).LessonPage;
const loadProfile = async () => (await import("../profile/page.js")).ProfilePage;

/** @param {{ address: import("./address.js").Address, games: Loading }} given */
export function Screen({ address, games }) {
  const { session, tournament, lesson, profile, broken } = address;
  if (broken) return html`<${BrokenLink} />`;
  // Whatever comes to the table that is shown, such as the secret of another seat, is looked at anew.
  if (session !== null) return html`<${TablePage} key=${address} session=${session} />`;
  if (lesson) return html`<${LaterPage} load=${loadLesson} games=${games} id=${lesson} />`;
  if (profile) return html`<${LaterPage} load=${loadProfile} games=${games} id=${null} />`;
  const load = tournament ? loadTournament : tournament === null ? loadLobby : loadTournaments;
  return html`<${LaterPage} load=${load} games=${games} id=${tournament} />`;
}

/**
 * @param {{ load: () => Promise<(given: never) => import("../kit/board/preact.js").Child>, games: Loading,
 *   id: string | null }} given
 */
function LaterPage({ load, games, id }) {
  const { module: Page, error, retry } = useModule(load);
  if (error) return html`<${FaultPage} error=${error} retry=${retry} />`;
  if (Page === null) return html`<div class="table-place" aria-busy="true"></div>`;
  return html`<${Page} key=${id} id=${id} error=${games.error} reload=${games.reload} />`;
}
