// Before a tournament begins: who is in, and the invitation for others.

import { html } from "../kit/board/preact.js";
import { linkToTournament } from "../app/address.js";
import { useApp, useMedia } from "../app/context.js";
import { lent } from "./lent.js";

/** @param {import("./page.js").AtTournament} given */
export function WaitingRoom({ seen, known, nameOf }) {
  const { t } = useApp();
  const { tournament, entrants } = seen;
  const { id, title, entrant, entrantCount, isOpen, needsCode } = tournament;
  const mayInvite = isOpen && (!needsCode || known?.code);
  const link = linkToTournament(id, known?.code);
  const invitesFirst = useMedia(lent.PHONE);
  const invitation = mayInvite && html`<section key="invite" class="panel" aria-labelledby="invite">
    <h2 id="invite">${t("inviteToTournament")}</h2>
    <${lent.Invitation} link=${link} title=${title} isOpen=${Boolean(known?.isHost)} />
  </section>`;
  const list = html`<section key="entrants" class="panel" aria-labelledby="entrants">
    <h2 id="entrants">${t("entrants", { count: entrantCount })}</h2>
    ${entrants.length === 0 && html`<p class="hint">${t("nobodyYet")}</p>`}
    <ol class="rows">
      ${entrants.map(({ number, botLevel }) => html`<li key=${number}>
        <${lent.FaceAt} name=${nameOf(number)} number=${number + 1} />
        <span class="who"><b><bdi>${nameOf(number)}</bdi></b>
          ${number === entrant && html` <em>(${t("you")})</em>`}
          ${botLevel !== null && html` <small>${t("bot", { level: botLevel })}</small>`}
        </span>
      </li>`)}
    </ol>
  </section>`;
  return html`<div class="halves">${invitesFirst ? [invitation, list] : [list, invitation]}</div>`;
}
