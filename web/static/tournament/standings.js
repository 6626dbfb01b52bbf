// How a tournament stands, and who has won it.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";

const PLACES = 3;

/** @param {import("./page.js").AtTournament} given */
export function Standings({ seen, nameOf }) {
  const { t, preferences } = useApp();
  const { tournament, standings } = seen;
  return html`<section class="panel" aria-labelledby="standings">
    <h2 id="standings">${t("standings")}</h2>
    <table>
      <thead><tr>
        <th scope="col">${t("place")}</th><th scope="col">${t("player")}</th>
        <th scope="col">${t("sumOfPoints")}</th><th scope="col">${t("played")}</th><th scope="col">${t("wins")}</th>
      </tr></thead>
      <tbody>
        ${standings.map(({ rank, entrant, points, played, wins, isActive }) => html`<tr key=${entrant}
          class=${entrant === tournament.entrant ? "mine" : ""}>
          <td>${rank}</td>
          <th scope="row">${nameOf(entrant)}${entrant === tournament.entrant && html` <em>(${t("you")})</em>`}
            ${!isActive && tournament.status !== "FINISHED" && html` <small>${t("out")}</small>`}</th>
          <td>${formatPoints(points, preferences.language)}</td><td>${played}</td><td>${wins}</td>
        </tr>`)}
      </tbody>
    </table>
    ${tournament.status === "FINISHED" &&
    html`<a class="button quiet" download href=${`/v1/tournaments/${tournament.id}/record`}>${t("downloadRecord")}</a>`}
  </section>`;
}

/** The first places, with the winner's name above all. @param {import("./page.js").AtTournament} given */
export function Podium({ seen: { tournament, standings }, nameOf }) {
  const { t, preferences } = useApp();
  const first = standings.filter(({ rank }) => rank === 1).map(({ entrant }) => entrant);
  const own = standings.find(({ entrant }) => entrant === tournament.entrant);
  const isMine = first.length === 1 && first[0] === tournament.entrant;
  const won = t("winTournament", { count: first.length, names: first.map(nameOf).join(", ") });
  return html`<section class="podium" role="status">
    <h2>${isMine ? t("youWinTournament") : won}</h2>
    ${own && !isMine && html`<p>${t("yourPlace", { rank: own.rank, count: standings.length })}</p>`}
    <ol>
      ${standings.slice(0, PLACES).map(({ rank, entrant, points }) => html`<li key=${entrant} class=${`place-${rank}`}>
        <span class="number">${rank}</span><b>${nameOf(entrant)}</b>
        <small>${t("pointsOf", { count: points, points: formatPoints(points, preferences.language) })}</small>
      </li>`)}
    </ol>
  </section>`;
}

/**
 * Return points in digits: they are fractions at tables of more than two.
 *
 * @param {number} points
 * @param {string} language
 */
export const formatPoints = (points, language) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false }).format(points);
