// How a viewer chooses a move: the selection, and the effect of a touch, a key or a drag on it.

import { goOn, keepFocus, useUnread } from "./assistive/keyboard.js";
import { isWorthOpening } from "./layout.js";
import { useMemo, useRef, useState } from "./preact.js";
import { HAND } from "./roles.js";
import { buttonMoves, isEmpty, isPlayable, movesFor, movesWith, NOTHING } from "./selection.js";
import { targets, touchCard, touchSeat, touchZone } from "./selection.js";

/**
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("../table.js").Snapshot} Snapshot
 * @typedef {import("../table.js").Table} Table
 * @typedef {import("./selection.js").Picked} Picked
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./preact.js").Ref<HTMLElement | null>} Root
 * @typedef {ReturnType<typeof import("./making.js").useMaking>} Making
 * @typedef {ReturnType<typeof useChoosing>} Choosing
 *
 * @typedef {object} Choice
 * @property {readonly Move[]} moves
 * @property {string | null} hand The zone of the viewer's hand.
 * @property {Selection} selection
 * @property {(next: Selection | null) => void} select
 * @property {(card: Picked) => void} lift
 * @property {(move: Move) => void} play
 * @property {(card: Picked) => void} explain
 * @property {(place: string) => boolean} isDouble Tell whether a place was touched just before.
 * @property {() => boolean} isUnread Tell whether a question is so new that no key can be meant for it.
 * @property {() => void} cancel
 * @property {(moves: readonly Move[]) => void} list Show moves as a list.
 * @property {(zone: string) => boolean} open Show the cards of a zone, and tell whether it has more to see.
 */

/** @type {readonly Move[]} */
const NO_MOVES = [];
/** A second touch of one place within this time is ignored: by then the place may stand for another move. */
const DOUBLE_MILLIS = 500;

let boards = 0;

/**
 * Return the selection, the moves to choose from, and the reactions of the board's parts to touches.
 *
 * @param {Table} table
 * @param {Snapshot} snapshot
 * @param {Making} making
 * @param {Root} root
 * @param {Pick<Choice, "list" | "open">} showing
 */
export function useChoosing(table, snapshot, { make, busy, setNotice }, root, showing) {
  const id = useMemo(() => `croupier-${++boards}`, []);
  const moves = movesOf(snapshot);
  const hand = handKey(snapshot);
  const [selection, setSelection] = useSelection(snapshot, moves);
  const play = (/** @type {Move} */ move) => {
    if (busy || table.getSnapshot().pending) return;
    keepFocus(root.current);
    setSelection(NOTHING);
    void make(move);
  };
  const left = movesFor(moves, selection);
  /** Select; play if one move is left, and there were several before or a marked zone stands for it. */
  const select = (/** @type {Selection | null} */ next) => {
    setNotice(null);
    const [move, ...others] = next === null ? NO_MOVES : movesFor(moves, next);
    if (move && others.length === 0 && (left.includes(move) || isPlace(snapshot, move, next))) play(move);
    else setSelection(next ?? NOTHING);
  };
  const lift = (/** @type {Picked} */ card) =>
    setSelection(isPlayable(moves, card) ? { ...NOTHING, cards: [card] } : { ...NOTHING, zone: card.zone });
  const cancel = () => {
    setNotice(null);
    setSelection(NOTHING);
  };
  const explain = (/** @type {Picked} */ card) =>
    void refusalOf(table, card).then((found) => found && setNotice(found));
  const last = useRef({ place: "", at: 0 });
  const isDouble = (/** @type {string} */ place) => {
    const { place: before, at } = last.current;
    last.current = { place, at: performance.now() };
    return place === before && last.current.at - at < DOUBLE_MILLIS;
  };
  const isUnread = useUnread(root, snapshot, selection);
  const choice = { moves, hand, selection, select, lift, play, explain, cancel, isDouble, isUnread, ...showing };
  return {
    id,
    ...choice,
    ...touchesOf(choice, root),
    targets: targets(moves, selection, hand),
    buttons: buttonMoves(moves, selection, hand, zonesInSight(snapshot)),
    only: left.length === 1 ? left[0] : null,
    outOfTurn: snapshot.decision?.asked ? NO_MOVES : moves,
    isResigned: hasResigned(snapshot),
  };
}

/**
 * Return the reactions of the board's parts to touches.
 *
 * @param {Choice} choice
 * @param {Root} root
 */
function touchesOf({ moves, hand, selection, select, play, explain, isDouble, isUnread, list, open }, root) {
  /**
   * Return whether there was anything to do with a card.
   *
   * @param {Picked} card
   */
  const touch = (card) => {
    // Each card of the hand is a place of its own: touching it again plays it.
    if (isDouble(card.zone) && card.zone !== hand) return true;
    const next = touchCard(moves, selection, card, hand);
    if (next === null && card.zone === hand) explain(card);
    else if (next === null && isLooking(selection)) return open(card.zone);
    const again = next !== null && JSON.stringify(next) === JSON.stringify(selection);
    select(again && movesFor(moves, next).length > 1 ? NOTHING : next);
    return true;
  };
  /** @param {Selection | null} next */
  const selectIfAny = (next) => next !== null && select(next);
  return {
    touchCard: touch,
    touchZone: (/** @type {string} */ zone) => {
      if (isDouble(zone)) return true;
      const next = touchZone(moves, selection, zone);
      if (next === null) return isLooking(selection) && open(zone);
      select(next);
      return true;
    },
    touchSeat: (/** @type {number} */ seat) => isDouble(`#${seat}`) || selectIfAny(touchSeat(moves, selection, seat)),
    enter: (/** @type {Picked} */ card) => {
      if (isUnread()) return;
      const left = movesFor(moves, { ...NOTHING, cards: [card] });
      if (left.length === 1) return play(left[0]);
      touch(card);
      if (left.length > 1) goOn(root.current, () => list(left));
    },
    canLift: (/** @type {Picked} */ card) => movesWith(moves, card).length > 0,
    drop: (/** @type {Picked} */ card, /** @type {string | null} */ zone, /** @type {number | null} */ seat) => {
      const movable = movesWith(moves, card);
      const next = dropped(movable, card, zone, seat);
      const left = next === null ? NO_MOVES : movesFor(movable, next);
      if (left.length === 1) play(left[0]);
      else select(next);
    },
  };
}

/**
 * Return whether the viewer only looks around: nothing is chosen, or only the seat that a move may be aimed at.
 *
 * @param {Selection} selection
 */
const isLooking = ({ cards, zone }) => cards.length === 0 && zone === null;

/** @param {Snapshot} snapshot */
const movesOf = (snapshot) => (hasResigned(snapshot) ? NO_MOVES : (snapshot.decision?.moves ?? NO_MOVES));

/** A player who has resigned keeps the seat, which moves by default to the end. @param {Snapshot} snapshot */
export const hasResigned = ({ session: { seats, status, viewerSeat } }) =>
  status === "ACTIVE" && viewerSeat !== null && seats[viewerSeat]?.kind === "DEFAULT_POLICY";

/** @param {Snapshot} snapshot */
const handKey = ({ session: { view, viewerSeat } }) =>
  view?.zones.find(({ kind, owner }) => kind === HAND && owner === viewerSeat && owner !== null)?.key ?? null;

/**
 * Return the zones that are in sight, or that a touch of their seat shows, without hands.
 *
 * @param {Snapshot} snapshot
 */
const zonesInSight = ({ session: { view } }) => (view?.zones ?? []).filter(({ kind }) => kind !== HAND);

/**
 * Return whether a touched zone stands for its only move: not if the move takes its card while others can be seen.
 *
 * @param {Snapshot} snapshot
 * @param {Move} move
 * @param {Selection | null} touched
 */
function isPlace({ session }, move, touched) {
  if (!touched?.zone || touched.cards.length > 0) return false;
  return move.to === touched.zone || !isWorthOpening(session.view?.zones.find(({ key }) => key === touched.zone));
}

/**
 * Return the selection. It lasts while its cards stay where they are and a move is left for it.
 *
 * @param {Snapshot} snapshot
 * @param {readonly Move[]} moves
 * @returns {[Selection, (next: Selection) => void]}
 */
function useSelection({ session }, moves) {
  const [selection, setSelection] = useState(NOTHING);
  const lies = selection.cards.every(({ zone, index, code }) => {
    const found = session.view?.zones.find(({ key }) => key === zone);
    return found?.cards[index]?.code === code;
  });
  const holds = isEmpty(selection) || (lies && movesFor(moves, selection).length > 0);
  return [holds ? selection : NOTHING, setSelection];
}

/**
 * Return why a card of the hand cannot be played; null if it can, or is no longer there.
 *
 * @param {Table} table
 * @param {Picked} card
 * @returns {Promise<import("./status.js").Notice | null>}
 */
async function refusalOf(table, card) {
  const hand = await table.hand().catch(() => null);
  const entry = hand?.cards[card.index];
  if (entry?.card.code !== card.code || !entry.refusal) return null;
  return { message: entry.refusal.message, rule: entry.refusal.rule, at: card };
}

/**
 * Return the selection after a card was dropped on a zone or on a seat; null if neither was meant.
 *
 * @param {readonly Move[]} moves Those that take the card somewhere.
 * @param {Picked} card
 * @param {string | null} zone
 * @param {number | null} seat
 * @returns {Selection | null}
 */
function dropped(moves, card, zone, seat) {
  const cards = isPlayable(moves, card) ? [card] : [];
  const places = [
    { cards, zone: zone === card.zone ? null : zone, seat: null },
    { cards, zone: null, seat },
  ];
  return places.find((next) => (next.zone ?? next.seat) !== null && movesFor(moves, next).length > 0) ?? null;
}
