// Draw a table and let its viewer play any game, from the generic view and the legal moves alone.

import { Announcer, questionOf, useAnnouncer } from "./assistive/announcer.js";
import { useListKey, useSlamKey } from "./assistive/keys.js";
import { useChoosing } from "./choosing.js";
import { useEffects } from "./effects.js";
import { useHappened, useLookingBack } from "./happening.js";
import { useLater } from "./later.js";
import { isWorthOpening } from "./layout.js";
import { useMaking } from "./making.js";
import { useMotion } from "./motion.js";
import { Tray } from "./moves.js";
import { holderName } from "./names.js";
import { usePointedCard } from "./pointed.js";
import { html, useEffect, useRef, useState } from "./preact.js";
import { Slam } from "./race.js";
import { isEmpty } from "./selection.js";
import { clockOf, Status } from "./status.js";
import { text } from "./texts.js";
import { BoardView } from "./view.js";

/**
 * @typedef {import("../table.js").Table} Table
 * @typedef {import("../outcomes.js").MoveOutcome} MoveOutcome
 * @typedef {import("../contract.js").Move} Move
 *
 * @typedef {object} BoardProps
 * @property {Table} table The kit's table; it is watched while the board is shown.
 * @property {import("./layout.js").GameData} game
 * @property {string} language
 * @property {(seat: number) => string} [names]
 * @property {() => number} [now] The service's time in milliseconds; by default that of the local clock.
 * @property {(rule: { number: string, text?: string }) => void} [onRule] Called with a rule whose number was touched.
 * @property {(outcome: MoveOutcome) => void} [onOutcome] Called with the outcome of a move.
 */

let tables = 0;
/** The running number of each table that was shown. @type {WeakMap<Table, number>} */
const shown = new WeakMap();

/**
 * Draw a table and let its viewer play. For another table, everything is drawn from scratch: it may belong to another
 * seat, which must not see what this one received.
 *
 * @param {BoardProps} props
 */
export function Board(props) {
  if (!shown.has(props.table)) shown.set(props.table, ++tables);
  return html`<${TableBoard} key=${shown.get(props.table)} ...${props} />`;
}

/** @param {BoardProps} props */
function TableBoard({ table, game, language, names, now, onRule, onOutcome }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const { past, isBack, show, leave } = useLookingBack(root);
  const motion = useMotion(root, table.session);
  const heard = useRef(/** @type {(frame: import("../contract.js").SessionFrame) => void} */ (() => {}));
  const snapshot = useSnapshot(table, motion.measure, (frame) => {
    heard.current(frame);
    if (!isBack.current) motion.show(frame);
  });
  const { session } = snapshot;
  const Happened = useHappened(root, snapshot);
  const over = useLater(root, () => import("./over/over.js"));
  const { foretold, consider, considered, tell, Consequences } = useEffects(root);
  const [listed, list] = useState(/** @type {readonly Move[] | null} */ (null));
  const making = useMaking(table, snapshot, language, onOutcome);
  const [opened, setOpened] = useState(/** @type {string | null} */ (null));
  const zoneAt = (/** @type {string | null} */ key) => session.view?.zones.find((zone) => zone.key === key);
  const open = (/** @type {string} */ key) => {
    const isWorth = isWorthOpening(zoneAt(key));
    setOpened(isWorth ? key : null);
    return isWorth;
  };
  const choosing = useChoosing(table, snapshot, making, root, { list, open });
  const { moves, play } = choosing;
  const outOfTurn = past ? [] : choosing.outOfTurn;
  const { notice, busy } = making;
  const pointed = usePointedCard(root);
  useEffect(() => list(null), [session.cursor]);
  // When the table ends, close whatever was open, so that the end can be seen.
  useEffect(() => setOpened(null), [session.status]);
  useSlamKey(root, outOfTurn, play);
  useListKey(root, !past && outOfTurn.length === 0 && moves.length > 0, () => list(moves));
  const canDrag = past ? () => false : choosing.canLift;
  motion.dragging.current = { game, canDrag, start: choosing.lift, drop: choosing.drop };
  const nameOf = names ?? ((/** @type {number} */ seat) => nameAt(session, seat, language));
  const shown = past?.frame.session ?? session;
  const seated = { names: nameOf, seats: shown.seats };
  const [message, announce, say] = useAnnouncer(...questionOf(snapshot, language, nameOf));
  heard.current = announce;
  const given = { language, game, choosing, busy, consider };
  const playing = { ...choosing, foretold: foretold.all };
  const told = notice?.at ? notice : null;
  const looked = isEmpty(choosing.selection) ? pointed : null;
  const fly = (/** @type {import("../contract.js").SessionFrame} */ frame) => {
    motion.measure();
    motion.show(frame);
  };
  const lying = {
    ...{ root, game, language, onRule },
    at: told?.at ?? looked,
    notice: told,
    listed: { ...given, moves: listed, effect: foretold.line, close: () => list(null) },
    zone: zoneAt(opened),
    close: () => setOpened(null),
  };
  const looking = { table, language, past, show, leave, say, fly };
  const bar = html`<div class="croupier-bar">
    <${Status} ...${{ snapshot, language, now, choosing, notice, onRule }} names=${nameOf} effect=${foretold.line} />
    ${session.viewerSeat !== null && html`<${Tray} ...${{ ...given, list }} />`}
  </div>`;
  return html`<div
    class="croupier-board"
    part="board"
    ref=${root}
    data-version=${session.version}
    data-connection=${snapshot.connection}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && (past ? leave() : choosing.cancel())}
  >
    ${
      shown.view
        ? html`<${BoardView}
          ...${{ ...seated, game, language }}
          clock=${clockOf(session, past ? null : session.deadline, now)}
          view=${shown.view}
          outcome=${shown.outcome}
          seatCount=${session.seats.length}
          playing=${past ? null : playing}
          bar=${past ? html`<${past.Bar} ...${{ ...looking, snapshot }} />` : bar}
          log=${Happened && html`<${Happened} ...${{ ...looking, root }} />`}
        />`
        : html`<div class="croupier-undealt">${text(language, session.status === "OPEN" ? "waiting" : "over")}</div>`
    }
    ${outOfTurn.length > 0 && html`<${Slam} ...${{ language, moves: outOfTurn, making, play }} />`}
    ${over && html`<${over.Over} ...${lying} />`}
    ${
      Consequences &&
      html`<${Consequences} ...${{ root, table, snapshot, choosing, considered, language, tell }} names=${nameOf} />`
    }
    <${Announcer} message=${message} />
  </div>`;
}

/**
 * @param {import("../contract.js").Session} session
 * @param {number} seat
 * @param {string} language
 */
const nameAt = ({ seats }, seat, language) => holderName(seats, seat) ?? text(language, "seat", { number: seat + 1 });

/**
 * Return the state of a table, and pass on each frame once. `onRedraw` is called before the board changes.
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
