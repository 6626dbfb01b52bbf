// The moves as a list: hover to look, click to stay.

import { html, useEffect, useRef } from "../kit/board/preact.js";
import { hueOf, tellStep } from "./timeline.js";

/** @param {{ shown: import("./viewer.js").Shown }} given */
export function MoveList({ shown: { say, names, time, steps } }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { last, pinned, step, pin, hover } = time;
  useEffect(() => keepInSight(list.current, pinned), [pinned, steps.length]);
  /** @param {KeyboardEvent} event */
  const onKeyDown = (event) => {
    const next = { ArrowUp: pinned - 1, ArrowDown: pinned + 1, PageUp: pinned - 10, PageDown: pinned + 10 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    pin(Math.max(0, Math.min(next, last)));
    requestAnimationFrame(() => {
      /** @type {HTMLElement | null} */ (list.current?.querySelector("[aria-current]"))?.focus();
    });
  };
  return html`<section class="move-list panel" aria-labelledby="moves">
    <h2 id="moves">${say("moves")}</h2>
    <ol ref=${list} onKeyDown=${onKeyDown} onMouseLeave=${() => hover(null)}>
      ${steps.map(
        (made, index) => html`<li key=${index}>
          <button
            class=${index === step ? "here" : ""}
            tabindex=${index === pinned ? 0 : -1}
            aria-current=${index === pinned ? "step" : undefined}
            disabled=${index > last}
            title=${tellStep(made, say, names)}
            style=${hueOf(made.seat)}
            onClick=${() => pin(index)}
            onMouseEnter=${() => hover(index)}
          >
            <span class="ply">${index === 0 ? "" : made.ply}</span>
            <span class="who">${made.seat === null ? "" : initialOf(names(made.seat), made.seat)}</span>
            <span class="what">${made.label}</span>
          </button>
        </li>`,
      )}
    </ol>
  </section>`;
}

/**
 * @param {string} name
 * @param {number} seat
 */
const initialOf = (name, seat) =>
  (/\d$/.test(name) ? null : [...name][0]?.toLocaleUpperCase()) ?? `${seat + 1}`;

/**
 * Scroll a list, and nothing around it, so that a step is in sight.
 *
 * @param {HTMLElement | null} list
 * @param {number} step
 */
function keepInSight(list, step) {
  const item = list?.children[step];
  if (!(list && item instanceof HTMLElement)) return;
  const [top, height] = [item.offsetTop - list.offsetTop, item.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top - 8;
  else if (top + height > list.scrollTop + list.clientHeight) list.scrollTop = top + height - list.clientHeight + 8;
}
