// The line above the hand: whose turn it is, what is asked, the time left, and whether the connection works.

import { html, useLayoutEffect, useRef } from "./preact.js";
import { holderName } from "./names.js";
import { useTimeLeft } from "./race.js";
import { Ring } from "./ring.js";
import { Avatar, Points } from "./seats.js";
import { isEmpty } from "./selection.js";
import { clockText } from "./templates.js";
import { joinNames, text } from "./texts.js";

/**
 * @typedef {import("./choosing.js").Choosing} Choosing
 * @typedef {import("../contract.js").View} View
 * @typedef {import("../contract.js").Session} Session
 *
 * @typedef {object} Notice The message to the viewer about the last action.
 * @property {string} message
 * @property {string} [detail] More details, in English.
 * @property {string | null} [rule]
 * @property {import("./selection.js").Picked} [at] The card that it is about.
 *
 * @typedef {(rule: { number: string }) => void} OnRule
 *
 * @typedef {object} StatusProps
 * @property {import("../table.js").Snapshot} snapshot
 * @property {string} language
 * @property {(seat: number) => string} names
 * @property {() => number} [now]
 * @property {Choosing} choosing
 * @property {string} effect The effects of the considered move.
 * @property {Notice | null} notice
 * @property {OnRule} [onRule]
 */

/** @param {StatusProps} props */
export function Status({ snapshot: { session, decision, connection }, language, names, now, ...said }) {
  const { view, viewerSeat } = session;
  const rank = session.outcome?.ranking[viewerSeat ?? -1];
  const isMine = decision?.asked ?? false;
  const isOff = connection === "reconnecting" || connection === "failed";
  return html`<div class="croupier-status${isMine ? " croupier-asked" : ""}" part="status">
    ${
      view &&
      viewerSeat !== null &&
      html`<${You} ...${{ view, session, seat: viewerSeat, name: names(viewerSeat), isMine, language }} rank=${rank} />`
    }
    <${Said} ...${{ ...said, view, language }} status=${statusOf(session, decision, language, names)} />
    ${view?.viewer === null && html`<span class="croupier-tag">${text(language, "spectator")}</span>`}
    <span class="croupier-connection" role="status">${isOff && text(language, connection)}</span>
    <${Time} ...${{ session, decision, language, now }} />
  </div>`;
}

/**
 * Return the time for the decisions of a session until one of them has to be made.
 *
 * @param {Session} session
 * @param {string | null | undefined} until
 * @param {() => number} [now]
 * @returns {import("./ring.js").Clock}
 */
export const clockOf = ({ settings: { moveSeconds } }, until, now = Date.now) => ({
  until,
  whole: (moveSeconds ?? 0) * 1000,
  now,
});

/**
 * @param {object} props
 * @param {View} props.view
 * @param {Session} props.session
 * @param {number} props.seat
 * @param {string} props.name
 * @param {boolean} props.isMine
 * @param {string} props.language
 * @param {number} [props.rank]
 */
const You = ({ view, session, seat, name, isMine, language, rank }) =>
  html`<${Avatar} name=${holderName(session.seats, seat) ?? name} isAsked=${isMine} rank=${rank} />
    <span class="croupier-name" title=${name}>${name} (${text(language, "you")})</span>
    <${Points} ...${{ view, seat, language }} />`;

/**
 * Draw the time of the viewer as a ring and in figures: for a decision, or in which only a matching card counts.
 *
 * @typedef {import("../contract.js").Decision} Decision
 *
 * @param {{ session: Session, decision: Decision | null, language: string, now?: () => number }} props
 */
function Time({ session, decision, language, now }) {
  const millis = useTimeLeft(decision?.deadline, now);
  const { reactionMillis } = session.settings;
  const reaction = useTimeLeft(decision?.notBefore, now, reactionMillis ?? 0);
  const seconds = Math.ceil(millis / 1000);
  const isEarly = reaction > 0;
  const clock = isEarly
    ? { ...clockOf(session, decision?.notBefore, now), whole: reactionMillis ?? 0 }
    : clockOf(session, decision?.deadline, now);
  const words = text(language, isEarly ? "window" : "timeLeft", { seconds });
  return html`<div class="croupier-time" part="time">
    ${(isEarly || decision?.asked) && html`<${Ring} clock=${clock} />`}
    ${
      (isEarly || millis > 0) &&
      html`<span class="croupier-time-label" role="img" aria-label=${words}>
        ${isEarly ? words : clockText(seconds)}
      </span>`
    }
  </div>`;
}

/**
 * Draw the status and the notice. New words are a new element: they appear, and nothing moves.
 *
 * @param {Pick<StatusProps, "choosing" | "effect" | "notice" | "onRule" | "language">
 *   & { view: View | null, status: string }} props
 */
function Said({ choosing, effect, notice, onRule, view, language, status }) {
  const prompt = promptOf(choosing, view, language);
  const said = effect ? html`<span part="effect">${effect}</span>` : html`<span part="prompt">${prompt}</span>`;
  const words = `${status} ${notice?.message ?? (effect || prompt)}`;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
// A text that does not fit lies over the table while it is shown.
  useLayoutEffect(() => {
    const prompt = /** @type {HTMLElement} */ (place.current);
    prompt.classList.remove("croupier-long");
    prompt.classList.toggle("croupier-long", prompt.scrollHeight > prompt.clientHeight + 1);
  }, [words, notice]);
  return html`<div class="croupier-prompt" ref=${place}>
    <p key=${words} style=${{ "--length": words.length }}>
      <strong>${status}</strong>${" "}
      ${notice && !notice.at ? html`<${Told} ...${{ notice, language, onRule }} />` : said}
    </p>
  </div>`;
}

/**
 * Draw the outcome of an action where it is read out.
 *
 * @param {{ notice: Notice, language: string, onRule?: OnRule }} props
 */
export const Told = ({ notice: { message, detail, rule }, language, onRule }) =>
  html`<span class="croupier-told" part="notice" role="alert">
    ${message} <span lang="en">${detail}</span>
    ${rule &&
    html`<button type="button" class="croupier-rule" part="rule" onClick=${() => onRule?.({ number: rule })}>
      ${text(language, "rule", { number: rule })}
    </button>`}
  </span>`;

/**
 * @param {Choosing} choosing
 * @param {View | null} view
 * @param {string} language
 */
function promptOf({ moves, selection, buttons, only, isResigned }, view, language) {
  if (isResigned) return text(language, "resigned");
  if (!isEmpty(selection)) {
    if (only) return text(language, "confirm");
    if (buttons.length === 0) return text(language, "choosePlace");
    return text(language, buttons.every(({ choice }) => choice !== null) ? "chooseMove" : "chooseTarget");
  }
  const isAsked = view?.turn.includes(view.viewer ?? -1);
  // Out of turn the service's prompt begins with the seats that are asked, which the status says already.
  if (moves.length && !isAsked) return text(language, wantedOf(moves));
  return view?.prompt ?? "";
}

/** @param {readonly import("../contract.js").Move[]} moves */
function wantedOf(moves) {
  if (moves.every(({ cards }) => cards.length > 0)) return "chooseCard";
  return moves.some(({ cards }) => cards.length > 0) ? "choose" : "chooseMove";
}

/**
 * @param {Session} session
 * @param {import("../contract.js").Decision | null} decision
 * @param {string} language
 * @param {(seat: number) => string} names
 */
export function statusOf({ view, status, outcome }, decision, language, names) {
  if (!view) return text(language, status === "OPEN" ? "waiting" : "over");
  if (outcome) return `${text(language, "over")}: ${tellOutcome(outcome, language, names)}`;
  if (decision?.asked) return text(language, "yourTurn");
  if (view.turn.length === 0) return text(language, "over");
  return text(language, "turnOf", { names: joinNames(language, view.turn.map(names)) });
}

/**
 * @param {import("../contract.js").Outcome} outcome
 * @param {string} language
 * @param {(seat: number) => string} names
 */
function tellOutcome({ by, winners, resigned }, language, names) {
  const told = { names: joinNames(language, winners.map(names)), others: joinNames(language, resigned.map(names)) };
  if (by === "RESIGNATION") return text(language, resigned.length > 1 ? "winsOverAll" : "winsOverOne", told);
  return text(language, winners.length > 1 ? "share" : "wins", told);
}
