// A move of which it is not known whether it has arrived: after a reload, or when no answer came.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { findSentMove, forgetSentMove, isFresh, sendAgain } from "./moves.js";

/** @param {import("./screen.js").AtTable} given */
export function LostMove({ table, snapshot }) {
  const { t, tabStorage, wire } = useApp();
  const [sent, setSent] = useState(() => findSentMove(table, tabStorage));
  const sending = useAction(async () => {
    if (sent) await sendAgain(table, sent);
    setSent(null);
  });
  const forget = () => {
    forgetSentMove(table, tabStorage);
    setSent(null);
  };
  // What was on its way when the page was loaded is sent again at once: its key makes sure that it counts once. A tab
  // that is restored much later asks first.
  useEffect(() => void (sent && isFresh(sent) && sending.run()), []);
  useEffect(() => {
    const look = () => setSent(snapshot.pending ? null : findSentMove(table, tabStorage));
    return wire.subscribe(() => wire.isReachable() && look());
  }, [wire, table, snapshot.pending]);
  useEffect(() => {
    if (!snapshot.pending) setSent(findSentMove(table, tabStorage));
  }, [snapshot.pending]);
  if (!sent || snapshot.pending || sending.isBusy) return null;
  return html`<div class="ask" role="alert">
    <p>${t("moveUnknown")} <strong>${sent.label}</strong></p>
    <button class="button strong" onClick=${sending.run}>${t("sendAgain")}</button>
    <button class="button" onClick=${forget}>${t("sendNot")}</button>
    <${Trouble} error=${sending.error} />
  </div>`;
}
