// What the host of a tournament can do: begin it, hold it up, go on, end it.

import { html } from "../kit/board/preact.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";

/** @param {import("./page.js").AtTournament} given */
export function Host({ kit, seen, known, reload }) {
  const { t } = useApp();
  const { id, status, byHost, playedRounds } = seen.tournament;
  const acting = useAction(async (/** @type {string} */ act) => {
    if (act === "abandon" && !confirm(t("endSure"))) return;
    await kit.act(id, act);
    reload();
  });
  if (!known?.isHost) return null;
  const act = (/** @type {string} */ name, /** @type {string} */ label, kind = "") =>
    html`<button class=${`button ${kind}`} disabled=${acting.isBusy} onClick=${() => acting.run(name)}>
      ${label}
    </button>`;
  const isBetween = status === "RUNNING" && byHost && (playedRounds.at(-1)?.isOver ?? false);
  return html`<section class="panel" aria-labelledby="host">
    <h2 id="host">${t("youHost")}</h2>
    <div class="ways">
      ${status === "OPEN" && act("start", t("begin"), "strong big")}
      ${isBetween && act("next-round", t("nextRound"), "strong big")}
      ${status === "RUNNING" && act("pause", t("pause"))}
      ${status === "PAUSED" && act("resume", t("goOn"), "strong")}
      ${act("abandon", t("end"), "quiet")}
    </div>
    <${Trouble} error=${acting.error} />
  </section>`;
}
