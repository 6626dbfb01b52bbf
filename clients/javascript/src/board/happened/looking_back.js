// What leads through the past of a table: a slider over its moves, and one button back to the present. Loaded when
// somebody looks back.

import { html, useEffect, useRef, useState } from "../preact.js";
import { text } from "../texts.js";
import { useFrames } from "./frames.js";
import { BEGINNING } from "./past.js";
import { stepsOf } from "./steps.js";
import { word } from "./words.js";

/**
 * @typedef {import("./happened.js").Past} Past
 * @typedef {import("./steps.js").Told} Told
 *
 * @typedef {object} LookingBackProps
 * @property {import("../../table.js").Table} table
 * @property {import("../../table.js").Snapshot} snapshot The present.
 * @property {string} language
 * @property {Past} past The version that is shown.
 * @property {(past: Past) => void} show
 * @property {() => void} leave Returns to the present.
 * @property {(words: string) => void} say Reads words out.
 * @property {(frame: Told) => void} fly Lets the cards of the next version fly.
 *
 * @typedef {object} Scrubbing
 * @property {string} language
 * @property {number} step
 * @property {number} last
 * @property {string} told The step in words.
 * @property {boolean} isPlaying
 * @property {() => void} play Starts or stops.
 * @property {(step: number) => void} leap Goes to a step and reads it out.
 * @property {(step: number) => void} slide Goes to a step.
 */

/** How long each move is shown while the table is played by itself. */
const PLAYED_MILLIS = 1300;

/** @param {LookingBackProps} props */
export function LookingBack({ table, snapshot, language, past, show, leave, say, fly }) {
  const { frames, isRead } = useFrames(table, BEGINNING);
  const last = Math.max(0, frames.length - 1);
  const step = placeOf(frames, past.frame);
  const go = (/** @type {number} */ next) => {
    if (!frames[next]) return;
    if (next === step + 1) fly(frames[next]);
    show({ ...past, frame: frames[next] });
  };
  const tell = (/** @type {number} */ index) => tellMove(frames, index, language);
  const goAloud = (/** @type {number} */ next) => {
    go(next);
    say(tell(next));
  };
  useEffect(() => {
    // A move that was taken back is not there any more.
    if (isRead && frames[step]?.version !== past.frame.version) go(step);
  }, [frames]);
  const [isPlaying, setPlaying] = usePlaying(step, last, goAloud);
  const play = () => {
    if (!isPlaying && step === last) goAloud(0);
    setPlaying(!isPlaying);
  };
  const stopAnd = (/** @type {(step: number) => void} */ act) => (/** @type {number} */ next) => {
    setPlaying(false);
    act(next);
  };
  const [leap, slide] = [stopAnd(goAloud), stopAnd(go)];
  const title = isRead ? word(language, "lookingBack", { step, count: last }) : word(language, "reading");
  return html`<div class="croupier-bar croupier-past" part="past">
    <div class="croupier-status" part="status">
      <div class="croupier-prompt">
        <p><strong>${title}</strong> <span part="prompt">${askedOf(snapshot, language)}</span></p>
      </div>
      <button type="button" class="croupier-present" part="present" onClick=${leave}>
        ${word(language, "present")}
      </button>
    </div>
    <${Scrubber} ...${{ language, step, last, told: tell(step), isPlaying, play, leap, slide }} />
  </div>`;
}

/** @param {Scrubbing} props */
function Scrubber({ language, step, last, told, isPlaying, play, leap, slide }) {
  const slider = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => slider.current?.focus(), []);
  const label = word(language, "lookBack");
  const playing = word(language, isPlaying ? "pause" : "play");
  const given = { language, step, last, leap };
  return html`<div class="croupier-tray croupier-scrubber" part="scrubber" role="group" aria-label=${label}>
    <${Leap} ...${given} name="previous" sign="←" to=${step - 1} />
    <button type="button" aria-label=${playing} title=${playing} disabled=${last === 0} onClick=${play}>
      ${isPlaying ? "❚❚" : "▶"}
    </button>
    <input
      type="range"
      ref=${slider}
      min="0"
      max=${last}
      value=${step}
      aria-label=${label}
      aria-valuetext=${told}
      onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => slide(Number(event.currentTarget.value))}
    />
    <${Leap} ...${given} name="next" sign="→" to=${step + 1} />
    <${Leap} ...${given} name="latest" sign="⇥" to=${last} />
  </div>`;
}

/**
 * @param {Pick<Scrubbing, "language" | "step" | "last" | "leap">
 *   & { name: "previous" | "next" | "latest", sign: string, to: number }} props
 */
function Leap({ language, step, last, leap, name, sign, to }) {
  const label = word(language, name);
  const isNowhere = to === step || to < 0 || to > last;
  return html`<button type="button" aria-label=${label} title=${label} disabled=${isNowhere} onClick=${() => leap(to)}>
    ${sign}
  </button>`;
}

/**
 * Return whether the moves are played one after the other, and a function to start or to stop it.
 *
 * @param {number} step
 * @param {number} last
 * @param {(step: number) => void} go
 * @returns {[boolean, (isPlaying: boolean) => void]}
 */
function usePlaying(step, last, go) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (step === last) return setPlaying(false);
    const timer = setTimeout(() => go(step + 1), PLAYED_MILLIS);
    return () => clearTimeout(timer);
  }, [isPlaying, step, last]);
  return [isPlaying, setPlaying];
}

/**
 * Return the place of a frame among those that count, or of the last one before it.
 *
 * @param {readonly Told[]} frames
 * @param {Told} frame
 */
const placeOf = (frames, { version }) => Math.max(0, frames.filter((other) => other.version <= version).length - 1);

/**
 * Return a move in words, with its number.
 *
 * @param {readonly Told[]} frames
 * @param {number} index
 * @param {string} language
 */
function tellMove(frames, index, language) {
  const told = stepsOf(frames.slice(index, index + 1)).map(({ sentence }) => sentence);
  const sentence = index === 0 ? word(language, "dealt") : told.join(" ");
  return word(language, "step", { step: index, count: Math.max(0, frames.length - 1), sentence });
}

/**
 * Return what the present asks of the viewer; nothing if it asks nothing.
 *
 * @param {import("../../table.js").Snapshot} snapshot
 * @param {string} language
 */
function askedOf({ session, decision }, language) {
  if (session.outcome) return text(language, "over");
  if (!decision) return "";
  return decision.asked ? `${text(language, "yourTurn")}.` : word(language, "canAct");
}
