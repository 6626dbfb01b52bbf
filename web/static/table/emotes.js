// Emotes: the menu to send one, the bubbles at the seats, and whose emotes are hidden here.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { useAction, useApp, useLoaded } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { mutedPlace } from "../app/my_tables.js";
import { readJson } from "../app/storage.js";
import { adoptStyle } from "../app/styles.js";
import { addPart } from "../app/texts.js";
import { TEXTS } from "../languages/emotes.js";
import { isPicture, Picture } from "./emote_pictures.js";
import { FACE } from "./face.js";
import { nameOf } from "./names.js";
import { isOver } from "./standing.js";
import style from "./emotes.css";

adoptStyle(style);
addPart(TEXTS);

/**
 * @typedef {import("./screen.js").AtTable} AtTable
 * @typedef {import("../kit/contract.js").SeatEmote} SeatEmote
 * @typedef {import("../kit/contract.js").EmoteChoice} EmoteChoice
 */

const SHOWN_MILLIS = 4500;

/** @param {AtTable & { cause: "menu" | "emote", early: SeatEmote[] }} given What was sent before this was loaded. */
export function Emotes(given) {
  const { table, snapshot, cause, early } = given;
  const { session } = snapshot;
  const { t } = useApp();
  const [muted, mute] = useMuted(session.id);
  const shown = useShown(table, early).filter(({ seat }) => !muted.includes(seat));
  const menu = useRef(/** @type {HTMLElement | null} */ (null));
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (cause !== "menu") return;
    // The button that was pressed is there no more: this one is in its place.
    button.current?.focus();
    menu.current?.showPopover();
  }, []);
  const label = t("emotes");
  return html`<button class="icon" aria-label=${label} title=${label} popovertarget="emotes" ref=${button}>
      ${FACE}
    </button>
    <div id="emotes" class="emotes" popover="auto" role="group" aria-label=${label} ref=${menu}>
      ${session.viewerSeat !== null && html`<${Menu} table=${table} close=${() => menu.current?.hidePopover()} />`}
      <${Mutes} ...${{ session, muted, mute }} />
    </div>
    ${shown.map(
      (emote) =>
        html`<${Bubble} key=${emote.number} emote=${emote} name=${nameOf(session, emote.seat, t)}
          place=${placeOf(session, emote.seat)} />`,
    )}
    <p class="unseen" role="status">
      ${shown.map(({ seat, text }) => `${nameOf(session, seat, t)}: ${text}`).join(" ")}
    </p>`;
}

/** @param {{ table: AtTable["table"], close: () => void }} given */
function Menu({ table, close }) {
  const { croupier } = useApp();
  const load = async () => /** @type {EmoteChoice[]} */ ((await croupier.connection.ask("/v1/emotes", KEPT)).emotes);
  const { data, error } = useLoaded(load, [croupier]);
  const sending = useAction(async (/** @type {EmoteChoice["emote"]} */ emote) => {
    if (emote === "OTHER") return;
    await table.emote(emote);
    close();
  });
  const press = (/** @type {EmoteChoice} */ { emote }) => sending.run(emote);
  const pictures = data?.filter(({ emoji }) => emoji !== null) ?? [];
  const sentences = data?.filter(({ emoji }) => emoji === null) ?? [];
  return html`<div class="emote-pictures">
      ${pictures.map(
        (choice) =>
          html`<button class="icon" aria-label=${choice.text} title=${choice.text} onClick=${() => press(choice)}>
            <${Picture} ...${choice} />
          </button>`,
      )}
    </div>
    <div class="emote-sentences">
      ${sentences.map(
        (choice) => html`<button class="button" onClick=${() => press(choice)}>${choice.text}</button>`,
      )}
    </div>
    <${Trouble} error=${error ?? sending.error} />`;
}

const KEPT = { isKept: true };

/**
 * The switches that hide the emotes of a person.
 *
 * @param {{ session: import("../kit/index.js").Session, muted: number[], mute: (seat: number) => void }} given
 */
function Mutes({ session, muted, mute }) {
  const { t } = useApp();
  const people = session.seats.filter(
    ({ index, taken, kind }) => taken && kind === "HUMAN" && index !== session.viewerSeat,
  );
  return html`<fieldset class="emote-mutes">
    <legend>${t("emotesHidden")}</legend>
    ${people.map(
      ({ index }) =>
        html`<label><input type="checkbox" checked=${muted.includes(index)} onChange=${() => mute(index)} />
          ${nameOf(session, index, t)}</label>`,
    )}
  </fieldset>`;
}

/**
 * Return where the emotes of a seat are shown. In the waiting room the viewer's seat is one among the others; after the
 * end, the result covers the viewer's status bar.
 *
 * @param {import("../kit/index.js").Session} session
 * @param {number} seat
 */
function placeOf(session, seat) {
  if (seat !== session.viewerSeat || session.status === "OPEN") return `[data-seat="${seat}"]`;
  return isOver(session) ? "[popovertarget=emotes]" : OWN;
}

const OWN = "[part=status]";

/**
 * A bubble at the seat whose holder has sent an emote; where the seat is out of sight, with the name.
 *
 * @param {{ emote: SeatEmote, name: string, place: string }} given
 */
function Bubble({ emote, name, place }) {
  const bubble = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void (bubble.current && putAt(bubble.current, place)), []);
  const isDrawn = isPicture(emote.emote);
  const kinds = ["emote-bubble", isDrawn && "picture", place === OWN && "above"];
  return html`<div class=${kinds.filter(Boolean).join(" ")} aria-hidden="true" ref=${bubble}>
    <small>${name}</small>${isDrawn ? html`<${Picture} ...${emote} />` : emote.text}
  </div>`;
}

/**
 * Put a bubble below its place, or above the viewer's status bar; where its place is out of sight, at the top of the
 * table.
 *
 * @param {HTMLElement} bubble
 * @param {string} place
 */
function putAt(bubble, place) {
  const found = document.querySelector(`:is(.table-screen, .room) ${place}`);
  const { left, width, top, bottom } = (found ?? bubble).getBoundingClientRect();
  const middle = left + width / 2;
  const isWithin = middle > 0 && middle < innerWidth && bottom > 0 && top < innerHeight;
  const isSeen = found?.checkVisibility() && isWithin;
  bubble.classList.toggle("unplaced", !isSeen);
  const [wide, high] = [bubble.offsetWidth, bubble.offsetHeight];
  const wanted = place === OWN ? top - high : bottom - high / 3;
  const within = (/** @type {number} */ at, /** @type {number} */ most) => Math.max(8, Math.min(at, most - 8));
  bubble.style.left = `${within((isSeen ? middle : innerWidth / 2) - wide / 2, innerWidth - wide)}px`;
  bubble.style.top = `${within(isSeen ? wanted : UNPLACED_TOP, innerHeight - high)}px`;
}

const UNPLACED_TOP = 56;

/**
 * Return the emotes of the last seconds: the latest of each seat.
 *
 * @param {AtTable["table"]} table
 * @param {SeatEmote[]} early
 */
function useShown(table, early) {
  const [shown, setShown] = useState(/** @type {(SeatEmote & { number: number })[]} */ ([]));
  const count = useRef(0);
  useEffect(() => {
    const timers = new Set(/** @type {ReturnType<typeof setTimeout>[]} */ ([]));
    const show = (/** @type {SeatEmote} */ emote) => {
      const number = count.current++;
      setShown((last) => [...last.filter(({ seat }) => seat !== emote.seat), { ...emote, number }]);
      const hide = () => setShown((last) => last.filter((one) => one.number !== number));
      timers.add(setTimeout(hide, SHOWN_MILLIS));
    };
    early.splice(0).forEach(show);
    const leave = table.onEmote((emote) => (early.splice(0), show(emote)));
    return () => {
      leave();
      timers.forEach(clearTimeout);
    };
  }, [table]);
  return shown;
}

/**
 * Return the seats whose emotes are hidden in this browser, and what hides those of a seat or shows them again.
 *
 * @param {string} session
 * @returns {[number[], (seat: number) => void]}
 */
function useMuted(session) {
  const { storage } = useApp();
  const place = mutedPlace(session);
  const [muted, setMuted] = useState(() => readJson(storage, place, /** @type {number[]} */ ([]), Array.isArray));
  const mute = (/** @type {number} */ seat) => {
    const changed = muted.includes(seat) ? muted.filter((one) => one !== seat) : [...muted, seat];
    storage.setItem(place, JSON.stringify(changed));
    setMuted(changed);
  };
  return [muted, mute];
}
