// How a table has ended, over the board, and what can be done with it then.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { adoptStyle } from "../app/styles.js";
import { placesOf, tellOutcome } from "./outcome.js";
import { Places, Points } from "./places.js";
import { NextTable } from "./rematch.js";
import style from "./result.css";

adoptStyle(style);

const loadMore = () => import("./later_on.js");

/** The frame that tells of the last move may come after the answer to it. */
const TOLD_MILLIS = 150;
/** So long the last card is looked at. */
const LOOKED_AT_MILLIS = 500;

/** @param {import("./screen.js").AtTable} given */
export function Result(given) {
  const app = useApp();
  const { t } = app;
  const { session } = given.snapshot;
  const { layer, stage, isLive, open, close } = useStage(given);
  const { outcome } = session;
  const places = outcome && placesOf(session, outcome, t);
  const words = outcome && places ? tellOutcome(places, outcome, app) : t("tableAbandoned");
  const breakdown = session.view?.breakdown ?? null;
  const line = breakdown?.decidedBy.sentence ?? "";
  const isBuilt = useRef(false);
  useEffect(() => {
    if (stage === "closed") isBuilt.current = true;
  }, [stage]);
  const look = hasWon(session) ? "result-card won" : "result-card";
  if (stage !== "shown") {
    return html`<div class="result-back" ref=${layer}>
      ${stage === "closed" &&
      html`${session.rematchId && html`<${NextTable} ...${given} />`}
        <button class=${session.rematchId ? "button" : "button strong"} onClick=${open}>${t("showResult")}</button>`}
    </div>`;
  }
  return html`<div class=${isLive ? "result" : "result still"} ref=${layer}>
    <div class="result-frame">
      <section class=${look} role="dialog" aria-labelledby="result" aria-describedby=${line && "decided"} tabindex="-1">
        <h2 id="result">${words}</h2>
        ${line && html`<p id="decided">${line}</p>`}
        ${places &&
        html`<${Places} ...${{ places, breakdown, isLive }} game=${given.game} isNew=${isLive && !isBuilt.current} />`}
        <${Ways} ...${given} places=${places} words=${words} line=${line} />
        <button class="icon close" aria-label=${t("lookAtTable")} title=${t("lookAtTable")} onClick=${close}>
          ✕
        </button>
      </section>
    </div>
  </div>`;
}

/**
 * Let the result come when the last card has landed, or at once at a table that had ended before; it can be closed, and
 * called back.
 *
 * @param {import("./screen.js").AtTable} given
 */
function useStage({ snapshot: { session, connection } }) {
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const [isLive] = useState(() => connection !== "idle" && connection !== "connecting");
  const [stage, setStage] = useState(/** @type {"coming" | "shown" | "closed"} */ (isLive ? "coming" : "shown"));
  const isSeen = useRef(false);
  const close = () => setStage("closed");
  useEffect(() => {
    let isWanted = isLive;
    // Nothing moves later because of what comes late.
    const isReady = () => Promise.all([rest(boardUnder(layer.current)), Points.load().catch(() => null)]);
    if (isLive) void isReady().then(() => isWanted && setStage("shown"));
    return () => void (isWanted = false);
  }, []);
  useEffect(() => {
    if (stage === "coming") return undefined;
    const isFirst = !isSeen.current;
    isSeen.current = true;
    if (isFirst && isLive && hasWon(session)) void rain(layer);
    return cover(layer.current, stage === "shown", isLive || !isFirst);
  }, [stage]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKey = ({ key, defaultPrevented }) => key === "Escape" && !defaultPrevented && close();
    if (stage === "shown") document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [stage]);
  return { layer, stage, isLive, open: () => setStage("shown"), close };
}

/**
 * Tell whether the moment is the viewer's own, or that of somebody who is watched.
 *
 * @param {import("../kit/index.js").Session} session
 */
const hasWon = ({ viewerSeat, outcome }) =>
  Boolean(outcome && (viewerSeat === null || outcome.winners.includes(viewerSeat)));

/** @param {import("../kit/board/preact.js").Ref<HTMLElement | null>} layer */
async function rain(layer) {
  const { celebrate } = await loadMore().catch(() => ({ celebrate: null }));
  if (layer.current) celebrate?.(layer.current);
}

/**
 * @typedef {{ places: import("./outcome.js").Place[] | null, words: string, line: string }} Told
 *
 * @param {import("./screen.js").AtTable & Told} given
 */
function Ways(given) {
  const { table, game, places, words, line, snapshot: { session } } = given;
  const { t } = useApp();
  const [isCopied, setCopied] = useState(false);
  const told = { title: game.title, words, line, places: places ?? [], session: session.id };
  const sharing = useAction(async () => setCopied(await (await loadMore()).share(told)));
  const saving = useAction(async () => {
    const { saveFile } = await loadMore();
    const record = JSON.stringify(await table.record());
    saveFile(`${game.id}-${session.id}.json`, new Blob([record], { type: "application/json" }));
  });
  const picturing = useAction(async () => {
    const { pictureOf, saveFile } = await loadMore();
    saveFile(`${game.id}.png`, await pictureOf(told));
  });
  const isBusy = saving.isBusy || picturing.isBusy;
  return html`<${Trouble} error=${sharing.error ?? saving.error ?? picturing.error} />
    <div class="ways">
      <${NextTable} ...${given} />
      ${places && html`<a class="button" href=${`/play/inspect${hashOf(session.id)}`}>${t("explore")}</a>`}
      ${places &&
      html`<button class="button" disabled=${sharing.isBusy} onClick=${sharing.run}>${t("shareResult")}</button>`}
      <span class="copied" role="status">${isCopied && `✓ ${t("copied")}`}</span>
      <a class="button" href="#">${t("toLobby")}</a>
    </div>
    ${places && html`<details class="extras">
      <summary>${t("more")}</summary>
      <div class="ways">
        <button class="button" disabled=${isBusy} onClick=${picturing.run}>${t("downloadPicture")}</button>
        ${!session.fairness.closed &&
        html`<button class="button" disabled=${isBusy} onClick=${saving.run}>${t("download")}</button>`}
      </div>
    </details>`}`;
}

/** @param {HTMLElement | null} layer */
const boardUnder = (layer) =>
  /** @type {HTMLElement | null} */ (layer?.parentElement?.querySelector(".croupier-board") ?? null);

/**
 * Wait until the last card has landed, and was looked at.
 *
 * @param {HTMLElement | null} board
 */
async function rest(board) {
  await pause(TOLD_MILLIS);
  const flying = [...(board?.querySelectorAll(".croupier-flying") ?? [])].flatMap((card) => card.getAnimations());
  await Promise.allSettled(flying.map(({ finished }) => finished));
  await pause(LOOKED_AT_MILLIS);
}

/** @param {number} millis */
const pause = (millis) => new Promise((resume) => setTimeout(resume, millis));

/**
 * Keep the board that is covered from the keyboard, and let whoever was there go on at what covers it, or the other
 * way round; return what ends that.
 *
 * @param {HTMLElement | null} layer
 * @param {boolean} isShown
 * @param {boolean} isAwaited Whether somebody has seen it come, and did not open a table that had ended before.
 */
function cover(layer, isShown, isAwaited) {
  const board = boardUnder(layer);
  const at = document.activeElement;
  const wasThere = at === null || at === document.body || board?.contains(at);
  if (board) board.inert = isShown;
  const next = /** @type {HTMLElement | null | undefined} */ (layer?.querySelector("[role=dialog], button"));
  if (isAwaited && wasThere) next?.focus({ preventScroll: true });
  return () => {
    if (board) board.inert = false;
  };
}
