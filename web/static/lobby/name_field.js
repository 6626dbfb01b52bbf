// Where one says who one is.

import { html, useEffect } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { ownName, suggestName } from "../app/player_name.js";
import { adoptStyle } from "../app/styles.js";
import { Face } from "./face.js";
import style from "./name_field.css";

adoptStyle(style);

/** The name that others see: a suggestion until it is changed. */
export function NameField() {
  const app = useApp();
  const { t, preferences, prefer } = app;
  const { name } = preferences;
  const fill = () => void ownName(app);
  useEffect(fill, []);
  return html`<div class="name">
    <label for="own-name">${t("playedBy")}</label>
    <div class="named">
      <${Face} name=${name} />
      <input id="own-name" value=${name} dir="auto" maxlength="40" placeholder=${t("yourName")} autocomplete="nickname"
        onInput=${(/** @type {Typed} */ event) => prefer({ name: event.currentTarget.value })} onBlur=${fill} />
      <button type="button" class="icon" aria-label=${t("anotherName")} title=${t("anotherName")}
        onClick=${() => prefer({ name: suggestName(t, [name]) })}>⟳</button>
    </div>
  </div>`;
}
