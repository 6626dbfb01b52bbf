// Where one says who one is.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";

/** The name that others see. */
export function NameField() {
  const { t, preferences, prefer } = useApp();
  return html`<label class="name">
    <span>${t("playedBy")}</span>
    <input value=${preferences.name} maxlength="40" placeholder=${t("yourName")} autocomplete="nickname"
      onInput=${(/** @type {any} */ event) => prefer({ name: event.target.value })} />
  </label>`;
}
