// A rule beside the table: the rule page of its game, at the number.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { anchorOf, pageOf } from "./anchors.js";
import { text } from "./texts.js";
import { adoptStyle } from "../app/styles.js";
import style from "./rules.css";

adoptStyle(style);

/**
 * Show the rules of a game beside whatever is played, at one rule. Escape closes it; links between rules stay inside.
 *
 * @param {object} props
 * @param {string} props.game The id of a game.
 * @param {string} props.rule A number, as in refusals: `zar 5.4`; without a page before it, that of the game.
 * @param {string} props.language
 * @param {() => void} props.onClose
 */
export function RulePanel({ game, rule, language, onClose }) {
  const [anchor, setAnchor] = useState(anchorOf(game, rule));
  const [failed, setFailed] = useState(false);
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  const top = useRef(/** @type {HTMLElement | null} */ (null));
  const page = pageOf(anchor);
  useEffect(() => setAnchor(anchorOf(game, rule)), [game, rule]);
  useEffect(() => {
    let isWanted = true;
    setFailed(false);
    loadPage(page, language).then(
      (parts) => {
        if (!isWanted || !body.current) return;
        const shown = `${page} ${language}`;
        if (body.current.dataset.page !== shown) {
          body.current.replaceChildren(...parts.map((part) => part.cloneNode(true)));
          body.current.dataset.page = shown;
        }
        mark(body.current, anchor);
      },
      () => isWanted && setFailed(true),
    );
    return () => void (isWanted = false);
  }, [anchor, language]);
  useEffect(() => {
    const before = document.activeElement;
    top.current?.focus();
    return () => before instanceof HTMLElement && before.focus();
  }, []);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  /** @param {MouseEvent} event */
  const onClick = (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setAnchor(decodeURIComponent(link.hash.slice(1)));
  };
  return html`<aside class="rule-panel" aria-label=${text(language, "rules")} onKeyDown=${onKeyDown}>
    <header>
      <h2 ref=${top} tabindex="-1">${text(language, "rule", { number: spoken(anchor) })}</h2>
      <a href=${`/play/rules/${page}?lang=${language}#${anchor}`} target="_blank" rel="noopener">
        ${text(language, "openPage")}
      </a>
      <button type="button" class="icon" onClick=${onClose} aria-label=${text(language, "close")}>×</button>
    </header>
    ${language !== "en" && html`<p class="rule-note">${text(language, "isTranslated")}</p>`}
    ${failed && html`<p role="alert">${text(language, "notLoaded")}</p>`}
    <div class="rule-text" ref=${body} tabindex="0" onClick=${onClick}></div>
  </aside>`;
}

/** @param {string} anchor */
const spoken = (anchor) => anchor.slice(anchor.lastIndexOf("-") + 1);

/** @type {Map<string, Promise<Element[]>>} By address. */
const loaded = new Map();

/**
 * Return the parts of a rule page; a page that could not be loaded is asked for again.
 *
 * @param {string} page
 * @param {string} language
 */
function loadPage(page, language) {
  const address = `/play/rules/${encodeURIComponent(page)}?lang=${language}`;
  const known = loaded.get(address) ?? fetchPage(address);
  loaded.set(address, known);
  known.catch(() => loaded.delete(address));
  return known;
}

/** @param {string} address */
async function fetchPage(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  return [...(found.getElementById("rules")?.children ?? [])];
}

/**
 * Show a rule: marked, at the top, and alone so.
 *
 * @param {HTMLElement} body
 * @param {string} anchor
 */
function mark(body, anchor) {
  for (const marked of body.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
  const rule = body.querySelector(`[id="${CSS.escape(anchor)}"]`);
  if (!(rule instanceof HTMLElement)) return;
  rule.setAttribute("aria-current", "true");
  // Only the panel is scrolled, never the table beside it.
  body.scrollTop += rule.getBoundingClientRect().top - body.getBoundingClientRect().top - 8;
}
