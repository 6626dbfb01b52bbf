// What has happened since the viewer's last move: marked where it happened, and told in one line until the viewer acts.
// Loaded when something happens, or a moment after the table was drawn.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../preact.js";
import { useFrames } from "./frames.js";
import { Log } from "./log.js";
import { adoptMarks, mark } from "./marks.js";
import { sinceLastMove, stepsOf } from "./steps.js";
import { word } from "./words.js";

/**
 * @typedef {import("../../table.js").Table} Table
 * @typedef {import("../preact.js").Ref<HTMLElement | null>} Root
 * @typedef {import("./steps.js").Step} Step
 * @typedef {import("./steps.js").Told} Told
 *
 * @typedef {object} Past The version of the past that is shown instead of the present.
 * @property {Told} frame
 * @property {typeof import("./looking_back.js").LookingBack} Bar What leads through the past.
 *
 * @typedef {object} HappenedProps
 * @property {Root} root
 * @property {Table} table
 * @property {string} language
 * @property {Past | null} past
 * @property {(past: Past | null) => void} show
 * @property {(words: string) => void} say Reads words out.
 */

/** A player's last move was at most so many versions ago for each seat, or it does not matter any more. */
const VERSIONS_A_SEAT = 6;
const NEXT_KEY = ".";
const PREVIOUS_KEY = ",";

/** @param {HappenedProps} props */
export function Happened({ root, table, language, past, show, say }) {
  const frames = useLatestFrames(table);
  const steps = stepsOf(past ? [past.frame] : sinceLastMove(frames, table.seat));
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  // Keys may come faster than drawings.
  const latest = useRef(at);
  const choose = (/** @type {number | null} */ next) => setAt((latest.current = next));
  useEffect(() => choose(null), [steps[0]?.id, past === null]);
  const chosen = at === null ? undefined : steps[at];
  useMarks(root, steps, chosen, (past?.frame.session ?? table.session).view);
  /** Go to another step. After the last one, all are shown together. @param {number} by */
  const go = (by) => {
    const beforeFirst = by > 0 ? -1 : steps.length;
    const next = (latest.current ?? beforeFirst) + by;
    choose(steps[next] ? next : null);
    if (steps[next]) say(tellStep(steps, next, language));
  };
  useStepKeys(root, steps.length > 0, go);
  const open = async () => {
    const { LookingBack } = await import("./looking_back.js");
    show({ frame: frames[frames.length - 1], Bar: LookingBack });
  };
  const words = at !== null && chosen ? tellStep(steps, at, language) : null;
  const summary = { steps, table, language, past };
  return html`<div class="croupier-happened" part="happened">
    ${!past && frames.length > 0 && html`<${Opener} ...${{ language, open }} />`}
    ${
      steps.length > 0
        ? html`<button
            type="button"
            class="croupier-caption${words ? " croupier-stepping" : ""}"
            part="caption"
            aria-keyshortcuts="${NEXT_KEY} ${PREVIOUS_KEY}"
            title=${word(language, "nextStep")}
            onClick=${() => go(1)}
          >
            <span key=${words ?? steps[steps.length - 1].id}>${words ?? html`<${Summary} ...${summary} />`}</span>
          </button>`
        : !past && html`<${Log} language=${language} steps=${stepsOf(frames)} />`
    }
  </div>`;
}

/** @param {{ language: string, open: () => void }} props */
function Opener({ language, open }) {
  const title = word(language, "lookBack");
  return html`<button
    type="button"
    class="croupier-look-back"
    part="look-back"
    title=${title}
    aria-label=${title}
    onClick=${open}
  >
    <span aria-hidden="true">↶</span>
  </button>`;
}

/**
 * Draw the number of steps, and the sentences of the seat that acted last, from its first one on.
 *
 * @param {{ steps: readonly Step[], table: Table, language: string, past: Past | null }} props
 */
function Summary({ steps, table, language, past }) {
  const isOfLast = steps.map(({ seat }) => seat === steps[steps.length - 1].seat);
  const sentences = steps.slice(isOfLast.lastIndexOf(false) + 1).map(({ sentence }) => sentence);
  const since = word(language, table.seat === null ? "lastMoves" : "sinceMove");
  const count = html`<b><span class="croupier-since">${since} </span>(${steps.length})</b>`;
  return html`${!past && count} ${sentences.join(" ")}`;
}

/**
 * @param {readonly Step[]} steps
 * @param {number} index
 * @param {string} language
 */
const tellStep = (steps, index, language) =>
  word(language, "stepOf", { step: index + 1, count: steps.length, sentence: steps[index].sentence });

/**
 * Return the last frames that count.
 *
 * @param {Table} table
 */
function useLatestFrames(table) {
  const [after] = useState(() => {
    const { version, seats } = table.session;
    return `${Math.max(1, version - (seats.length + 1) * VERSIONS_A_SEAT)}`;
  });
  return useFrames(table, after).frames;
}

/**
 * Mark all steps on the board, or the chosen one alone.
 *
 * @param {Root} root
 * @param {readonly Step[]} steps
 * @param {Step | undefined} chosen
 * @param {import("../../contract.js").View | null} view
 */
function useMarks(root, steps, chosen, view) {
  // After every drawing, since cards and zones may be new elements.
  useLayoutEffect(() => {
    const board = root.current;
    if (!board || !view) return;
    adoptMarks(board);
    const numbered = steps.map((step, index) => ({ step, number: index + 1 }));
    mark(board, chosen ? numbered.filter(({ step }) => step === chosen) : numbered, view);
  });
}

/**
 * Go from step to step by two keys while the focus is on the board.
 *
 * @param {Root} root
 * @param {boolean} isWanted
 * @param {(by: number) => void} go
 */
function useStepKeys(root, isWanted, go) {
  useEffect(() => {
    const board = root.current;
    if (!board || !isWanted) return undefined;
    const onKey = (/** @type {KeyboardEvent} */ { key, ctrlKey, metaKey, altKey }) => {
      if (ctrlKey || metaKey || altKey) return;
      if (key === NEXT_KEY) go(1);
      if (key === PREVIOUS_KEY) go(-1);
    };
    board.addEventListener("keydown", onKey);
    return () => board.removeEventListener("keydown", onKey);
  });
}
