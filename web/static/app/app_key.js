// The key of an app, where the service asks for one.

import { html, useRef } from "../kit/board/preact.js";
import { TEXTS } from "../languages/app_key.js";
import { useApp, useCaught } from "./context.js";
import { addPart } from "./texts.js";

addPart(TEXTS);

/** Ask for the key of an app, without which the service answers nothing. @param {{ fault: unknown }} given */
export function AppKeyPage({ fault }) {
  const { t, prefer, preferences } = useApp();
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  // What was refused with the key before this one says nothing of this one.
  const [former, setFormer] = useCaught();
  const isWrong = preferences.appKey !== "" && fault !== former;
  const keep = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const appKey = field.current?.value.trim() ?? "";
    if (appKey !== preferences.appKey) setFormer(fault);
    prefer({ appKey });
  };
  return html`<section class="notice">
    <h1>${t("appKeyTitle")}</h1>
    <p id="app-key-text">${t("appKeyText")}</p>
    ${isWrong && html`<p class="trouble" role="alert">${t("appKeyWrong")}</p>`}
    <form onSubmit=${keep}>
      <label>
        ${t("appKey")}
        <input
          ref=${field}
          type="password"
          autocomplete="off"
          required
          pattern="\\s*[!-~]+\\s*"
          aria-describedby="app-key-text"
          aria-invalid=${isWrong}
          defaultValue=${preferences.appKey}
        />
      </label>
      <button class="button strong">${t("go")}</button>
    </form>
  </section>`;
}
