// A table that is being played: the board, and beside it whose turn it is, what happened, and what else one can do.

import { html, useCallback, useEffect, useRef, useState } from "../kit/board/preact.js";
import { Board } from "../kit/board/board.js";
import { useApp } from "../app/context.js";
import { goOnAt } from "../app/focus.js";
import { Switches } from "../app/frame.js";
import { feltOf } from "../app/introduction.js";
import { adoptStyle } from "../app/styles.js";
import { Actions } from "./actions.js";
import { CodesSwitch } from "./codes_switch.js";
import { useCounting } from "./counting.js";
import { EmoteButton } from "./emote_button.js";
import { Log } from "./log.js";
import { nameOf } from "./names.js";
import { HowToPlay } from "./how_to_play.js";
import { LostMove } from "./lost_move.js";
import { Presence, useAway } from "./presence.js";
import { Clock, Curtain, Hint, Result, RulePanel, SeatSwitch } from "./parts.js";
import { SoundSwitch } from "./sound_switch.js";
import { isKnown, isOver, isPlaying, nextHolder } from "./standing.js";
import { TurnNotices } from "./turn_notices.js";
import { useTurn } from "./watching.js";
import boardStyle from "../kit/board/board.css";
import style from "./table.css";

adoptStyle(boardStyle);
adoptStyle(style);

/**
 * @typedef {object} AtTable
 * @property {import("../kit/index.js").Table} table
 * @property {import("../kit/index.js").GameData} game
 * @property {import("../kit/index.js").Snapshot} snapshot
 * @property {import("../app/my_tables.js").MyTable["seats"]} holders The seats that are held in this browser.
 * @property {string} player Who of this browser looks.
 * @property {(player: string) => void} become
 * @property {() => void} reload
 */

/** @param {AtTable} given */
export function TableScreen(given) {
  const { table, game, snapshot, holders } = given;
  const { t, preferences, storage, wire } = useApp();
  const { language } = preferences;
  const { session } = snapshot;
  const [wasOver] = useState(isOver(session));
  const isNew = !isKnown(storage, game, session.id) && !wasOver;
  const [rule, setRule] = useState(/** @type {{ number: string, text?: string } | null} */ (null));
  const [wanted, want] = useState(/** @type {AtTable["holders"][number] | null} */ (null));
  const [isOpen, setOpen] = useState(false);
  // A move calls for the offer of notices; where somebody has decided on them before, the setting is there at once.
  const called = useRef(storage.getItem("croupier-page:notices") !== null);
  const isMoving = useRef(false);
  // Once it is made, there is a connection over which the offer can come.
  called.current ||= isMoving.current && snapshot.pending === null;
  isMoving.current = snapshot.pending !== null;
  const [hint, setHint] = useState(/** @type {import("./reasons.js").HintData | null} */ (null));
  const next = wanted ?? nextHolder(session, holders, given.player);
  const away = useAway(given);
  const names = useCallback((/** @type {number} */ seat) => {
    const name = nameOf(session, seat, t);
    return away.includes(seat) ? t("awayName", { name }) : name;
  }, [session.seats, away.join(), t]);
  const showRule = useCallback((/** @type {{ number: string }} */ found) => (setRule(found), setOpen(true)), []);
  const showHint = (/** @type {NonNullable<typeof hint>} */ found) => (setHint(found), setOpen(false));
  useTitle(given);
  useCounting(given);
  // What comes over the board is not to come below the sheet.
  useEffect(() => setOpen(false), [session.status, isPlaying(session), next === null]);
  const place = useCards(!isOver(session) && next === null && !isOpen, isPlaying(session));
  return html`<div class="table-screen felt" style=${feltOf(game.id)} ref=${place}>
    <div class="table-head">
      <h1>${game.title}</h1>
      ${holders.length > 1 && html`<${SeatSwitch} ...${given} want=${want} />`}
      ${session.deadline && html`<${Clock} ...${given} />`}
      <${SoundSwitch} table=${table} />
      <${EmoteButton} ...${given} />
      <button class=${isNew ? "button more strong" : "button more"} aria-expanded=${isOpen ? "true" : "false"}
        aria-controls="table-side" onClick=${() => setOpen(!isOpen)}>${t(isNew ? "howToPlay" : "more")}</button>
    </div>
    <div class="table-main">
      <${isOver(session) ? Result : LostMove} ...${given} />
      ${next === null
        ? html`<${Board} ...${{ table, game, names, language }} now=${wire.now} onRule=${showRule} />`
        : html`<${Curtain} ...${given} next=${next} />`}
      ${hint?.suggestion.version === session.version && html`<${Hint} hint=${hint} close=${() => setHint(null)} />`}
    </div>
    <${Side} isOpen=${isOpen} close=${() => setOpen(false)}>
      ${next === null && html`<${Actions} ...${given} onHint=${showHint} />`}
      ${rule
        ? html`<${Rule} ...${given} number=${rule.number} close=${() => setRule(null)} />`
        : html`<${HowToPlay} ...${given} />`}
      ${next === null && html`<${Log} ...${given} />`}
      ${!isOver(session) && html`<${Presence} ...${{ session, away, t }} />`}
      <${CodesSwitch} />
      ${called.current && html`<${TurnNotices} ...${given} />`}
    <//>
  </div>`;
}

/**
 * What is not the table itself: beside it on a wide screen, on a small one over it until it is closed.
 *
 * @param {{ isOpen: boolean, close: () => void, children?: import("../kit/board/preact.js").Child }} given
 */
function Side({ isOpen, close, children }) {
  const { t } = useApp();
  const side = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void (isOpen && side.current?.focus({ preventScroll: true })), [isOpen]);
  return html`<div id="table-side" class=${isOpen ? "table-side open" : "table-side"}
    role="group" aria-label=${t("more")} tabindex="-1" ref=${side}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}>
    <div class="drawer-head"><${Switches} /><button class="button" onClick=${close}>${t("close")}</button></div>
    ${children}
  </div>`;
}

/** Where one plays: the hand; what can be done without one; and where nobody plays, what is played. */
const CARDS = ["[role=listbox]", "[data-tray]", "h1"];

/**
 * Return where a table is shown, in which the keyboard goes on at the cards to play, else at the heading, whenever what
 * had the focus has gone: the way here, a curtain, a sheet.
 *
 * @param {boolean} isShown Whether the board can be played at.
 * @param {boolean} isPlayer
 */
function useCards(isShown, isPlayer) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const find = (/** @type {string} */ what) => /** @type {HTMLElement | null} */ (place.current?.querySelector(what));
  useEffect(() => {
    if (!isShown) return undefined;
    // What has just been hidden has the focus until the next frame.
    const frame = requestAnimationFrame(() => goOnAt(CARDS.map(find).find(Boolean)));
    return () => cancelAnimationFrame(frame);
  }, [isShown, isPlayer]);
  return place;
}

/** The rule that forbids something. @param {AtTable & { number: string, close: () => void }} given */
function Rule({ game, number, close }) {
  const { preferences } = useApp();
  return html`<${RulePanel} game=${game.id} rule=${number} language=${preferences.language} onClose=${close} />`;
}

/** Tell in the title of the tab whose turn it is. @param {AtTable} given */
function useTitle({ table, snapshot, game }) {
  const { t, croupier } = useApp();
  const mine = useTurn(table, isMine(snapshot), croupier);
  useEffect(() => {
    document.title = `${mine ? `● ${t("yourTurn")}: ` : ""}${game.title} – Croupier`;
  }, [mine, game, t]);
}

/** @param {import("../kit/index.js").Snapshot} snapshot */
const isMine = ({ session, decision }) => Boolean(decision?.asked) && !isOver(session);
