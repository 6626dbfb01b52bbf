// A table that is drawn and played at: for any game, from the generic view and the legal moves alone.

import { useFlights } from "./animation.js";
import { Log, useLines } from "./log.js";
import { Tray, useEffects } from "./moves.js";
import { html, useEffect, useMemo, useRef, useState } from "./preact.js";
import { Slam, TimeBar, useSlamKey, useTimeLeft } from "./race.js";
import { isEmpty, isPlayable, looseMoves, movesFor, NOTHING } from "./selection.js";
import { targets, touchCard, touchSeat, touchZone } from "./selection.js";
import { joinNames, text } from "./texts.js";
import { BoardView } from "./view.js";

/**
 * @typedef {import("../table.js").Table} Table
 * @typedef {import("../table.js").Snapshot} Snapshot
 * @typedef {import("../contract.js").Move} Move
 * @typedef {import("../outcomes.js").MoveOutcome} MoveOutcome
 * @typedef {import("./layout.js").GameData} GameData
 * @typedef {import("./moves.js").Notice} Notice
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./selection.js").Picked} Picked
 *
 * @typedef {object} BoardProps
 * @property {Table} table The kit's table; it is watched while the board is shown.
 * @property {GameData} game
 * @property {string} language
 * @property {(seat: number) => string} [names]
 * @property {(rule: { number: string, text?: string }) => void} [onRule] Is told of a rule whose number was touched.
 * @property {(outcome: MoveOutcome) => void} [onOutcome] Is told what became of a move.
 */

let boards = 0;
/** Which table was shown the how-manieth. @type {WeakMap<Table, number>} */
const shown = new WeakMap();

/** So few moves are all shown as buttons; of more, those that no card of the hand stands for. */
const FEW = 6;

/**
 * Draw a table and let its viewer play. Another table is drawn from nothing: it may be that of another seat, which is
 * not to see what this one was told.
 *
 * @param {BoardProps} props
 */
export function Board(props) {
  if (!shown.has(props.table)) shown.set(props.table, ++boards);
  return html`<${TableBoard} key=${shown.get(props.table)} ...${props} />`;
}

/** @param {BoardProps} props */
function TableBoard({ table, game, language, names, onRule, onOutcome }) {
  const id = useMemo(() => `croupier-${++boards}`, []);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const [lines, addLines] = useLines();
  const flights = useFlights(root, game);
  const snapshot = useSnapshot(table, flights.measure, (frame) => {
    addLines(frame);
    flights.show(frame);
  });
  const { session, decision, pending } = snapshot;
  const moves = decision?.moves ?? NO_MOVES;
  const [selection, setSelection] = useSelection(snapshot);
  const [effect, consider] = useEffects(table, session.cursor);
  const nameOf = names ?? ((/** @type {number} */ seat) => nameAt(session, seat, language));
  const { make, notice, setNotice, isEarly, latency } = useMoves(table, session.cursor, language, onOutcome);
  const busy = pending !== null || isEarly;
  const play = (/** @type {Move} */ move) => {
    if (busy || table.getSnapshot().pending) return;
    keepFocus(root.current);
    setSelection(NOTHING);
    void make(move);
  };
  const explain = async (/** @type {Picked} */ { index, code }) => {
    const hand = await table.hand().catch(() => null);
    const entry = hand?.cards[index];
    if (entry?.card.code !== code || !entry.refusal) return;
    setNotice({ message: entry.refusal.message, rule: entry.refusal.rule });
  };
  /** Take a selection; play if it left several moves before and leaves one now, or if it is touched once more. */
  const select = (/** @type {Selection | null} */ next) => {
    setNotice(null);
    if (next === null) return setSelection(NOTHING);
    const left = movesFor(moves, next);
    const isNarrowed = !isEmpty(selection) && movesFor(moves, selection).includes(left[0]);
    if (left.length === 1 && isNarrowed) return play(left[0]);
    setSelection(next);
  };
  const touch = (/** @type {Picked} */ card) => {
    const next = touchCard(moves, selection, card, handKey(snapshot));
    if (next === null && card.zone === handKey(snapshot)) void explain(card);
    const again = next !== null && JSON.stringify(next) === JSON.stringify(selection);
    select(again && movesFor(moves, next).length > 1 ? NOTHING : next);
  };
  const cancel = () => setSelection(NOTHING);
  const outOfTurn = decision && !decision.asked ? moves : NO_MOVES;
  useSlamKey(outOfTurn, play);
  useDrag(root, {
    game,
    canDrag: (card) => isPlayable(moves, card),
    start: (card) => setSelection({ ...NOTHING, cards: [card] }),
    drop: (card, zone, seat) => {
      const lifted = { ...NOTHING, cards: [card] };
      const next = dropped(moves, lifted, zone, seat);
      const left = next ? movesFor(moves, next) : [];
      if (left.length === 1) play(left[0]);
      else setSelection(next ?? NOTHING);
    },
  });

  const playing = {
    id,
    moves,
    selection,
    targets: targets(moves, selection),
    touchCard: touch,
    touchZone: (/** @type {string} */ zone) => isTouched(touchZone(moves, selection, zone), select),
    touchSeat: (/** @type {number} */ seat) => isTouched(touchSeat(moves, selection, seat), select),
    enter: (/** @type {Picked} */ card) => {
      const left = movesFor(moves, { ...NOTHING, cards: [card] });
      if (left.length === 1) return play(left[0]);
      touch(card);
      if (left.length > 1) focusFirstMove(root.current);
    },
    cancel,
  };
  const left = movesFor(moves, selection);
  const only = left.length === 1 ? left[0] : null;
  useEffect(() => consider(only), [only]);
  const loose = moves.length > FEW ? looseMoves(moves, handKey(snapshot)) : moves;
  const offered = isEmpty(selection) ? loose : left;
  const tray =
    session.viewerSeat !== null &&
    html`<${Tray}
    language=${language}
    prompt=${promptOf(moves, selection, left, language)}
    moves=${offered}
    all=${moves}
    busy=${busy}
    chosen=${!isEmpty(selection)}
    notice=${notice}
    effect=${effect}
    play=${play}
    consider=${consider}
    cancel=${cancel}
    onRule=${(/** @type {string} */ number) => onRule?.({ number })}
  />`;
  return html`<div
    class="croupier-board"
    part="board"
    ref=${root}
    data-version=${session.version}
    data-connection=${snapshot.connection}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && cancel()}
  >
    <${Status} snapshot=${snapshot} language=${language} names=${nameOf} />
    ${
      session.view
        ? html`<${BoardView}
          view=${session.view}
          game=${game}
          language=${language}
          names=${nameOf}
          seatCount=${session.seats.length}
          seats=${session.seats}
          playing=${playing}
          tray=${html`${tray} <${Log} language=${language} lines=${lines} />`}
        />`
        : html`<div class="croupier-view croupier-undealt">${text(language, "waiting")}</div>`
    }
    ${outOfTurn.length > 0 && html`<${Slam} ...${{ language, moves: outOfTurn, latency, busy, play }} />`}
  </div>`;
}

/**
 * Return what makes a move, and what is to be told about it.
 *
 * @param {Table} table
 * @param {string} cursor
 * @param {string} language
 * @param {((outcome: MoveOutcome) => void) | undefined} onOutcome
 */
function useMoves(table, cursor, language, onOutcome) {
  const [notice, setNotice] = useState(/** @type {Notice | null} */ (null));
  const [isEarly, setEarly] = useState(false);
  const [latency, setLatency] = useState(/** @type {number | null} */ (null));
  useEffect(() => setNotice(null), [cursor]);
  const waitFor = (/** @type {number} */ millis) => {
    setEarly(true);
    setTimeout(() => {
      setEarly(false);
      setNotice(null);
    }, millis);
  };
  const make = async (/** @type {Move} */ move) => {
    const sent = performance.now();
    setNotice(null);
    try {
      const outcome = await table.move(move);
      setLatency(Math.round(performance.now() - sent));
      setNotice(noticeOf(outcome, language));
      if (outcome.kind === "tooEarly") waitFor(outcome.retryAfterMillis);
      onOutcome?.(outcome);
    } catch (error) {
      const reason = error instanceof Error ? error.message : `${error}`;
      setNotice({ message: text(language, "fault", { reason }), rule: null });
    }
  };
  return { make, notice, setNotice, isEarly, latency };
}

/**
 * @param {import("../contract.js").Session} session
 * @param {number} seat
 * @param {string} language
 */
const nameAt = ({ seats }, seat, language) => seats[seat]?.name ?? text(language, "seat", { number: seat + 1 });

/**
 * Whoever asks by keyboard how a card is played goes on among the answers.
 *
 * @param {HTMLElement | null} board
 */
function focusFirstMove(board) {
  requestAnimationFrame(() =>
    /** @type {HTMLElement | null} */ (board?.querySelector("[data-tray] [data-move]"))?.focus(),
  );
}

/**
 * A move's button goes with the move: the focus goes to the hand, else to the tray, and is not lost.
 *
 * @param {HTMLElement | null} board
 */
function keepFocus(board) {
  const focused = /** @type {Document | ShadowRoot | undefined} */ (board?.getRootNode())?.activeElement;
  if (!board?.contains(focused ?? null) || !focused?.hasAttribute("data-move")) return;
  const next = /** @type {HTMLElement | null} */ (
    board.querySelector("[role=listbox]") ?? board.querySelector("[data-tray]")
  );
  next?.focus({ preventScroll: true });
}

/**
 * Return the selection after a card was let go over a zone, else over a seat; null: nothing was meant.
 *
 * @param {readonly Move[]} moves
 * @param {Selection} lifted
 * @param {string | null} zone
 * @param {number | null} seat
 */
function dropped(moves, lifted, zone, seat) {
  const onZone = zone === null || zone === lifted.cards[0].zone ? null : touchZone(moves, lifted, zone);
  if (onZone?.cards.length) return onZone;
  const onSeat = seat === null ? null : touchSeat(moves, lifted, seat);
  return onSeat?.cards.length ? onSeat : null;
}

/** @type {readonly Move[]} */
const NO_MOVES = [];

/**
 * @param {Selection | null} next
 * @param {(next: Selection) => void} select
 */
const isTouched = (next, select) => next !== null && select(next);

/** @param {Snapshot} snapshot */
const handKey = ({ session: { view, viewerSeat } }) =>
  view?.zones.find(({ kind, owner }) => kind === "hand" && owner === viewerSeat && owner !== null)?.key ?? null;

/**
 * Return how a table stands, and pass on each frame once; `onRedraw` is called before the board changes.
 *
 * @param {Table} table
 * @param {() => void} onRedraw
 * @param {(frame: import("../contract.js").SessionFrame) => void} onFrame
 */
function useSnapshot(table, onRedraw, onFrame) {
  const [snapshot, setSnapshot] = useState(table.getSnapshot());
  const last = useRef(snapshot);
  const told = useRef({ onRedraw, onFrame });
  told.current = { onRedraw, onFrame };
  useEffect(
    () =>
      table.subscribe((next) => {
        if (next.session !== last.current.session) told.current.onRedraw();
        if (next.frame && next.frame !== last.current.frame && !next.frame.resync) told.current.onFrame(next.frame);
        last.current = next;
        setSnapshot(next);
      }),
    [table],
  );
  return snapshot;
}

/**
 * Let cards be dragged as soon as what that takes is loaded: the table is drawn without it.
 *
 * @param {import("./preact.js").Ref<HTMLElement | null>} board
 * @param {import("./touch.js").Dragging} dragging
 */
function useDrag(board, dragging) {
  const told = useRef(dragging);
  told.current = dragging;
  useEffect(() => {
    const ended = new AbortController();
    // Without it, cards are still played by touching them.
    import("./touch.js").then(
      ({ letDrag }) => {
        if (board.current && !ended.signal.aborted) letDrag(board.current, told, ended.signal);
      },
      () => null,
    );
    return () => ended.abort();
  }, []);
}

/**
 * Return the selection, which lasts while its cards lie where they lay and a move is left for it.
 *
 * @param {Snapshot} snapshot
 * @returns {[Selection, (next: Selection) => void]}
 */
function useSelection({ session, decision }) {
  const [selection, setSelection] = useState(NOTHING);
  const lies = selection.cards.every(({ zone, index, code }) => {
    const found = session.view?.zones.find(({ key }) => key === zone);
    return found?.cards[index]?.code === code;
  });
  const holds = isEmpty(selection) || (lies && movesFor(decision?.moves ?? NO_MOVES, selection).length > 0);
  return [holds ? selection : NOTHING, setSelection];
}

/**
 * @param {MoveOutcome} outcome
 * @param {string} language
 * @returns {Notice | null}
 */
function noticeOf(outcome, language) {
  if (outcome.kind === "illegal") return { message: outcome.message, rule: outcome.rule?.number ?? null };
  if (outcome.kind === "stale") return { message: text(language, "stale"), rule: null };
  if (outcome.kind === "tooEarly") return { message: text(language, "tooEarly"), rule: null };
  if (outcome.kind === "over") return { message: outcome.message, rule: null };
  return null;
}

/**
 * @param {readonly Move[]} moves
 * @param {Selection} selection
 * @param {readonly Move[]} left
 * @param {string} language
 */
function promptOf(moves, selection, left, language) {
  if (moves.length === 0) return text(language, "noMove");
  if (isEmpty(selection)) return text(language, wantedOf(moves));
  return text(language, left.length === 1 ? "confirm" : "chooseTarget");
}

/** @param {readonly Move[]} moves */
function wantedOf(moves) {
  if (moves.every(({ cards }) => cards.length > 0)) return "chooseCard";
  return moves.some(({ cards }) => cards.length > 0) ? "choose" : "chooseMove";
}

/** @param {{ snapshot: Snapshot, language: string, names: (seat: number) => string }} props */
function Status({ snapshot: { session, decision, connection }, language, names }) {
  const { view } = session;
  const millis = useTimeLeft(decision?.deadline);
  const { reactionMillis, moveSeconds } = session.settings;
  const reaction = useTimeLeft(decision?.notBefore, reactionMillis ?? 0);
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
function statusOf({ view }, decision, language, names) {
  if (!view) return text(language, "waiting");
  if (view.result) {
    const winners = joinNames(language, view.result.winners.map(names));
    const won = view.result.winners.length > 1 ? "share" : "wins";
    return `${text(language, "over")}: ${text(language, won, { names: winners })}`;
  }
  if (decision?.asked) return text(language, "yourTurn");
  if (view.turn.length === 0) return text(language, "over");
  return text(language, "turnOf", { names: joinNames(language, view.turn.map(names)) });
}
