// What one can do at a table besides moving.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { TakeBack } from "./parts.js";
import { hasLostSeat, isOver, isPlaying } from "./standing.js";

/** @param {import("./screen.js").AtTable & { onHint: (hint: import("./reasons.js").HintData) => void }} given */
export function Actions(given) {
  const { table, game, snapshot } = given;
  const app = useApp();
  const { t } = app;
  const { session, decision } = snapshot;
  const acting = useAction((/** @type {string} */ act, /** @type {object} */ options = {}) => table.act(act, options));
  const hinting = useAction(async () => given.onHint(await (await import("./hint.js")).askForHint(table)));
  const sharing = useAction(async () => {
    const { shareTable } = await import("../room/share_sheet.js");
    await shareTable(app, session.id, game.title);
  });
  const isSeated = isPlaying(session);
  const isOther = (/** @type {typeof session.seats[number]} */ { index, taken, kind }) =>
    taken && kind === "HUMAN" && index !== session.viewerSeat;
  const mayTakeBack =
    isSeated && session.seats.some(isOther) && session.settings.takeBacks && session.takeBack === null;
  const isBusy = acting.isBusy || hinting.isBusy;
  const undo = session.view?.undo;
  const [place, room] = useRoom(isOver(session));
  return html`<div class="actions" ref=${place} style=${{ minHeight: room }}>
    ${session.takeBack &&
    html`<${TakeBack}
      ...${given}
      takeBack=${session.takeBack}
      answer=${(/** @type {boolean} */ agree) => acting.run("take-back/answer", { body: { agree } })}
    />`}
    ${hasLostSeat(session) && html`<p class="told-hint" role="status">${t("seatLost")}</p>`}
    <${Trouble} error=${acting.error ?? hinting.error ?? sharing.error} />
    <div class="ways" key=${isOver(session)}>
      ${isSeated &&
      html`<button
        class="button"
        disabled=${isBusy || !undo?.available}
        title=${undo?.reason}
        onClick=${() => acting.run("undo")}
      >
        ${t("undo")}
      </button>`}
      ${mayTakeBack &&
      html`<button class="button" disabled=${isBusy} onClick=${() => acting.run("take-back")}>
        ${t("askTakeBack")}
      </button>`}
      ${isSeated &&
      session.settings.hints &&
      html`<button class="button" disabled=${isBusy || !decision} onClick=${hinting.run}>${t("hint")}</button>`}
      <button class="button" aria-haspopup="dialog" onClick=${sharing.run}>${t("share")}</button>
      ${isOver(session) && html`<a class="button quiet" href="#">${t("toLobby")}</a>`}
      ${isSeated &&
      html`<${Sure}
          label=${t("resign")}
          question=${t("resignSure")}
          act=${() => acting.run("resign", { at: "*" })}
        />
        <${Sure} label=${t("leave")} question=${t("leaveSure")} act=${() => acting.run("leave", { at: "*" })} />`}
    </div>
  </div>`;
}

/**
 * Return a place, and how high it was at the end of the table: what lies below it stays where it is.
 *
 * @param {boolean} isOver
 * @returns {[import("../kit/board/preact.js").Ref<HTMLElement | null>, number | null]}
 */
function useRoom(isOver) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const room = useRef(/** @type {number | null} */ (null));
  if (isOver) room.current ??= place.current?.offsetHeight ?? null;
  return [place, room.current];
}

/** A button that asks once more. @param {{ label: string, question: string, act: () => void }} given */
function Sure({ label, question, act }) {
  const { t } = useApp();
  const [isAsking, ask] = useState(false);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const isFirst = useRef(true);
  // The keyboard goes on at the question, and not yet at an answer; and afterwards where it was.
  useEffect(() => {
    if (!isFirst.current) place.current?.focus();
    isFirst.current = false;
  }, [isAsking]);
  if (!isAsking) return html`<button class="button quiet" ref=${place} onClick=${() => ask(true)}>${label}</button>`;
  return html`<span class="ask" role="group" aria-label=${question} tabindex="-1" ref=${place}>
    <span>${question}</span>
    <button class="button danger" onClick=${() => (ask(false), act())}>${label}</button>
    <button class="button" onClick=${() => ask(false)}>${t("cancel")}</button>
  </span>`;
}
