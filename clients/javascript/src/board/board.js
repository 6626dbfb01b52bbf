// A table that is drawn and played at: for any game, from the generic view and the legal moves alone.

import { useChoosing } from "./choosing.js";
import { Log, useLines } from "./log.js";
import { useMaking } from "./making.js";
import { useMotion } from "./motion.js";
import { Tray } from "./moves.js";
import { holderName } from "./names.js";
import { html, useEffect, useRef, useState } from "./preact.js";
import { Slam, useSlamKey } from "./race.js";
import { Status } from "./status.js";
import { text } from "./texts.js";
import { BoardView } from "./view.js";

/**
 * @typedef {import("../table.js").Table} Table
 * @typedef {import("../outcomes.js").MoveOutcome} MoveOutcome
 *
 * @typedef {object} BoardProps
 * @property {Table} table The kit's table; it is watched while the board is shown.
 * @property {import("./layout.js").GameData} game
 * @property {string} language
 * @property {(seat: number) => string} [names]
 * @property {() => number} [now] The service's time in milliseconds, where it is known better than by the clock here.
 * @property {(rule: { number: string, text?: string }) => void} [onRule] Is told of a rule whose number was touched.
 * @property {(outcome: MoveOutcome) => void} [onOutcome] Is told what became of a move.
 */

let tables = 0;
/** Which table was shown the how-manieth. @type {WeakMap<Table, number>} */
const shown = new WeakMap();

/**
 * Draw a table and let its viewer play. Another table is drawn from nothing: it may be that of another seat, which is
 * not to see what this one was told.
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
  const [lines, addLines] = useLines();
  const motion = useMotion(root, table.session);
  const snapshot = useSnapshot(table, motion.measure, (frame) => {
    addLines(frame);
    motion.show(frame);
  });
  const making = useMaking(table, snapshot, language, onOutcome);
  const choosing = useChoosing(table, snapshot, making, root);
  const { outOfTurn, play } = choosing;
  useSlamKey(root, outOfTurn, play);
  motion.dragging.current = { game, canDrag: choosing.canLift, start: choosing.lift, drop: choosing.drop };
  const { session } = snapshot;
  const seated = { names: names ?? ((/** @type {number} */ seat) => nameAt(session, seat, language)), seats: session.seats };
  const mine = session.viewerSeat !== null && html`<${Tray} ...${{ table, language, choosing, making, onRule }} />`;
  return html`<div
    class="croupier-board"
    part="board"
    ref=${root}
    data-version=${session.version}
    data-connection=${snapshot.connection}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && choosing.cancel()}
  >
    <${Status} ...${{ snapshot, language, now }} names=${seated.names} />
    ${
      session.view
        ? html`<${BoardView}
          ...${{ ...seated, game, language }}
          view=${session.view}
          seatCount=${session.seats.length}
          playing=${choosing}
          tray=${html`${mine} <${Log} language=${language} lines=${lines} />`}
        />`
        : html`<div class="croupier-view croupier-undealt">${text(language, session.status === "OPEN" ? "waiting" : "over")}</div>`
    }
    ${outOfTurn.length > 0 && html`<${Slam} ...${{ language, moves: outOfTurn, making, play }} />`}
  </div>`;
}

/**
 * @param {import("../contract.js").Session} session
 * @param {number} seat
 * @param {string} language
 */
const nameAt = ({ seats }, seat, language) => holderName(seats, seat) ?? text(language, "seat", { number: seat + 1 });

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
