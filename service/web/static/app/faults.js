// What is shown in place of a screen that cannot be: always with a way on.

import { html, useErrorBoundary } from "../kit/board/preact.js";
import { describeFault, useApp } from "./context.js";

/**
 * @param {{ title: string, text: string, children?: import("../kit/board/preact.js").Child }} given
 */
export function Notice({ title, text, children }) {
  const { t } = useApp();
  return html`<section class="notice">
    <h1>${title}</h1>
    <p>${text}</p>
    ${children}
    <p><a class="button" href="#">${t("toLobby")}</a></p>
  </section>`;
}

export function BrokenLink() {
  const { t } = useApp();
  return html`<${Notice} title=${t("brokenTitle")} text=${t("brokenText")} />`;
}

/** @param {{ error: unknown, retry: () => void }} given */
export function FaultPage({ error, retry }) {
  const app = useApp();
  return html`<${Notice} title=${app.t("faultTitle")} text=${describeFault(app, error)}>
    <p><button class="button strong" onClick=${retry}>${app.t("tryAgain")}</button></p>
  <//>`;
}

/**
 * Draw what belongs inside; if that fails, say so instead of leaving an empty page.
 *
 * @param {{ children?: import("../kit/board/preact.js").Child }} given
 */
export function Guarded({ children }) {
  const { t } = useApp();
  const [error] = useErrorBoundary();
  if (!error) return children;
  return html`<section class="notice" role="alert">
    <p>${t("crashed")}</p>
    <p><button class="button strong" onClick=${() => location.reload()}>${t("reload")}</button></p>
  </section>`;
}

/** @param {{ error: unknown }} given */
export function Trouble({ error }) {
  const app = useApp();
  return error ? html`<p class="trouble" role="alert">${describeFault(app, error)}</p>` : null;
}
