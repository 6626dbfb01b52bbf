// The line above a table: whose turn it is, how much time is left, and whether the connection holds.

import { html } from "./preact.js";
import { TimeBar, useTimeLeft } from "./race.js";
import { joinNames, text } from "./texts.js";

/**
 * @param {{ snapshot: import("../table.js").Snapshot, language: string, names: (seat: number) => string,
 *   now?: () => number }} props
 */
export function Status({ snapshot: { session, decision, connection }, language, names, now }) {
  const { view } = session;
  const millis = useTimeLeft(decision?.deadline, now);
  const { reactionMillis, moveSeconds } = session.settings;
  const reaction = useTimeLeft(decision?.notBefore, now, reactionMillis ?? 0);
  const isMine = decision?.asked ?? false;
  return html`<div class="croupier-status${isMine ? " croupier-asked" : ""}" part="status">
    <strong>${statusOf(session, decision, language, names)}</strong>
    <span class="croupier-unseen" aria-live="assertive">${isMine && text(language, "yourTurn")}</span>
    ${view?.viewer === null && html`<span class="croupier-tag">${text(language, "spectator")}</span>`}
    <span class="croupier-connection" role="status">
      ${(connection === "reconnecting" || connection === "failed") && text(language, connection)}
    </span>
    ${
      reaction > 0
        ? html`<${TimeBar} millis=${reaction} whole=${reactionMillis} label=${text(language, "window")} />`
        : html`<${TimeBar}
          millis=${millis}
          whole=${(moveSeconds ?? 1) * 1000}
          label=${text(language, "timeLeft", { seconds: Math.ceil(millis / 1000) })}
        />`
    }
  </div>`;
}

/**
 * @param {import("../contract.js").Session} session
 * @param {import("../contract.js").Decision | null} decision
 * @param {string} language
 * @param {(seat: number) => string} names
 */
function statusOf({ view, status }, decision, language, names) {
  if (!view) return text(language, status === "OPEN" ? "waiting" : "over");
  if (view.result) {
    const winners = joinNames(language, view.result.winners.map(names));
    const won = view.result.winners.length > 1 ? "share" : "wins";
    return `${text(language, "over")}: ${text(language, won, { names: winners })}`;
  }
  if (decision?.asked) return text(language, "yourTurn");
  if (view.turn.length === 0) return text(language, "over");
  return text(language, "turnOf", { names: joinNames(language, view.turn.map(names)) });
}
