// At a table of a tournament: the way back to its standings, which whoever plays there goes by itself at the end.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { hashOfTournament } from "../app/address.js";
import { useApp } from "../app/context.js";
import { isOver } from "../table/standing.js";
import { adoptStyle } from "../app/styles.js";
import style from "./bar.css";
import "./texts.js";

adoptStyle(style);

// So long one may look at the result.
const SECONDS = 15;

/** @param {{ session: import("../kit/index.js").Session }} given */
export function TournamentBar({ session }) {
  const { t } = useApp();
  const { tournament, viewerSeat } = session;
  const [stays, stay] = useState(false);
  const back = hashOfTournament(tournament?.tournamentId);
  const goes = isOver(session) && viewerSeat !== null && !stays;
  const left = useCountdown(goes, () => void (location.hash = back));
  return html`<nav class=${isOver(session) ? "tournament-bar over" : "tournament-bar"} aria-label=${t("tournament")}>
    <a class=${isOver(session) ? "button strong" : "button"} href=${back}>${t("toStandings")}</a>
    ${goes && html`<span>${t("inSeconds", { seconds: left })}</span>
      <button class="button quiet" onClick=${() => stay(true)}>${t("stay")}</button>`}
  </nav>`;
}

/**
 * @param {boolean} runs
 * @param {() => void} act What to do at the end.
 */
function useCountdown(runs, act) {
  const [left, setLeft] = useState(SECONDS);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : act()), 1000);
    return () => clearTimeout(timer);
  }, [runs, left]);
  return left;
}
