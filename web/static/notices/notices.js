// Being told of one's turn by a page that is closed: the offer after the first move of a table, and the setting.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { Problem, Unreachable } from "../kit/connection.js";
import { useAction, useApp, useLoaded } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { adoptStyle } from "../app/styles.js";
import { addPart } from "../app/texts.js";
import { TEXTS } from "../languages/notices.js";
import { hasLostSeat, isOver, isPlaying } from "../table/standing.js";
import { Offer, useOverBoard } from "./offer.js";
import { askPermission, closeNotices, findObstacle, isAllowed, isOf, readKey } from "./subscribing.js";
import { startAt, stopAt, stopEverywhere } from "./subscribing.js";
import { readTold } from "./told_tables.js";
import style from "./notices.css";

adoptStyle(style);
addPart(TEXTS);

/**
 * @typedef {import("../table/screen.js").AtTable} AtTable
 * @typedef {"on" | "off"} Choice
 */

export { stopAt } from "./subscribing.js";

// The screen of a table looks there whether it needs this part from the start.
const PLACE = "croupier-page:notices";

/**
 * Forget what was decided about notices in this browser, which is told nothing more.
 *
 * @param {import("../app/context.js").App} app
 */
export async function forgetNotices({ storage, croupier }) {
  storage.removeItem(PLACE);
  await stopEverywhere(croupier.connection);
}

/**
 * The setting, and the offer over the board; nothing where the service sends no notices to browsers.
 *
 * @param {AtTable} given
 */
export function TurnNotices(given) {
  const { connection } = useApp().croupier;
  const { data: key } = useLoaded(() => readKey(connection), [connection]);
  return key && html`<${Notices} ...${given} pushKey=${key} />`;
}

/** @param {AtTable & { pushKey: string }} given */
function Notices(given) {
  const { t } = useApp();
  const { choice, isOn, obstacle, hasMoved, error, turn } = useSetting(given);
  useClosing(given.snapshot);
  useLeaving(given);
  const isOffered = choice !== "off" && obstacle === null && hasMoved && hasOthers(given);
  // What is done during the turn lies in the same place.
  const isWaiting = !given.snapshot.decision?.asked;
  const failure = error && html`<${Failure} error=${error} />`;
  useOverBoard(isOffered && isWaiting && html`<${Offer} isOn=${choice === "on"} turn=${turn}>${failure}<//>`);
  const onChange = (/** @type {Typed} */ { currentTarget: { checked } }) => turn(checked);
  return html`<div>
    <label class="setting">
      <input type="checkbox" checked=${isOn} disabled=${obstacle !== null}
        aria-describedby=${obstacle && "notices-why"} onChange=${onChange} />
      ${t("notices")}
    </label>
    ${obstacle && html`<p id="notices-why" class="hint">${t(obstacle)}</p>`}
    ${isOffered && choice === null ? null : failure}
  </div>`;
}

/**
 * Return whether this browser is told of turns and may be, and what turns that on or off. While it is on, it is told of
 * a table from the first move there, without a question.
 *
 * @param {AtTable & { pushKey: string }} given
 */
function useSetting(given) {
  const { table, game, snapshot, pushKey } = given;
  const app = useApp();
  const [choice, choose] = useChoice();
  const [obstacle, setObstacle] = useState(findObstacle());
  const [wanted, want] = useState(false);
  const hasMoved = useMoved(given, choice);
  const start = async () => {
    if (isPlaying(snapshot.session)) await startAt(app, table, game.title, pushKey);
  };
  const starting = useAction(start);
  const turning = useAction(async (/** @type {boolean} */ isWanted) => {
    want(isWanted);
    // A browser asks only while it handles a touch.
    const isRefused = isWanted && !(await askPermission());
    setObstacle(findObstacle());
    if (isRefused) return;
    await (isWanted ? start() : stopEverywhere(app.croupier.connection));
    choose(isWanted ? "on" : "off");
  });
  const isTold = choice === "on" && hasMoved && isAllowed();
  useEffect(() => void (isTold && starting.run()), [isTold, table, app.preferences.language]);
  const isOn = (turning.isBusy ? wanted : choice === "on") && obstacle === null;
  return { choice, isOn, obstacle, hasMoved, error: turning.error ?? starting.error, turn: turning.run };
}

/** Why notices could not be set up. @param {{ error: unknown }} given */
function Failure({ error }) {
  const { t } = useApp();
  const isOfBrowser = error && !(error instanceof Problem || error instanceof Unreachable);
  if (isOfBrowser) return html`<p class="trouble" role="alert">${t("noticesFailed")}</p>`;
  return html`<${Trouble} error=${error} />`;
}

/**
 * Return whether this browser is to tell of turns, null while nobody has decided, and what keeps a decision.
 *
 * @returns {[Choice | null, (chosen: Choice) => void]}
 */
function useChoice() {
  const { storage } = useApp();
  const read = () => /** @type {Choice | null} */ (storage.getItem(PLACE));
  const [choice, setChoice] = useState(read);
  useEffect(() => {
    // Another tab decides for this one, too.
    const follow = () => setChoice(read);
    addEventListener("storage", follow);
    return () => removeEventListener("storage", follow);
  }, []);
  const choose = (/** @type {Choice} */ chosen) => {
    storage.setItem(PLACE, chosen);
    setChoice(chosen);
  };
  return [choice, choose];
}

/**
 * Tell whether somebody plays at this table who has moved: since it is shown, or before, so that this browser is told
 * of it.
 *
 * @param {AtTable} given
 * @param {Choice | null} choice
 */
function useMoved({ table, snapshot: { session, pending } }, choice) {
  // Before a decision, it is a move that has called for this part.
  const isMoving = useRef(choice === null);
  const hasMoved = useRef(false);
  const { data: isKnown } = useLoaded(async () => (await readTold()).some((told) => isOf(told, table)), [table]);
  isMoving.current ||= pending !== null;
  hasMoved.current ||= isMoving.current && pending === null;
  return isPlaying(session) && (hasMoved.current || isKnown === true);
}

/**
 * Tell whether somebody plays along who is elsewhere. Bots answer at once.
 *
 * @param {AtTable} given
 */
function hasOthers({ snapshot: { session }, holders }) {
  const isElsewhere = (/** @type {typeof session.seats[number]} */ { index, taken, kind }) =>
    taken && kind === "HUMAN" && holders.every(({ seat }) => seat !== index);
  return session.seats.some(isElsewhere);
}

/**
 * Take the notices of a table away when it is seen, and when the turn is over; answer the service worker, which shows
 * none of a table that is seen.
 *
 * @param {import("../kit/index.js").Snapshot} snapshot
 */
function useClosing({ session, decision }) {
  const isMine = Boolean(decision?.asked);
  useEffect(() => void (isMine || closeNotices(session.id)), [session.id, isMine]);
  useEffect(() => {
    const look = () => void (document.hidden || closeNotices(session.id));
    const answer = (/** @type {MessageEvent} */ { data, ports: [port] }) => {
      port?.postMessage(data?.sessionId === session.id);
      look();
    };
    look();
    document.addEventListener("visibilitychange", look);
    navigator.serviceWorker?.addEventListener("message", answer);
    return () => {
      document.removeEventListener("visibilitychange", look);
      navigator.serviceWorker?.removeEventListener("message", answer);
    };
  }, [session.id]);
}

/** Let this browser be told no more of a table that is left, lost or over. @param {AtTable} given */
function useLeaving({ table, snapshot: { session } }) {
  const { connection } = useApp().croupier;
  const isLeft = hasLostSeat(session) || isOver(session);
  const stop = () => stopAt(connection, table.id, table.token);
  useEffect(() => void (isLeft && stop()), [isLeft, table]);
  useEffect(() => {
    const act = table.act;
    table.act = async (name, options) => {
      // Afterwards the secret of the seat is good for nothing.
      if (name === "leave") await stop();
      return act.call(table, name, options);
    };
    return () => void (table.act = act);
  }, [table]);
}
