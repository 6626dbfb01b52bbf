// The screens of the page: what an address leads to.

import { html } from "../kit/board/preact.js";
import { Lobby } from "../lobby/lobby.js";
import { TablePage } from "../table/page.js";
import { BrokenLink } from "./faults.js";

/**
 * @param {import("./address.js").Address} address
 * @param {import("./app.js").Loading} games
 */
export function screenOf({ session, token, code, broken }, { error, reload }) {
  if (broken) return html`<${BrokenLink} />`;
  if (session === null) return html`<${Lobby} error=${error} reload=${reload} />`;
  return html`<${TablePage} key=${session} session=${session} token=${token} code=${code} />`;
}
