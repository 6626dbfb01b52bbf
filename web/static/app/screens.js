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

/** @param {{ address: import("./address.js").Address, games: import("./app.js").Loading }} given */
export function Screen({ address, games }) {
  const { session, broken } = address;
  const { module, error, retry } = useModule(session === null ? loadLobby : loadTable);
  if (broken) return html`<${BrokenLink} />`;
  if (error) return html`<${FaultPage} error=${error} retry=${retry} />`;
  if (module === null) return html`<div class="table-place" aria-busy="true"></div>`;
  // Whatever comes to the table that is shown, such as the secret of another seat, is looked at anew.
  if (session !== null) return html`<${module} key=${address} session=${session} />`;
  return html`<${module} error=${games.error} reload=${games.reload} />`;
}
