// What is on the button of the emotes: a sign of the font, and no emoji, whose look each system chooses.

import { html } from "../kit/board/preact.js";

export const FACE = html`<span aria-hidden="true">☺\uFE0E</span>`;
