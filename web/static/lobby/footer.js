// What stands below the games.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";

export function Footer() {
  const { t, preferences } = useApp();
  return html`<footer class="bottom">
    <span>${t("forDevelopers")}</span>
    <a href="/docs">REST</a>
    <a href="/graphql">GraphiQL</a>
    <a href="/play/inspect">Explorer</a>
    <a href=${`/play/rules/engine?lang=${preferences.language}`}>${t("rules")}</a>
  </footer>`;
}
