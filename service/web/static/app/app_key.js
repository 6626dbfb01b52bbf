// The key of an app, where the service asks for one.

import { html, useRef } from "../kit/board/preact.js";
import { useApp } from "./context.js";

/** Ask for the key of an app, without which the service answers nothing. */
export function AppKeyPage() {
  const { t, prefer, preferences } = useApp();
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const keep = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    prefer({ appKey: field.current?.value.trim() ?? "" });
  };
  return html`<section class="notice">
    <h1>${t("appKeyTitle")}</h1>
    <p id="app-key-text">${t("appKeyText")}</p>
    <form onSubmit=${keep}>
      <label>
        ${t("appKey")}
        <input ref=${field} type="password" autocomplete="off" required aria-describedby="app-key-text"
          defaultValue=${preferences.appKey} />
      </label>
      <button class="button strong">${t("go")}</button>
    </form>
  </section>`;
}
