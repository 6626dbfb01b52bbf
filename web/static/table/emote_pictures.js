// The pictures of emotes: drawn here, so that they look the same everywhere.

import { html } from "../kit/board/preact.js";

const INK = "#4a3500";

const eyes = html`<circle cx="17" cy="20" r="2.6" fill=${INK} /><circle cx="31" cy="20" r="2.6" fill=${INK} />`;
const closed = html`<path d="M12 21q4-5 8 0M28 21q4-5 8 0" />`;

/** @param {string} d */
const line = (d) => html`<path d=${d} />`;

/**
 * What a round face of 48 units has; the hands of applause have none.
 *
 * @type {Record<string, import("../kit/board/preact.js").Child>}
 */
const FACES = {
  SMILE: html`${closed}${line("M14 28q10 11 20 0")}`,
  LAUGH: html`${closed}<path d="M13 27h22q-1 11-11 11t-11-11z" fill="#fff" /><path
      d="M9 24q-4 5-1 7t4-2zM39 24q4 5 1 7t-4-2z" fill="#4aa8e8" stroke-width="1.5" />`,
  SURPRISE: html`${eyes}${line("M13 13q4-3 7-1M28 12q4-2 7 1")}<ellipse cx="24" cy="33" rx="4.5" ry="6" fill=${INK} />`,
  THINKING: html`${eyes}${line("M12 13q4-2 8 1M28 11q4-2 8 1M18 32q6-3 11 1")}<path
      d="M11 46q-4-8 3-10l8-3q3 1 1 4l-5 2h7q3 1 1 4z" fill="#f2a93b" />`,
  SADNESS: html`${eyes}${line("M12 14q3 0 7-3M36 14q-3 0-7-3M16 35q8-8 16 0")}<path
      d="M33 25q-4 6 0 8t4-2q0-2-4-6z" fill="#4aa8e8" stroke-width="1.5" />`,
};

const HANDS = html`<g fill="#ffd34d"><path
      d="M27 43q-9 1-13-7L8 24q-1-3 2-4 2 0 3 2l3 4-5-12q-1-3 1-4 3-1 4 2l5 10-4-12q0-3 2-4 3 0 4 2l5 13-2-8q0-3 2-3
        3 0 4 3l3 14q1 14-8 16z" /></g>${line("M33 8l2-5M39 12l5-4M41 19l6-1")}`;

/** @param {{ emote: string }} given */
export function Picture({ emote }) {
  const face = FACES[emote];
  return html`<svg viewBox="0 0 48 48" aria-hidden="true" fill="none" stroke=${INK} stroke-width="2.4"
    stroke-linecap="round" stroke-linejoin="round">
    ${face ? html`<circle cx="24" cy="24" r="22" fill="#ffd34d" />${face}` : HANDS}
  </svg>`;
}

/** Tell whether an emote is one of the pictures. @param {string} emote */
export const isPicture = (emote) => emote in FACES || emote === "APPLAUSE";
