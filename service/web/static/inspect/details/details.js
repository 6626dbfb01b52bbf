// What stands behind a step: its events, facts, data and request, the checks of the table, and the bots.

import { html, useRef, useState } from "../../kit/board/preact.js";
import { Bots } from "./bots.js";
import { Requests } from "./request_panel.js";
import { usePosition } from "../time.js";
import { CopyButton } from "./copying.js";
import { Checks } from "./verify.js";

/**
 * @typedef {import("../viewer.js").Shown} Shown
 * @typedef {{ shown: Shown, viewer: number | null, position: import("../history/replay.js").Position | null }} Part
 */

/** @type {{ key: "events" | "facts" | "json" | "request" | "checks" | "bots", draw: (part: Part) => any }[]} */
const TABS = [
  { key: "events", draw: Events },
  { key: "facts", draw: Facts },
  { key: "json", draw: Json },
  { key: "request", draw: Requests },
  { key: "checks", draw: Checks },
  { key: "bots", draw: Bots },
];

/** @param {{ shown: Shown, viewer: number | null }} given */
export function Details({ shown, viewer }) {
  const { say, opened, time } = shown;
  const [open, setOpen] = useState(0);
  const tabs = useRef(/** @type {HTMLElement | null} */ (null));
  const { position, isStale } = usePosition(opened.history, time.step, viewer);
  const { key, draw } = TABS[open];
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
        (tab, index) => html`<button key=${tab.key} id=${`tab-${tab.key}`} role="tab" aria-selected=${index === open}
          aria-controls="tab-panel" tabindex=${index === open ? 0 : -1} onClick=${() => setOpen(index)}>${say(tab.key)}</button>`,
      )}
    </div>
    <div class=${`tab-panel${isStale ? " stale" : ""}`} id="tab-panel" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${key}`}>
      <${draw} key=${key} shown=${shown} viewer=${viewer} position=${position} />
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
          ${sentence} ${rule && isTelling(rule) && html`<button class="link" onClick=${() => onRule(rule)}>${say("rule", { number: rule })}</button>`}
        </li>`,
      )}
    </ol>`;
}

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
        ${facts.map(({ name, label, value }) => html`<tr key=${name}><th scope="row">${label} <code>${name}</code></th><td>${value}</td></tr>`)}
        ${scores.map(
          ({ seat, points }) => html`<tr key=${seat}><th scope="row">${say("points")}: ${names(seat)}</th><td>${points ?? say("unknown")}</td></tr>`,
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
