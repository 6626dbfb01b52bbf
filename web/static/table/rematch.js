// The way to the next table, and who waits there.

import { html } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useAction, useApp, useLoaded, useRegularly } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { mutedPlace, noteSeat } from "../app/my_tables.js";
import { nameOf } from "./names.js";

/** Whoever has opened the next table takes a seat a moment later. */
const MILLIS = 2000;

/** @param {import("./screen.js").AtTable} given */
export function NextTable(given) {
  const app = useApp();
  const { viewerSeat, rematchId, tournament } = given.snapshot.session;
  const words = useNextTable(given.snapshot.session);
  const { run, isBusy, error } = useAction(() => playAgain(app, given));
  if (viewerSeat === null) return rematchId && html`<a class="button strong" href=${hashOf(rematchId)}>${words}</a>`;
  if (tournament) return null;
  return html`<${Trouble} error=${error} />
    <button class="button strong" disabled=${isBusy} onClick=${run}>${words}</button>`;
}

/**
 * Return what the way to the next table is called.
 *
 * @param {import("../kit/index.js").Session} session
 */
function useNextTable({ rematchId, viewerSeat }) {
  const { t, croupier } = useApp();
  const find = async () => (rematchId ? (await croupier.table(rematchId)).session : null);
  const { data: next, reload } = useLoaded(find, [rematchId]);
  const waiting = next?.seats.find(({ taken, index }) => taken && index !== viewerSeat);
  useRegularly(() => rematchId && !waiting && reload(), MILLIS);
  if (next && waiting) return t("joinRematch", { name: nameOf(next, waiting.index, t) });
  return t(rematchId ? "goRematch" : "rematch");
}

/**
 * Open a table for the same seats, and take those again that are held in this browser.
 *
 * @param {import("../app/context.js").App} app
 * @param {import("./screen.js").AtTable} given
 */
async function playAgain({ croupier, storage }, { table, holders }) {
  const next = await table.rematch();
  // There the same players have the same seats.
  const muted = storage.getItem(mutedPlace(table.id));
  if (muted) storage.setItem(mutedPlace(next.id), muted);
  for (const { player, name } of holders) {
    const { token } = await croupier.table(table.id, { player });
    const joined = await croupier.join(next.id, { player, ...(token && { token }), ...(name && { name }) });
    const place = { session: next.id, game: next.game, at: Date.now() };
    if (joined.seat !== null) noteSeat(storage, place, { seat: joined.seat, player, name });
  }
  location.hash = hashOf(next.id);
}
