// Before a tournament begins: who is in, and the invitation for others.

import { html } from "../kit/board/preact.js";
import { hashOfTournament } from "../app/address.js";
import { useApp } from "../app/context.js";
import { lent } from "./lent.js";

/** @param {import("./page.js").AtTournament} given */
export function WaitingRoom({ seen, known, nameOf }) {
  const { t } = useApp();
  const { tournament, entrants } = seen;
  const { id, entrant, entrantCount, isOpen, needsCode } = tournament;
  const mayInvite = isOpen && (!needsCode || known?.code);
  const link = `${location.origin}/play${hashOfTournament(id, known?.code)}`;
  return html`<div class="halves">
    <section class="panel" aria-labelledby="entrants">
      <h2 id="entrants">${t("entrants", { count: entrantCount })}</h2>
      ${entrants.length === 0 && html`<p class="hint">${t("nobodyYet")}</p>`}
      <ol class="rows">
        ${entrants.map(({ number, botLevel }) => html`<li key=${number}>
          <span class="number">${number + 1}</span>
          <span class="who"><b>${nameOf(number)}</b>
            ${number === entrant && html` <em>(${t("you")})</em>`}
            ${botLevel !== null && html` <small>${t("bot", { level: botLevel })}</small>`}
          </span>
        </li>`)}
      </ol>
    </section>
    ${mayInvite && html`<section class="panel" aria-labelledby="invite">
      <h2 id="invite">${t("inviteToTournament")}</h2>
      <${lent.Invitation} link=${link} isOpen=${Boolean(known?.isHost)} />
    </section>`}
  </div>`;
}
