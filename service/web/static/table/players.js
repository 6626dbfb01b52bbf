// Who sits at the table, with the points so far.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { nameOf } from "./names.js";

/** @param {import("./screen.js").AtTable} given */
export function Players({ snapshot }) {
  const { t } = useApp();
  const { session } = snapshot;
  const { view, viewerSeat } = session;
  return html`<section class="panel" aria-labelledby="players">
    <h2 id="players">${t("players")}</h2>
    <ul class="players">
      ${session.seats.map(({ index, kind, bot, taken }) => {
        const points = view?.scores.find(({ seat }) => seat === index)?.points ?? null;
        const isAsked = view?.turn.includes(index) ?? false;
        const role = kind === "BOT" ? t("bot", { level: bot?.level ?? 0 }) : kind === "DEFAULT_POLICY" ? t("policy") : taken ? "" : t("free");
        return html`<li key=${index} class=${isAsked ? "asked" : ""}>
          <span class="marker" aria-hidden="true">${isAsked ? "▸" : ""}</span>
          <span><b>${nameOf(session, index, t)}</b> ${index === viewerSeat && html`<em>(${t("you")})</em>`} <small>${role}</small></span>
          <span class="points">${points === null ? "" : t("points", { count: points })}</span>
        </li>`;
      })}
    </ul>
    ${viewerSeat === null && html`<p class="hint">${t("spectator")}</p>`}
  </section>`;
}
