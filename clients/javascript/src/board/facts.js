// The facts of a table besides the places of its cards: each fact where it belongs, and all of them on demand.

import { factValue, isTelling, sortFacts, zonesNamed } from "./layout.js";
import { html } from "./preact.js";
import { ASKED, DIRECTION } from "./roles.js";
import { text } from "./texts.js";

/** @typedef {import("./zone.js").Drawn} Drawn */

/**
 * Draw the direction of play as arrows around the zones of the table.
 *
 * @param {Drawn} drawn
 */
export function Direction({ view, game, names }) {
  const fact = view.facts.find(({ name }) => name === DIRECTION);
  if (!fact) return null;
  const said = `${fact.label}: ${factValue(fact, game.vocabulary, names)}`;
  return html`<div
    class="croupier-direction"
    part="direction"
    data-value=${fact.value}
    role="img"
    aria-label=${said}
    title=${said}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ARROW} /></svg>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${ARROW} /></svg>
  </div>`;
}

const ARROW = "M3 5l12 7-12 7zM12 5l12 7-12 7z";

/**
 * Draw the rules of the moment that belong to no zone, such as that the last round has begun.
 *
 * @param {Drawn} drawn
 */
export function Notes({ view, game, names }) {
  const isLoose = (/** @type {import("../contract.js").Fact} */ fact) =>
    fact.weight === "RULE" && fact.zone === null && ![DIRECTION, ASKED].includes(fact.name) && isTelling(fact);
  const facts = view.facts.filter((fact) => isLoose(fact) && zonesNamed(fact, view.zones).length === 0);
  return html`<div key=${facts.map(({ name }) => name).join()} class="croupier-notes" aria-hidden="true">
    ${facts.map((fact) => html`<b key=${fact.name}>${fact.label}: ${factValue(fact, game.vocabulary, names)}</b>`)}
  </div>`;
}

/**
 * Draw the facts that players want to see, as a list that opens.
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
