// What stands behind a step: its events, facts, data and request, the checks of the table, and the bots.

import { useModule } from "../../app/context.js";
import { html, useRef, useState } from "../../kit/board/preact.js";
import { usePosition } from "../time.js";
import { CopyButton } from "./copying.js";

/**
 * @typedef {import("../viewer.js").Shown} Shown
 * @typedef {{ shown: Shown, viewer: number | null, position: import("../history/replay.js").Position | null }} Part
 */

/**
 * @typedef {(part: Part) => any} Draw
 *
 * @typedef {object} Tab
 * @property {"events" | "facts" | "json" | "request" | "checks" | "bots"} key
 * @property {() => Promise<Draw>} load Those that are rarely looked at are loaded then.
 */

/** @type {Tab[]} */
const TABS = [
  { key: "events", load: async () => Events },
  { key: "facts", load: async () => Facts },
  { key: "json", load: async () => Json },
  { key: "request", load: async () => (await import("./request_panel.js")).Requests },
  { key: "checks", load: async () => (await import("./verify.js")).Checks },
  { key: "bots", load: async () => (await import("./bots.js")).Bots },
];

/** @param {{ shown: Shown, viewer: number | null }} given */
export function Details({ shown, viewer }) {
  const { say, opened, time } = shown;
  const [open, setOpen] = useState(0);
  const tabs = useRef(/** @type {HTMLElement | null} */ (null));
  const { position, isStale } = usePosition(opened.history, time.step, viewer);
  const { key, load } = TABS[open];
  const { module: draw, error, retry } = useModule(load);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const next = { ArrowLeft: open - 1, ArrowRight: open + 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const place = (next + TABS.length) % TABS.length;
    setOpen(place);
    /** @type {HTMLElement | undefined} */ (tabs.current?.children[place])?.focus();
  };
  return html`<section class="details panel" aria-label=${say("details")}>
    <div class="tabs" role="tablist" ref=${tabs} onKeyDown=${onKeyDown}>
      ${TABS.map(
        (tab, index) => html`<button
          key=${tab.key}
          id=${`tab-${tab.key}`}
          role="tab"
          aria-selected=${index === open}
          aria-controls="tab-panel"
          tabindex=${index === open ? 0 : -1}
          onClick=${() => setOpen(index)}
        >
          ${say(tab.key)}
        </button>`,
      )}
    </div>
    <div
      class=${`tab-panel${isStale ? " stale" : ""}`}
      id="tab-panel"
      role="tabpanel"
      tabindex="0"
      aria-labelledby=${`tab-${key}`}
    >
      ${error &&
      html`<p class="trouble" role="alert">
        ${say("failed")} <button class="button" onClick=${retry}>${say("retry")}</button>
      </p>`}
      ${draw && html`<${draw} key=${key} shown=${shown} viewer=${viewer} position=${position} />`}
    </div>
  </section>`;
}

/** @param {Part} part */
function Events({ shown: { say, names, onRule, time, steps }, viewer, position }) {
  const events = position?.events ?? [];
  return html`<h3>${say("eventsAs", { name: names(viewer) })}</h3>
    ${events.length === 0 && html`<p class="hint">${time.step === 0 ? steps[0].label : say("eventsNone")}</p>`}
    <ol class="events">
      ${events.map(
        ({ sequence, sentence, rule }) => html`<li key=${sequence}>
          ${sentence} ${rule && isTelling(rule) && html`<${RuleLink} ...${{ rule, say, onRule }} />`}
        </li>`,
      )}
    </ol>`;
}

/** @param {{ rule: string, say: import("../texts.js").Say, onRule: (rule: string) => void }} given */
const RuleLink = ({ rule, say, onRule }) =>
  html`<button class="link" onClick=${() => onRule(rule)}>${say("rule", { number: rule })}</button>`;

/**
 * Tell whether a rule says anything of the step: those of all games do not.
 *
 * @param {string} rule
 */
const isTelling = (rule) => !rule.startsWith("engine ");

/** @param {Part} part */
function Facts({ shown: { say, names }, viewer, position }) {
  if (!position) return null;
  const { facts, scores, turn, legalMoves } = position.view;
  return html`<table>
      <tbody>
        <tr><th scope="row">${say("turn")}</th><td>${turn.map(names).join(", ") || say("nobody")}</td></tr>
        ${facts.map(
          ({ name, label, value }) => html`<tr key=${name}>
            <th scope="row">${label} <code>${name}</code></th>
            <td>${value}</td>
          </tr>`,
        )}
        ${scores.map(
          ({ seat, points }) => html`<tr key=${seat}>
            <th scope="row">${say("points")}: ${names(seat)}</th>
            <td>${points ?? say("unknown")}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${viewer !== null &&
    html`<h3>${say("legalMoves", { name: names(viewer) })}</h3>
      ${legalMoves.length === 0 && html`<p class="hint">${say("legalNone")}</p>`}
      <ul class="legal">
        ${legalMoves.map(({ notation, label }) => html`<li key=${notation}>${label} <code>${notation}</code></li>`)}
      </ul>`}`;
}

/** @param {Part} part */
function Json({ shown: { say, names }, viewer, position }) {
  if (!position) return null;
  const text = JSON.stringify(position.view, null, 2);
  return html`<div class="with-copy">
      <h3>${say("jsonAs", { name: names(viewer) })}</h3>
      <${CopyButton} say=${say} text=${text} />
    </div>
    <pre tabindex="0">${text}</pre>`;
}
