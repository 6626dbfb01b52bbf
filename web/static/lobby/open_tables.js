// Public tables: those that wait for players, and those that one may watch.

import { html } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useApp, useLoaded, useRegularly } from "../app/context.js";

const MILLIS = 10_000;
const MOST = 20;

/** Tables with free seats. */
export function OpenTables() {
  const { t, croupier } = useApp();
  const { data, reload } = useLoaded(() => croupier.sessions({ first: MOST }), [croupier]);
  useRegularly(reload, MILLIS);
  const rows = (data?.nodes ?? []).map(({ id, game, seats }) => {
    const count = seats.filter(({ taken }) => !taken).length;
    return { id, game, seats, told: t("openSeats", { count }) };
  });
  return html`<section aria-labelledby="open-tables">
    <h2 id="open-tables">${t("openTables")}</h2>
    ${rows.length === 0 && html`<p class="hint">${t("noOpenTables")}</p>`}
    <${Rows} rows=${rows} label=${t("join")} />
  </section>`;
}

/** Tables that are being played. */
export function RunningTables() {
  const { t, croupier } = useApp();
  const { data, reload } = useLoaded(() => croupier.running({ first: MOST }), [croupier]);
  useRegularly(reload, MILLIS);
  const told = t("playing");
  const rows = (data?.nodes ?? []).map(({ sessionId: id, game, seats }) => ({ id, game, seats, told }));
  return html`<section aria-labelledby="running-tables">
    <h2 id="running-tables">${t("runningTables")}</h2>
    ${rows.length === 0 && html`<p class="hint">${t("noRunningTables")}</p>`}
    <${Rows} rows=${rows} label=${t("watch")} />
  </section>`;
}

/**
 * @param {object} given
 * @param {{ id: string, game: string, seats: { name: string | null }[], told: string }[]} given.rows
 * @param {string} given.label
 */
function Rows({ rows, label }) {
  const { games } = useApp();
  return html`<ul class="rows">
    ${rows.map(({ id, game, seats, told }) => {
      const title = titleOf(games, game);
      const names = seats.flatMap(({ name }) => name ?? []).join(", ");
      return html`<li key=${id}>
        <${Told} title=${title} state=${told} names=${names} />
        <a class="button" href=${hashOf(id)} aria-label=${`${label}: ${title}${names && `, ${names}`}`}>${label}</a>
      </li>`;
    })}
  </ul>`;
}

/**
 * What is told of a table, in two lines: whatever comes later moves nothing.
 *
 * @param {{ title: string, state: string, names: string, isTurn?: boolean }} given
 */
export function Told({ title, state, names, isTurn = false }) {
  return html`<span class="of-table">
    <span><b>${title}</b>${state && html` <small class=${isTurn ? "turn" : ""}>· ${state}</small>`}</span>
    <small>${`${names}\u00a0`}</small>
  </span>`;
}

/**
 * @param {import("../kit/index.js").Game[] | null} games
 * @param {string} id
 */
export const titleOf = (games, id) => games?.find((game) => game.id === id)?.title ?? id;
