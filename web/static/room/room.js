// Before the deal: who sits where, who is invited, and the start.

import { html, useState } from "../kit/board/preact.js";
import { Problem } from "../kit/connection.js";
import { linkTo } from "../app/address.js";
import { useAction, useApp, useMedia } from "../app/context.js";
import { Refusal, Trouble } from "../app/faults.js";
import { Introduction } from "../app/introduction.js";
import { codePlace, codesPlace } from "../app/my_tables.js";
import { ownName, suggestName } from "../app/player_name.js";
import { readJson } from "../app/storage.js";
import { FaceAt } from "../lobby/face.js";
import { Fan } from "../lobby/fan.js";
import { sitDown } from "../lobby/opening.js";
import { NameField } from "../lobby/name_field.js";
import { LevelChoice } from "../lobby/places.js";
import { USUAL_LEVEL } from "../lobby/setup.js";
import { EmoteButton } from "../table/emote_button.js";
import { nameOf } from "../table/names.js";
import { Presence, useAway } from "../table/presence.js";
import { hasLostSeat } from "../table/standing.js";
import { Invitation, PHONE } from "./invitation.js";
import { RoomSettings } from "./room_settings.js";
import { adoptStyle } from "../app/styles.js";
import style from "./room.css";

adoptStyle(style);

// Tournaments borrow them.
export { Invitation, PHONE };

/**
 * @typedef {import("../table/screen.js").AtTable} InRoom
 * @typedef {{ seat: number, code: string }} JoinLink
 * @typedef {{ code: string | null, isRefused: boolean }} Invited The code that one came with, until it is refused.
 */

/** @param {InRoom} given */
export function WaitingRoom(given) {
  const { game, snapshot } = given;
  const { t, storage, tabStorage } = useApp();
  const { session } = snapshot;
  const { isHost, viewerSeat, settings } = session;
  const [invited, setInvited] = useState(
    () => /** @type {Invited} */ ({ code: tabStorage.getItem(codePlace(session.id)), isRefused: false }),
  );
  const forgetCode = (/** @type {boolean} */ isRefused) => {
    tabStorage.removeItem(codePlace(session.id));
    setInvited({ code: null, isRefused });
  };
  const codes = readJson(storage, codesPlace(session.id), /** @type {JoinLink[]} */ ([]), Array.isArray);
  const isShut = viewerSeat === null && !codes.length && !mayTry(session, invited.code);
  const lead = !settings.startByHost ? t("roomLead") : t(isHost ? "roomLeadHost" : "roomLeadWait");
  // On a phone one invites first; a guest sits down first.
  const invitesFirst = useMedia(PHONE) && (isHost || viewerSeat !== null);
  const invitation = html`<${InviteAll} key="invite" ...${given} codes=${codes} />`;
  const atSeats = { ...given, codes, code: invited.code, forgetCode, isShut };
  const seating = html`<${Seating} key="seats" ...${atSeats} />`;
  return html`<div class=${invitesFirst ? "room inviting" : "room"}>
    <header>
      <${Fan} id=${game.id} cards=${game.cards} />
      <div class="room-head"><h1>${game.title}</h1><${EmoteButton} ...${given} /></div>
      <p class="lead">${lead}</p>
    </header>
    ${hasLostSeat(session) && html`<p class="trouble" role="status">${t("seatLost")}</p>`}
    ${invited.isRefused &&
    html`<${Refusal}>${t(settings.invitationOnly ? "codeVoid" : "codeVoidButFree")}<//>`}
    ${isShut && !invited.isRefused && html`<p role="status">${t("invitationNeeded")}</p>`}
    ${invitesFirst ? [invitation, seating] : [seating, invitation]}
    <${RoomSettings} session=${session} game=${game} />
    <section class="panel introduction" aria-labelledby="how">
      <h2 id="how">${t("howToPlay")}</h2>
      <${Introduction} game=${game} />
    </section>
  </div>`;
}

/**
 * @typedef {object} Inviting
 * @property {JoinLink[]} codes
 * @property {string | null} code
 * @property {(isRefused: boolean) => void} forgetCode
 *
 * @param {InRoom & Inviting & { isShut: boolean }} given
 */
function Seating(given) {
  const { table, snapshot: { session }, codes, isShut } = given;
  const { t } = useApp();
  const { isHost, viewerSeat, seats } = session;
  const away = useAway(given);
  const acting = useAction((/** @type {string} */ act, /** @type {object | undefined} */ body = undefined) =>
    table.act(act, { body, at: "*" }),
  );
  const starting = useAction(() => begin(table, session));
  const isBusy = acting.isBusy || starting.isBusy;
  const ownCode = (/** @type {number} */ index) => codes.find(({ seat }) => seat === index)?.code ?? null;
  const atSeat = { ...given, act: acting.run, isBusy };
  return html`<section class="panel" aria-labelledby="seats">
    <h2 id="seats">${t("seats")}</h2>
    ${viewerSeat === null && !isShut && html`<${NameField} />`}
    <${Trouble} error=${acting.error ?? starting.error} />
    <ol class="rows">
      ${seats.map(
        (seat) => html`<${SeatRow} key=${seat.index} ...${atSeat} seat=${seat} own=${ownCode(seat.index)} />`,
      )}
    </ol>
    <${Presence} ...${{ session, away, t }} />
    ${isHost &&
    html`<div class="ways">
      <button class="button strong big" disabled=${isBusy} onClick=${starting.run}>${t("start")}</button>
      <button class="button quiet" disabled=${isBusy} onClick=${() => acting.run("abandon")}>
        ${t("abandon")}
      </button>
    </div>`}
    ${isHost && seats.some(({ taken }) => !taken) && html`<p class="hint">${t("startHint")}</p>`}
  </section>`;
}

/**
 * Begin the play; bots take the seats that are still free.
 *
 * @param {InRoom["table"]} table
 * @param {import("../kit/index.js").Session} session
 */
async function begin(table, { seats, settings }) {
  for (const { index, taken } of seats) {
    if (!taken) await table.act("bots", { body: { seat: index, level: USUAL_LEVEL }, at: "*" });
  }
  // Elsewhere, the last seat that is taken begins the play.
  if (settings.startByHost) await table.act("start", { at: "*" });
}

/**
 * The invitation for the next player: to the table, or to its first free seat where each has an invitation of its own.
 *
 * @param {InRoom & { codes: JoinLink[] }} given
 */
function InviteAll({ snapshot: { session }, game, codes }) {
  const { t } = useApp();
  const { id, seats, settings, isHost } = session;
  const free = seats.find(({ taken }) => !taken);
  const code = codes.find(({ seat }) => seat === free?.index)?.code;
  if (!free || (settings.invitationOnly && !code)) return null;
  const label = settings.invitationOnly ? t("inviteTo", { number: free.index + 1 }) : t("inviteAll");
  const link = linkTo(id, { game: session.game, ...(settings.invitationOnly && { code }) });
  return html`<section class="panel" aria-labelledby="invite">
    <h2 id="invite">${label}</h2>
    <${Invitation} link=${link} title=${game.title} isOpen=${isHost} />
  </section>`;
}

/**
 * @param {InRoom & Inviting & { seat: import("../kit/index.js").Session["seats"][number], own: string | null,
 *   act: (act: string, body?: object) => void, isBusy: boolean }} given
 */
function SeatRow(given) {
  const { game, snapshot, holders, seat, own, code, act, isBusy, become } = given;
  const { t } = useApp();
  const { session } = snapshot;
  const { index, taken, kind } = seat;
  const holder = holders.find((each) => each.seat === index);
  const isMine = index === session.viewerSeat;
  const name = nameOf(session, index, t);
  const [isInviting, invite] = useState(false);
  return html`<li class=${taken ? "taken" : "free"} data-seat=${index}>
    ${taken
      ? html`<${FaceAt} name=${name} number=${index + 1} />`
      : html`<span class="number">${index + 1}</span>`}
    <span class="who"><b><bdi>${taken ? name : t("free")}</bdi></b>
      ${isMine && html` <em>(${t("you")})</em>`}
      ${kind === "BOT" && html` <small>${t("bot", { level: seat.bot?.level ?? 0 })}</small>`}
    </span>
    <span class="ways">
      ${!taken && mayTry(session, code ?? own) && html`<${SitDown} ...${given} />`}
      ${!taken && session.isHost && html`<${AddBot} seat=${index} act=${act} isBusy=${isBusy} />`}
      ${!taken &&
      own &&
      html`<button
        class="button"
        aria-expanded=${isInviting}
        aria-label=${t("inviteTo", { number: index + 1 })}
        onClick=${() => invite(!isInviting)}
      >
        ${t("invite")}
      </button>`}
      ${kind === "BOT" &&
      session.isHost &&
      html`<button class="button" disabled=${isBusy} onClick=${() => act("bots/remove", { seat: index })}>
        ${t("removeBot")}
      </button>`}
      ${isMine &&
      html`<button class="button" disabled=${isBusy} onClick=${() => act("leave")}>${t("leaveSeat")}</button>`}
      ${holder &&
      !isMine &&
      html`<button class="button" onClick=${() => become(holder.player)}>${t("iAm", { name: holder.name })}</button>`}
    </span>
    ${isInviting &&
    own &&
    html`<div class="invitation">
      <${Invitation} link=${linkTo(session.id, { code: own, game: session.game })} title=${game.title} isOpen=${true} />
    </div>`}
  </li>`;
}

/**
 * Tell whether it is worth trying to sit down: whoever had a seat may take it again without an invitation.
 *
 * @param {import("../kit/index.js").Session} session
 * @param {string | null} code
 */
const mayTry = (session, code) => !session.settings.invitationOnly || code !== null || hasLostSeat(session);

/** Let somebody of this browser sit down; who sits already stays. @param {Parameters<typeof SeatRow>[0]} given */
function SitDown({ snapshot: { session }, seat, code, own, player, become, reload, forgetCode }) {
  const app = useApp();
  const { t } = app;
  const isSeated = session.viewerSeat !== null;
  const sitting = useAction(async () => {
    const who = isSeated ? `seat${seat.index}` : player;
    const name = isSeated ? suggestName(t, session.seats.map((other) => other.name)) : ownName(app);
    const known = code ?? own;
    // Where only invitations count, the first one at this device sits where the invitation leads.
    const place = code && !isSeated && session.settings.invitationOnly ? {} : { seat: seat.index };
    try {
      await sitDown(app, session, { ...place, name, player: who, ...(known && { code: known }) });
    } catch (error) {
      if (!code || !isVoid(error, session)) throw error;
      return forgetCode(true);
    }
    forgetCode(false);
    if (who === player) reload();
    else become(player);
  });
  return html`<button class=${isSeated ? "button" : "button strong"} disabled=${sitting.isBusy} onClick=${sitting.run}>
      ${t(isSeated ? "sitHereToo" : "sitHere")}
    </button>
    <${Trouble} error=${sitting.error} />`;
}

/**
 * Tell whether an invitation is good for nothing: one to another seat is, where a free seat can be had without.
 *
 * @param {unknown} error
 * @param {import("../kit/index.js").Session} session
 */
function isVoid(error, { settings }) {
  if (!(error instanceof Problem)) return false;
  if (settings.invitationOnly) return ["UNAUTHORIZED", "SEAT_TAKEN"].includes(error.code);
  return error.body.path?.[0] === "code";
}

/** @param {{ seat: number, act: (act: string, body?: object) => void, isBusy: boolean }} given */
function AddBot({ seat, act, isBusy }) {
  const { t } = useApp();
  const [level, setLevel] = useState(USUAL_LEVEL);
  return html`<${LevelChoice} label=${t("levelOf", { number: seat + 1 })} level=${level} choose=${setLevel} />
    <button class="button" disabled=${isBusy} onClick=${() => act("bots", { seat, level })}>${t("addBot")}</button>`;
}
