// A player at a glance: the first letter of the name on its colour.

import { html } from "../kit/board/preact.js";
import { adoptStyle } from "../app/styles.js";
import { colourOf } from "../kit/board/colours.js";
import style from "./face.css";

adoptStyle(style);

const segments = new Intl.Segmenter();

/** @param {{ name: string }} given */
export const Face = ({ name }) =>
  html`<span class="face" aria-hidden="true" style=${{ background: colourOf(name) }}>${initialOf(name)}</span>`;

/** A player at a place in the order. @param {{ name: string, number: number }} given */
export const FaceAt = ({ name, number }) =>
  html`<span class="face-at"><${Face} name=${name} /><span class="number">${number}</span></span>`;

/** Return the first letter of a name, or its first emoji. @param {string} name */
function initialOf(name) {
  const [first] = segments.segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? "";
}
