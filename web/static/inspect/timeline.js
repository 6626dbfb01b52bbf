// The line of time: a slider over all steps, told apart by who moved.

import { html } from "../kit/board/preact.js";

/** @param {{ shown: import("./viewer.js").Shown }} given */
export function Timeline({ shown: { say, names, time, steps, progress } }) {
  const { last, pinned, step, pin, hover } = time;
  const sayStep = (/** @type {import("./history/replay.js").Step} */ made) => tellStep(made, say, names);
  const isPlaying = progress.done < progress.total && !progress.error;
  /** @param {PointerEvent} event */
  const look = (event) => {
    if (event.pointerType === "mouse" && event.buttons === 0) hover(stepAt(event, last));
  };
  return html`<div class="timeline" role="group" aria-label=${say("timeline")}>
    <div class="steps">
      <button class="icon" aria-label=${say("first")} disabled=${pinned === 0} onClick=${() => pin(0)}>⇤</button>
      <button class="icon" aria-label=${say("back")} disabled=${pinned === 0} onClick=${() => pin(pinned - 1)}>
        ←
      </button>
      <output class="at">${say("stepOf", { step, last })}</output>
      <button class="icon" aria-label=${say("forth")} disabled=${pinned === last} onClick=${() => pin(pinned + 1)}>
        →
      </button>
      <button class="icon" aria-label=${say("last")} disabled=${pinned === last} onClick=${() => pin(last)}>⇥</button>
    </div>
    <p class="now" aria-live="polite">${sayStep(steps[step])}</p>
    <div class="track" onPointerMove=${look} onPointerLeave=${() => hover(null)}>
      <div class="marks" aria-hidden="true">
        ${steps.map(
          ({ seat }, index) => html`<i
            key=${index}
            data-seat=${seat}
            class=${markOf(index, step, progress.done)}
            style=${hueOf(seat)}
          />`,
        )}
      </div>
      <input type="range" min="0" max=${last} value=${pinned} aria-label=${say("timeline")}
        aria-valuetext=${say("stepSaid", { step: pinned, last, label: sayStep(steps[pinned]) })}
        onInput=${(/** @type {Typed} */ event) => pin(Number(event.currentTarget.value))} />
    </div>
    <p class="hint progress" role="status">
      ${isPlaying ? say("replaying", { done: progress.done, total: progress.total }) : say("keys")}
    </p>
  </div>`;
}

/**
 * Return a step in words, with who moved.
 *
 * @param {import("./history/replay.js").Step} step
 * @param {import("./texts.js").Say} say
 * @param {(seat: number) => string} names
 */
export const tellStep = ({ seat, label, isSentence }, say, names) =>
  isSentence || seat === null ? label : say("by", { name: names(seat), label });

/**
 * @param {number} index
 * @param {number} step
 * @param {number} done
 */
const markOf = (index, step, done) =>
  [index <= step ? "past" : "ahead", index === step && "here", index >= done && "unknown"].filter(Boolean).join(" ");

/**
 * Return the colour of a seat, the same as on the board.
 *
 * @param {number | null} seat
 */
export const hueOf = (seat) => (seat === null ? {} : { "--hue": (seat * 137 + 20) % 360 });

/**
 * Return the step below a pointer.
 *
 * @param {PointerEvent} event
 * @param {number} last
 */
function stepAt(event, last) {
  const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
  return Math.floor(((event.clientX - left) / Math.max(1, width)) * (last + 1));
}
