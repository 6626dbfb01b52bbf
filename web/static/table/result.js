// How a table has ended, and what can be done with it then.

import { html } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { noteSeat } from "../app/my_tables.js";
import { nameOf, namesOf } from "./names.js";
import { adoptStyle } from "../app/styles.js";
import style from "./result.css";

adoptStyle(style);

/** @param {import("./screen.js").AtTable} given */
export function Result(given) {
  const { table, game, snapshot } = given;
  const app = useApp();
  const { t } = app;
  const { session } = snapshot;
  const result = session.view?.result ?? null;
  const rematching = useAction(() => playAgain(app, given));
  const saving = useAction(async () => saveFile(`${game.id}-${session.id}.json`, JSON.stringify(await table.record())));
  return html`<section class="result" aria-labelledby="result">
    <h2 id="result">${result ? tellWinners(given, result.winners, t) : t("tableAbandoned")}</h2>
    ${result && html`<${Scores} session=${session} result=${result} />`}
    <${Trouble} error=${rematching.error ?? saving.error} />
    <div class="ways">
      ${session.viewerSeat !== null && html`<button class="button strong" disabled=${rematching.isBusy} onClick=${rematching.run}>
        ${t(session.rematchId ? "goRematch" : "rematch")}
      </button>`}
      ${result && html`<a class="button" href=${`/play/inspect${hashOf(session.id)}`}>${t("explore")}</a>`}
      ${result && !session.fairness.closed && html`<button class="button" disabled=${saving.isBusy} onClick=${saving.run}>${t("download")}</button>`}
      <a class="button" href="#">${t("toLobby")}</a>
    </div>
  </section>`;
}

/** @param {{ session: import("../kit/index.js").Session, result: import("../kit/index.js").Result }} given */
function Scores({ session, result }) {
  const { t } = useApp();
  const seats = result.ranking.map((_, seat) => seat).sort((one, other) => result.ranking[one] - result.ranking[other]);
  return html`<table>
    <thead><tr><th scope="col">${t("rank")}</th><th scope="col">${t("player")}</th><th scope="col">${t("total")}</th></tr></thead>
    <tbody>
      ${seats.map((seat) => html`<tr key=${seat} class=${seat === session.viewerSeat ? "mine" : ""}>
        <td>${result.ranking[seat]}</td>
        <th scope="row">${nameOf(session, seat, t)}</th>
        <td>${result.scores[seat]}</td>
      </tr>`)}
    </tbody>
  </table>`;
}

/**
 * @param {import("./screen.js").AtTable} given
 * @param {number[]} winners
 * @param {import("../app/context.js").App["t"]} t
 */
function tellWinners({ snapshot: { session } }, winners, t) {
  if (winners.length === 1 && winners[0] === session.viewerSeat) return t("youWin");
  return t("winnersAre", { count: winners.length, names: namesOf(session, winners, t) });
}

/**
 * Open a table for the same seats, and take those again that are held in this browser.
 *
 * @param {import("../app/context.js").App} app
 * @param {import("./screen.js").AtTable} given
 */
async function playAgain({ croupier, storage }, { table, holders }) {
  const next = await table.rematch();
  for (const { player, name } of holders) {
    const { token } = await croupier.table(table.id, { player });
    const joined = await croupier.join(next.id, { player, ...(token && { token }), ...(name && { name }) });
    if (joined.seat !== null) noteSeat(storage, { session: next.id, game: next.game, at: Date.now() }, { seat: joined.seat, player, name });
  }
  location.hash = hashOf(next.id);
}

/**
 * @param {string} name
 * @param {string} text
 */
function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
