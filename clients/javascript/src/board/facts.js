// The facts of a table: the direction of play, the current rules, and a list of all facts.

import { factValue, isTelling, sortFacts, zonesNamed } from "./layout.js";
import { html } from "./preact.js";
import { ASKED, DIRECTION } from "./roles.js";
import { text } from "./texts.js";

/**
 * @typedef {import("../contract.js").Fact} Fact
 * @typedef {import("./zone.js").Drawn} Drawn
 */

/**
 * Draw the direction of play as arrows around the zones of the table.
 *
 * @param {Drawn} drawn
 */
export function Direction({ view, game, names }) {
  const fact = view.facts.find(({ name }) => name === DIRECTION);
  if (!fact) return null;
  const description = `${fact.label}: ${factValue(fact, game.vocabulary, names)}`;
  return html`<div
    class="croupier-direction"
    part="direction"
    data-value=${fact.value}
    role="img"
    aria-label=${description}
    title=${description}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ARROW} /></svg>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ARROW} /></svg>
  </div>`;
}

const ARROW = "M3 5l12 7-12 7zM12 5l12 7-12 7z";

/**
 * Draw the current rules that belong to no zone, such as the one for the last round.
 *
 * @param {Drawn} drawn
 */
export function Notes({ view, game, names }) {
  const isOfZone = (/** @type {Fact} */ fact) => fact.zone !== null || zonesNamed(fact, view.zones).length > 0;
  const isDrawnElsewhere = (/** @type {Fact} */ fact) => [DIRECTION, ASKED].includes(fact.name) || isOfZone(fact);
  const rules = view.facts.filter((fact) => fact.weight === "RULE" && isTelling(fact));
  const facts = rules.filter((fact) => !isDrawnElsewhere(fact));
  return html`<div key=${facts.map(({ name }) => name).join()} class="croupier-notes" aria-hidden="true">
    ${facts.map((fact) => html`<b key=${fact.name}>${fact.label}: ${factValue(fact, game.vocabulary, names)}</b>`)}
  </div>`;
}

/**
 * Draw all facts for players as a list that opens.
 *
 * @param {Drawn} drawn
 */
export function Facts({ view, game, language, names }) {
  const label = text(language, "facts");
  return html`<details class="croupier-facts" part="facts">
    <summary aria-label=${label} title=${label}>i</summary>
    <dl tabindex="0" aria-label=${label}>
      ${sortFacts(view.facts).map((fact) => {
        const words = factValue(fact, game.vocabulary, names);
        return html`<div key=${fact.name} class="croupier-fact" part="fact">
          <dt>${fact.label}</dt>
          <dd>${words ?? "–"}</dd>
        </div>`;
      })}
    </dl>
  </details>`;
}
