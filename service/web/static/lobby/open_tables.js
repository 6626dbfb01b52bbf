// Tables that wait for players: whoever opened them has made them public.

import { html, useEffect } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useApp, useLoaded } from "../app/context.js";

const MILLIS = 10_000;

export function OpenTables() {
  const { t, croupier, games } = useApp();
  const { data, reload } = useLoaded(() => croupier.sessions({ first: 20 }), [croupier]);
  useRegularly(reload, MILLIS);
  const sessions = data?.nodes ?? [];
  return html`<section aria-labelledby="open-tables">
    <h2 id="open-tables">${t("openTables")}</h2>
    ${sessions.length === 0 && html`<p class="hint">${t("noOpenTables")}</p>`}
    <ul class="rows">
      ${sessions.map((session) => {
        const names = session.seats.filter(({ name }) => name).map(({ name }) => name);
        const count = session.seats.filter(({ taken }) => !taken).length;
        const title = games?.find(({ id }) => id === session.game)?.title ?? session.game;
        return html`<li key=${session.id}>
          <span><b>${title}</b> <small>${names.join(", ")}</small></span>
          <span class="count">${t("openSeats", { count })}</span>
          <a class="button" href=${hashOf(session.id)} aria-label=${`${t("join")}: ${title}, ${names.join(", ")}`}>${t("join")}</a>
        </li>`;
      })}
    </ul>
  </section>`;
}

/**
 * Do something again and again while somebody looks.
 *
 * @param {() => void} act
 * @param {number} millis
 */
export function useRegularly(act, millis) {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || act(), millis);
    return () => clearInterval(timer);
  }, [act]);
}
