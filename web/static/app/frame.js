// What stands around every screen.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { NAMES } from "../languages/index.js";
import { useApp } from "./context.js";
import { LANGUAGES, THEMES } from "./preferences.js";

/** @typedef {import("./preferences.js").Preferences} Preferences */

const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

/** @param {{ isTable: boolean, home: string }} given */
export function Header({ isTable, home }) {
  const { t, preferences } = useApp();
  // The page comes with its icon.
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]")).href;
  const rules = `/play/rules/engine?lang=${preferences.language}`;
  return html`<header class=${isTable ? "top wide" : "top"}>
    <a class="skip" href="#content" onClick=${skip}>${t("skip")}</a>
    <a class="brand" href=${home} aria-label=${`Croupier: ${t("toLobby")}`}>
      <img src=${icon} alt="" width="32" height="32" />
      <span>Croupier</span>
    </a>
    ${!isTable && html`<nav aria-label="Croupier"><a href=${rules}>${t("rules")}</a></nav>`}
    <${Switches} />
  </header>`;
}

/** The choice of the language and the colours. */
export function Switches() {
  const { t, preferences, prefer } = useApp();
  const { theme, language } = preferences;
  return html`<div class="switches">
    <select
      aria-label=${t("language")}
      value=${language}
      onChange=${(/** @type {Chosen} */ { currentTarget: { value } }) =>
        prefer({ language: /** @type {Preferences["language"]} */ (value) })}
    >
      ${LANGUAGES.map((tag) => html`<option key=${tag} value=${tag} lang=${tag}>${NAMES[tag]}</option>`)}
    </select>
    <select
      aria-label=${t("theme")}
      value=${theme}
      onChange=${(/** @type {Chosen} */ { currentTarget: { value } }) =>
        prefer({ theme: /** @type {Preferences["theme"]} */ (value) })}
    >
      ${THEMES.map((name) => html`<option key=${name} value=${name}>${SIGNS[name]} ${t(name)}</option>`)}
    </select>
  </div>`;
}

/** Tell when the service cannot be reached, and when nothing can be kept. */
export function Connection() {
  const { t, wire, storage } = useApp();
  const [isReachable, setReachable] = useState(wire.isReachable());
  useEffect(() => wire.subscribe(() => setReachable(wire.isReachable())), [wire]);
  return html`<div class="banners" role="status">${!isReachable && html`<p class="banner">${t("lost")}</p>`}</div>
    ${!storage.lasts && html`<p class="unkept" role="status">${t("notKept")}</p>`}`;
}

// The fragment is the address of the table: a jump within the page must not replace it. Where there are cards to play,
// they are what one wants to get to.
function skip(/** @type {Event} */ event) {
  event.preventDefault();
  const cards = /** @type {HTMLElement | null} */ (document.querySelector("#content [role=listbox]"));
  (cards ?? document.getElementById("content"))?.focus();
}
