// Who waits at the next table.

import { useApp, useLoaded, useRegularly } from "../app/context.js";
import { nameOf } from "./names.js";

/** Whoever has opened the next table takes a seat a moment later. */
const MILLIS = 2000;

/**
 * Return what the way to the next table is called.
 *
 * @param {import("../kit/index.js").Session} session
 */
export function useNextTable({ rematchId, viewerSeat }) {
  const { t, croupier } = useApp();
  const find = async () => (rematchId ? (await croupier.table(rematchId)).session : null);
  const { data: next, reload } = useLoaded(find, [rematchId]);
  const waiting = next?.seats.find(({ taken, index }) => taken && index !== viewerSeat);
  useRegularly(() => rematchId && !waiting && reload(), MILLIS);
  if (next && waiting) return t("joinRematch", { name: nameOf(next, waiting.index, t) });
  return t(rematchId ? "goRematch" : "rematch");
}
