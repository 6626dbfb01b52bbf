// <croupier-table>: draw a table in any page, and play at it.

import { Board } from "./board/board.js";
import { html, render } from "./board/preact.js";
import { loadTableData } from "./board/table_data.js";
import { text } from "./board/texts.js";
import { DRAWN } from "./catalogue.js";
import { Croupier } from "./client.js";
import style from "./element_style.js";

/** A server has no elements, but must be able to load this module. */
const Element = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? Object);
const SHEET = globalThis.CSSStyleSheet && new CSSStyleSheet();
SHEET?.replaceSync(style);
/** Earlier releases do not name the holders of seats in facts; the events of a game tell which facts are seats. */
const LISTS = /** @type {const} */ ([...DRAWN, "events"]);

/**
 * The element. Its attributes: `session`, the session's id; `token`, the token of a seat, without which the element
 * only watches; `service`, the address of the service, by default that of the page; `language`, `en` or `de`; `codes`,
 * with which cards show the codes that notations have for them.
 *
 * It fires `croupier-outcome` with the outcome of a move, `croupier-over` with the result, `croupier-rule` with the
 * number of a rule that was touched, and `croupier-fault` with the error; each in `event.detail`.
 */
export class CroupierTable extends Element {
  static observedAttributes = ["session", "token", "service", "language"];

  /**
   * What the table is read with, instead of a client for `service`: one with an app key, or with a `fetch` of its own.
   * Set it before `session`.
   *
   * @type {Croupier | null}
   */
  client = null;

  #root = this.attachShadow({ mode: "open" });
  #place = document.createElement("div");
  /** Ends everything that belongs to the table that is shown. */
  #shown = new AbortController();
  #isDue = false;

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [SHEET];
    this.#root.append(this.#place);
  }

  connectedCallback() {
    this.#renew();
  }

  disconnectedCallback() {
    this.#clear();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#renew();
  }

  /** Several attributes that change at once lead to one new table. */
  #renew() {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#clear();
      if (this.isConnected) void this.#show(this.#shown.signal);
    });
  }

  #clear() {
    this.#shown.abort();
    this.#shown = new AbortController();
    render(null, this.#place);
  }

  /** @param {AbortSignal} signal */
  async #show(signal) {
    const session = this.getAttribute("session");
    if (!session) return;
    const [language] = (this.getAttribute("language") || document.documentElement.lang || "en").split("-");
    render(html`<div class="croupier-board"><div class="croupier-undealt">…</div></div>`, this.#place);
    try {
      const croupier = this.client ?? new Croupier(this.getAttribute("service") ?? location.origin, { language });
      const table = await croupier.table(session, { token: this.getAttribute("token") ?? undefined, signal });
      const game = await loadTableData(croupier, table, { lists: LISTS });
      if (signal.aborted) return;
      this.#follow(table, signal);
      if (table.session.bearer === "UNKNOWN") {
        this.#fire("fault", new Error("The token holds no seat of this session."));
      }
      const told = (/** @type {string} */ name) => (/** @type {unknown} */ detail) => this.#fire(name, detail);
      render(
        html`<${Board} ...${{ table, game, language }} onOutcome=${told("outcome")} onRule=${told("rule")} />`,
        this.#place,
      );
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      const said = text(language, "notShown", { reason });
      render(
        html`<div class="croupier-board"><div class="croupier-undealt" role="alert">${said}</div></div>`,
        this.#place,
      );
      this.#fire("fault", error);
    }
  }

  /**
   * @param {import("./table.js").Table} table
   * @param {AbortSignal} signal
   */
  #follow(table, signal) {
    let [isOver, isGone] = [table.session.outcome !== null, false];
    const leave = table.subscribe(({ session, connection, error }) => {
      const { outcome } = session;
      if (connection === "failed" && !isGone) this.#fire("fault", error);
      isGone = connection === "failed";
      if (isOver || outcome === null) return;
      isOver = true;
      this.#fire("over", { ...session.view?.result, ...outcome });
    });
    signal.addEventListener("abort", leave, { once: true });
  }

  /**
   * @param {string} name
   * @param {unknown} detail
   */
  #fire(name, detail) {
    this.dispatchEvent(new CustomEvent(`croupier-${name}`, { detail, bubbles: true, composed: true }));
  }
}

if (globalThis.customElements && !customElements.get("croupier-table"))
  customElements.define("croupier-table", CroupierTable);
