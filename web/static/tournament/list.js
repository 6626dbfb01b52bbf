// The tournaments of this browser, those that everybody may enter or watch, and the way to a new one.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { hashOfTournament } from "../app/address.js";
import { useApp, useLoaded, useRegularly } from "../app/context.js";
import { FaultPage } from "../app/faults.js";
import { later } from "../app/later.js";
import { forgetTournament, readMyTournaments } from "../app/my_tournaments.js";
import { borrow, borrowAll, lent } from "./lent.js";
import { useTournaments } from "./watching.js";
import { adoptStyle } from "../app/styles.js";
import style from "./tournament.css";
import "./texts.js";

adoptStyle(style);

export { borrowAll };

const Setup = later(async () => {
  const borrowing = borrow(import("../lobby/setup_dialog.js"));
  const [{ SetupDialog }] = await Promise.all([import("./setup_dialog.js"), borrowing]);
  return SetupDialog;
});

const MILLIS = 10_000;
const MOST = 20;

/** @param {{ error: unknown, reload: () => void }} given */
export function Tournaments({ error, reload }) {
  const { t, games } = useApp();
  const [isSettingUp, setUp] = useState(false);
  useEffect(() => void (document.title = `${t("tournaments")} – Croupier`), [t]);
  if (error && !games) return html`<${FaultPage} error=${error} retry=${reload} />`;
  return html`<div class="tournament">
    <header>
      <h1>${t("tournaments")}</h1>
      <p class="lead">${t("tournamentsHint")}</p>
    </header>
    <p>
      <button class="button strong big" disabled=${!games} onClick=${() => setUp(true)}>${t("newTournament")}</button>
    </p>
    <div class="halves">
      <${Public} />
      <${Mine} />
    </div>
    ${isSettingUp && html`<${Setup} games=${games} onClose=${() => setUp(false)} />`}
  </div>`;
}

/** Those that were made public. */
function Public() {
  const { t, games } = useApp();
  const kit = useTournaments();
  const { data, reload } = useLoaded(() => kit.public({ first: MOST }), [kit]);
  useRegularly(reload, MILLIS);
  return html`<section class="panel" aria-labelledby="public" aria-busy=${data === null}>
    <h2 id="public">${t("publicTournaments")}</h2>
    ${data?.nodes.length === 0 && html`<p class="hint">${t("noPublicTournaments")}</p>`}
    <ul class="rows">
      ${(data?.nodes ?? []).map(({ id, title, game, format, status, isOpen, needsCode, entrantCount }) => {
        const label = t(isOpen && !needsCode ? "enter" : "watch");
        const words = t(/** @type {"SWISS"} */ (format));
        const about = [lent.titleOf(games, game), words, t("entrants", { count: entrantCount })];
        return html`<li key=${id}>
          <${lent.Told} title=${title} state=${t(/** @type {"OPEN"} */ (status))} names=${about.join(" · ")} />
          <a class="button" href=${hashOfTournament(id)} aria-label=${`${label}: ${title}`}>${label}</a>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** Those that this browser hosts or has entered. */
function Mine() {
  const { t, storage, games } = useApp();
  const [known, setKnown] = useState(() => readMyTournaments(storage));
  if (known.length === 0) return null;
  const forget = (/** @type {string} */ id) => {
    forgetTournament(storage, id);
    setKnown(readMyTournaments(storage));
  };
  return html`<section class="panel" aria-labelledby="mine">
    <h2 id="mine">${t("myTournaments")}</h2>
    <ul class="rows">
      ${known.map(({ id, title, game, isHost }) => html`<li key=${id}>
        <${lent.Told} title=${title} state=${isHost ? t("youHost") : ""} names=${lent.titleOf(games, game)} />
        <a class="button" href=${hashOfTournament(id)} aria-label=${`${t("resume")}: ${title}`}>${t("resume")}</a>
        <button class="icon" aria-label=${`${t("forgetTournament")}: ${title}`} title=${t("forgetTournament")}
          onClick=${() => forget(id)}>×</button>
      </li>`)}
    </ul>
  </section>`;
}
