// A request to take back the last move: who asks, and who has to agree.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { nameOf, namesOf } from "./names.js";

/**
 * @param {import("./screen.js").AtTable & {
 *   takeBack: import("../kit/contract.js").TakeBack, answer: (agree: boolean) => void }} given
 */
export function TakeBack({ snapshot: { session }, takeBack, answer }) {
  const { t } = useApp();
  const { viewerSeat } = session;
  const isAwaited = viewerSeat !== null && takeBack.awaited.includes(viewerSeat);
  const text =
    takeBack.seat === viewerSeat
      ? t("takeBackAwaited", { names: namesOf(session, takeBack.awaited, t) })
      : t("takeBackAsked", { name: nameOf(session, takeBack.seat, t) });
  return html`<div class="ask" role="alert">
    <p>${text}</p>
    ${isAwaited && html`<button class="button strong" onClick=${() => answer(true)}>${t("agree")}</button>
      <button class="button" onClick=${() => answer(false)}>${t("refuse")}</button>`}
  </div>`;
}
