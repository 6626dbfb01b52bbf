// A table in time: what happened, and how each seat saw it.

import { useApp, useMedia, useModule } from "../app/context.js";
import { Fault } from "../app/faults.js";
import { feltOf } from "../app/introduction.js";
import { BoardView } from "../kit/board/view.js";
import { holderName } from "../kit/board/names.js";
import { html, useMemo, useState } from "../kit/board/preact.js";
import { Broken } from "./broken.js";
import { Details } from "./details/details.js";
import { MoveList } from "./move_list.js";
import { BrokenRecord } from "./history/replay.js";
import { Timeline } from "./timeline.js";
import { useHistory, usePosition, useTime } from "./time.js";
import { adoptStyle } from "../app/styles.js";
import boardStyle from "../kit/board/board.css";

adoptStyle(boardStyle);

/**
 * @typedef {import("./texts.js").Say} Say
 * @typedef {import("./history/opening.js").Opened} Opened
 *
 * @typedef {object} Shown What all parts of the explorer show, and from where.
 * @property {Opened} opened
 * @property {Say} say
 * @property {(viewer: number | null) => string} names
 * @property {ReturnType<typeof useTime>} time
 * @property {import("./history/replay.js").Step[]} steps
 * @property {import("./history/replay.js").Progress} progress
 * @property {(rule: string) => void} onRule
 */

/** Tables of more seats are shown side by side only when that is asked for. */
const MOST_AT_FIRST = 4;

/** @param {{ opened: Opened, say: Say, close: () => void }} given */
export function Viewer({ opened, say, close }) {
  const { history } = opened;
  const { language } = useApp().preferences;
  const { steps, progress } = useHistory(history);
  const time = useTime(steps.length, progress);
  const names = useMemo(() => namesOf(opened, say), [opened, say]);
  const [rule, setRule] = useState(/** @type {string | null} */ (null));
  // A phone has room for one view, and each view is a request.
  const isNarrow = useMedia("(max-width: 48rem)");
  const isSmall = opened.record !== null && !isNarrow && history.seats <= MOST_AT_FIRST;
  const together = isSmall ? undefined : history.viewers[0];
  const [viewer, setViewer] = useState(/** @type {number | null | undefined} */ (together));
  /** @type {Shown} */
  const shown = { opened, say, names, time, steps, progress, onRule: setRule };
  const viewers = viewer === undefined ? history.viewers : [viewer];
  return html`<${Head} shown=${shown} close=${close} />
    <${Trouble} shown=${shown} />
    ${steps.length === 0
      ? html`<p class="empty" role="status">${say(progress.isLive ? "notDealt" : "noPast")}</p>`
      : html`<${Timeline} shown=${shown} />
          <div class="table-in-time">
            <${MoveList} shown=${shown} />
            <div class="boards-and-viewers">
              <${Viewers} shown=${shown} viewer=${viewer} setViewer=${setViewer} />
              <${Boards} shown=${shown} viewers=${viewers} setViewer=${setViewer} />
            </div>
            ${rule !== null
              ? html`<${Rule} ...${{ game: opened.game.id, rule, language }} onClose=${() => setRule(null)} />`
              : html`<${Details} shown=${shown} viewer=${viewers[0]} />`}
          </div>`}`;
}

const loadPanel = async () => (await import("../rules/panel.js")).RulePanel;

/** @param {{ game: string, rule: string, language: string, onClose: () => void }} given */
function Rule(given) {
  const { module } = useModule(loadPanel);
  return module && html`<${module} ...${given} />`;
}

/** @param {{ shown: Shown, close: () => void }} given */
function Head({ shown: { opened, say, steps, progress }, close }) {
  const { game, record, table, history } = opened;
  const moves = Math.max(0, ...steps.map(({ ply }) => ply));
  const summary = say("summary", { game: game.title, seats: history.seats, moves });
  return html`<header class="explorer-head">
    <h1>${summary}${progress.isLive && html` <small class="live">${say("live")}</small>`}</h1>
    <div class="ways">
      ${table && html`<a class="button quiet" href=${`/play#s=${table.id}`}>${say("goToTable")}</a>`}
      ${record && html`<button class="button quiet" onClick=${() => save(record)}>${say("download")}</button>`}
      <button class="button" onClick=${close}>${say("openAnother")}</button>
    </div>
  </header>`;
}

/** @param {{ shown: Shown }} given */
function Trouble({ shown: { opened, say, progress, onRule } }) {
  const { error } = progress;
  if (!error) return null;
  const isBroken = error instanceof BrokenRecord;
  const told = isBroken ? html`<${Broken} error=${error} say=${say} />` : html`<${Fault} error=${error} />`;
  const rule = isBroken ? error.rule : null;
  return html`<p class="trouble banner-line" role="alert">
    ${told}
    ${rule &&
    html` <button class="link" onClick=${() => onRule(`${rule}`)}>${say("rule", { number: rule })}</button>`}
    ${!isBroken && html` <button class="button" onClick=${() => opened.history.play()}>${say("retry")}</button>`}
  </p>`;
}

/**
 * @typedef {number | null | undefined} Choice Null: a spectator; undefined: all viewers, side by side.
 *
 * @param {{ shown: Shown, viewer: Choice, setViewer: (viewer: Choice) => void }} given
 */
function Viewers({ shown: { opened, say, names }, viewer, setViewer }) {
  const { viewers } = opened.history;
  /** @type {Choice[]} */
  const choices = viewers.length > 1 ? [undefined, ...viewers] : viewers;
  return html`<div class="viewers" role="group" aria-label=${say("viewers")}>
    ${choices.map((choice) => {
      const show = () => setViewer(choice);
      return html`<button class="chip" key=${`${choice}`} aria-pressed=${viewer === choice} onClick=${show}>
        ${choice === undefined ? say("sideBySide") : names(choice)}
      </button>`;
    })}
  </div>`;
}

/** @param {{ shown: Shown, viewers: (number | null)[], setViewer: (viewer: number | null) => void }} given */
function Boards({ shown, viewers, setViewer }) {
  const { say } = shown;
  const isOne = viewers.length === 1;
  return html`<div class=${`boards${isOne ? "" : " many"}`} role="group" aria-label=${say("boards")}>
    ${viewers.map((viewer) => html`<${OneBoard} key=${`${viewer}`} ...${{ shown, viewer, isOne, setViewer }} />`)}
  </div>`;
}

/**
 * @param {object} given
 * @param {Shown} given.shown
 * @param {number | null} given.viewer
 * @param {boolean} given.isOne
 * @param {(viewer: number | null) => void} given.setViewer
 */
function OneBoard({ shown: { opened, say, names, time }, viewer, isOne, setViewer }) {
  const { language } = useApp().preferences;
  const { position, isStale } = usePosition(opened.history, time.step, viewer);
  const name = names(viewer);
  const lookAlone = () => setViewer(viewer);
  const seats = opened.table?.session.seats ?? [];
  const board = { game: opened.game, language, names, seats, seatCount: opened.history.seats };
  return html`<div
    class=${`one-board felt${isStale ? " stale" : ""}`}
    style=${feltOf(opened.game.id)}
    role="group"
    aria-label=${say("seenBy", { name })}
    aria-busy=${isStale}
  >
    ${!isOne &&
    html`<h2>
      <button class="link" title=${say("lookOnly", { name })} onClick=${lookAlone}>${name}</button>
    </h2>`}
    ${position && html`<${BoardView} view=${position.view} ...${board} />`}
  </div>`;
}

/**
 * Return how viewers are called: by their names where the session knows them, else by their number.
 *
 * @param {Opened} opened
 * @param {Say} say
 */
function namesOf({ table }, say) {
  const seats = table?.session.seats ?? [];
  return (/** @type {number | null} */ viewer) =>
    viewer === null ? say("spectator") : (holderName(seats, viewer) ?? say("seat", { number: viewer + 1 }));
}

/** @param {import("./history/record.js").TableRecord} record */
function save(record) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  link.download = `${record.game}-${record.seed.slice(0, 8)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
