// The rule that has just forbidden something, beside the table.

import { html, useEffect, useRef } from "../kit/board/preact.js";
import { useApp, useLoaded } from "../app/context.js";

/**
 * @param {object} given
 * @param {import("../kit/index.js").GameData} given.game
 * @param {{ number: string, text?: string } | null} given.rule
 * @param {() => void} given.close
 */
export function RulePanel({ game, rule, close }) {
  const { t, croupier } = useApp();
  const { data } = useLoaded(async () => (rule ? croupier.rules(pageOf(rule.number, game.id)) : []), [croupier, rule, game]);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (rule) place.current?.scrollIntoView?.({ block: "nearest" });
  }, [rule]);
  if (rule === null) return html`<p class="rules-link"><a href=${`/play/rules/${game.id}`} target="_blank">${t("rulesOf", { game: game.title })}</a></p>`;
  const found = data?.find(({ number }) => number === rule.number);
  return html`<section class="panel rule" ref=${place} aria-labelledby="rule" aria-live="polite">
    <header>
      <h2 id="rule">${t("rule", { number: rule.number })}</h2>
      <button class="icon" aria-label=${t("close")} onClick=${close}>×</button>
    </header>
    ${rule.text && html`<p><b>${rule.text}</b></p>`}
    ${found && html`<p class="section">${found.section}</p><p class="words">${plain(found.text)}</p>`}
    <p><a href=${addressOf(rule.number, game.id)} target="_blank">${t("readRule")}</a></p>
  </section>`;
}

/**
 * Return the address of a rule: `zar 5.4` is `/play/rules/zar#zar-5.4`.
 *
 * @param {string} number
 * @param {string} game
 */
export function addressOf(number, game) {
  return `/play/rules/${pageOf(number, game)}#${number.trim().replace(/\s+/g, "-")}`;
}

/**
 * @param {string} number
 * @param {string} game
 */
const pageOf = (number, game) => /^([a-z]\w*) /.exec(number)?.[1] ?? game;

/** Return Markdown without its marks: a rule has hardly any. @param {string} text */
const plain = (text) => text.replace(/\*\*|`/g, "");
