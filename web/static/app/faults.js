// What is shown in place of a screen that cannot be: always with a way on.

import { html, useEffect, useErrorBoundary, useRef } from "../kit/board/preact.js";
import { Problem, Unreachable } from "../kit/connection.js";
import { LOADERS } from "../languages/problems.js";
import { useApp, useLoaded } from "./context.js";

/** @typedef {import("../kit/board/preact.js").Child} Child */

/** @type {Record<string, () => Promise<{ texts: Record<string, string> }>>} */
const PROBLEMS = LOADERS;

/** What went wrong as a sentence for people. @param {{ error: unknown }} given */
export function Fault({ error }) {
  const { t, preferences } = useApp();
  const load = PROBLEMS[preferences.language];
  const { data } = useLoaded(async () => (await load?.())?.texts, [load]);
  if (!(error instanceof Problem)) return t(error instanceof Unreachable ? "unreachable" : "unexpected");
  if (!load) return error.message;
  return data?.[error.code] ?? html`${data?.OTHER} <span lang="en">${error.message}</span>`;
}

/** @param {{ title: string, text: Child, children?: Child }} given */
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

/**
 * Show a fault with a way to try again. The service is asked again; after any other fault, the page is reloaded,
 * since many browsers never fetch a module again that once failed to load.
 *
 * @param {{ error: unknown, retry: () => void }} given
 */
export function FaultPage({ error, retry }) {
  const { t } = useApp();
  const isOfService = error instanceof Problem || error instanceof Unreachable;
  const again = isOfService ? retry : () => location.reload();
  return html`<${Notice} title=${t("faultTitle")} text=${html`<${Fault} error=${error} />`}>
    <p><button class="button strong" onClick=${again}>${t("tryAgain")}</button></p>
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

/** What was refused, read out and brought into sight. @param {{ error: unknown }} given */
export function Trouble({ error }) {
  return error ? html`<${Refusal}><${Fault} error=${error} /><//>` : null;
}

/** A refusal in words, read out and brought into sight. @param {{ children?: Child }} given */
export function Refusal({ children }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), []);
  return html`<p class="trouble" role="alert" ref=${place}>${children}</p>`;
}
