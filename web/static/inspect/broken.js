// What is wrong with a record, from a move on.

import { html } from "../kit/board/preact.js";

/** @param {{ error: import("./history/replay.js").BrokenRecord, say: import("./texts.js").Say }} given */
export function Broken({ error: { ply, message, language }, say }) {
  return html`${say("broken", { ply })} <span lang=${language}>${message}</span>`;
}
