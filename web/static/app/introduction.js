// How a game is introduced: by the colour of its felt, and in five sentences.

import { html } from "../kit/board/preact.js";

const HUES = [320, 165, 45, 200, 245, 285];

/** Return what makes the felt that of a game, where the class `felt` is. @param {string} id */
export const feltOf = (id) => ({ "--felt-hue": HUES[(id.charCodeAt(id.length - 1) + id.length) % HUES.length] });

/** @param {{ game: import("../kit/index.js").GameData }} given */
export const Introduction = ({ game }) =>
  html`<p><b>${game.goal}</b></p>
    <ol>${game.howToPlay.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ol>`;
