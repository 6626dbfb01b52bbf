// The screens of the page: a table, or the lobby, which is loaded when it is first shown.

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

/** @param {{ address: import("./address.js").Address, games: Loading }} given */
export function Screen({ address, games }) {
  const { session, broken } = address;
  if (broken) return html`<${BrokenLink} />`;
  // Whatever comes to the table that is shown, such as the secret of another seat, is looked at anew.
  if (session !== null) return html`<${TablePage} key=${address} session=${session} />`;
  return html`<${LobbyPage} games=${games} />`;
}

/** @param {{ games: Loading }} given */
function LobbyPage({ games }) {
  const { module: Lobby, error, retry } = useModule(loadLobby);
  if (error) return html`<${FaultPage} error=${error} retry=${retry} />`;
  if (Lobby === null) return html`<div class="table-place" aria-busy="true"></div>`;
  return html`<${Lobby} error=${games.error} reload=${games.reload} />`;
}
