// Entering a tournament, and withdrawing from it.

import { html } from "../kit/board/preact.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { codePlace } from "../app/my_tables.js";
import { noteTournament } from "../app/my_tournaments.js";
import { lent } from "./lent.js";

/** @param {import("./page.js").AtTournament} given */
export function Entry(given) {
  const { tournament, entrants } = given.seen;
  const { t, storage, tabStorage } = useApp();
  const { entrant, isOpen, needsCode } = tournament;
  const code = tabStorage.getItem(codePlace(tournament.id)) ?? given.known?.code ?? null;
  const isOver = tournament.status === "FINISHED" || tournament.status === "ABANDONED";
  if (isOver) return null;
  const hasLeft = entrant !== null && typeof entrants[entrant]?.untilRound === "number";
  if (entrant !== null) return html`<${Entered} ...${given} entrant=${entrant} hasLeft=${hasLeft} />`;
  if (!isOpen) return html`<p class="hint" role="status">${t("youWatch")}</p>`;
  if (needsCode && code === null) return html`<p class="hint" role="status">${t("codeNeeded")}</p>`;
  const entered = (/** @type {import("./watching.js").Tournament} */ entered) => {
    tabStorage.removeItem(codePlace(entered.id));
    noteTournament(storage, entered);
  };
  return html`<${Enter} ...${given} code=${code} entered=${entered} />`;
}

/**
 * @param {import("./page.js").AtTournament & { code: string | null,
 *   entered: (tournament: import("./watching.js").Tournament) => void }} given
 */
function Enter({ kit, seen, code, entered, reload }) {
  const app = useApp();
  const { t } = app;
  const entering = useAction(async () => {
    const made = await kit.enter(seen.tournament.id, { name: lent.ownName(app), ...(code && { code }) });
    entered(made.tournament);
    reload();
  });
  const send = (/** @type {SubmitEvent} */ event) => (event.preventDefault(), entering.run());
  return html`<form class="panel enter" onSubmit=${send}>
    <${lent.NameField} />
    <button class="button strong big" disabled=${entering.isBusy}>${t("enter")}</button>
    <${Trouble} error=${entering.error} />
  </form>`;
}

/** @param {import("./page.js").AtTournament & { entrant: number, hasLeft: boolean }} given */
function Entered({ kit, seen, nameOf, reload, entrant, hasLeft }) {
  const { t } = useApp();
  const { id } = seen.tournament;
  const withdrawing = useAction(async () => {
    if (!confirm(t("withdrawSure"))) return;
    await kit.withdraw(id);
    reload();
  });
  return html`<p class="entered">
      <span role="status">${t(hasLeft ? "youWithdrew" : "youAreIn", { name: nameOf(entrant) })}</span>
      ${!hasLeft && html`<button class="button quiet" disabled=${withdrawing.isBusy} onClick=${withdrawing.run}>
        ${t("withdraw")}
      </button>`}
    </p>
    <${Trouble} error=${withdrawing.error} />`;
}
