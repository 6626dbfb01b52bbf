// What is heard of a table, and felt: made here, from what happens to cards at any game.

import { isOutOfTurn } from "../kit/board/turns.js";

/**
 * @typedef {import("../kit/index.js").Table} Table
 * @typedef {import("../kit/index.js").Snapshot} Snapshot
 * @typedef {"put" | "draw" | "shuffle" | "slam" | "turn" | "win" | "end"} Cue
 * @typedef {Pick<NonNullable<Snapshot["frame"]>, "version" | "session" | "decision">} Standing
 *
 * @typedef {object} Sound Hertz that glide, from a time on, all times in seconds.
 * @property {"tone" | "noise"} kind
 * @property {number} from
 * @property {number} [to]
 * @property {number} [at]
 * @property {number} length
 * @property {number} loud
 */

const LOUDNESS = 0.3;
/** So many cards at once are shuffled or dealt. */
const MANY = 5;
/** The next cue is heard so many seconds later. */
const APART = 0.22;
const TURN_MILLIS = 60;
/** Of frames that come at once, as to a tab that was hidden, only the last is heard. */
const SETTLED_MILLIS = 50;

/** @type {(from: number, at: number, length?: number) => Sound} */
const note = (from, at, length = 0.3) => ({ kind: "tone", from, at, length, loud: 0.35 });
/** @type {(at: number) => Sound} */
const riffle = (at) => ({ kind: "noise", from: 2600, to: 1500, at, length: 0.05, loud: 0.35 });

/** @type {Record<Cue, Sound[]>} */
const SOUNDS = {
  put: [{ kind: "noise", from: 1500, to: 500, length: 0.08, loud: 0.7 }],
  draw: [{ kind: "noise", from: 1200, to: 3200, length: 0.12, loud: 0.4 }],
  shuffle: [0, 0.06, 0.11, 0.17, 0.22, 0.28].map(riffle),
  slam: [
    { kind: "tone", from: 130, to: 45, length: 0.2, loud: 1 },
    { kind: "noise", from: 900, to: 200, length: 0.1, loud: 0.9 },
  ],
  turn: [note(660, 0, 0.16), note(880, 0.11, 0.24)],
  win: [note(523, 0), note(659, 0.12), note(784, 0.24), note(1047, 0.36, 0.6)],
  end: [note(523, 0), note(392, 0.16, 0.45)],
};

/**
 * Return what a frame lets hear, in order.
 *
 * @param {NonNullable<Snapshot["frame"]>} frame
 * @param {Standing} last How the table stood before.
 * @returns {Cue[]}
 */
export function cuesOf(frame, last) {
  const { session: { view, viewerSeat, outcome }, decision, events, resync } = frame;
  if (!view) return [];
  const owners = new Map(view.zones.map(({ key, owner }) => [key, owner]));
  const moved = resync ? [] : events.filter(({ from, to, count }) => to !== null && from !== to && count > 0);
  const isPut = moved.some(({ to }) => owners.get(to ?? "") === null);
  const isDrawn = moved.some(({ from, to }) => from && owners.get(from) === null && owners.get(to ?? "") !== null);
  const isWon = outcome && (viewerSeat === null || outcome.winners.includes(viewerSeat));
  /** @type {[Cue, unknown][]} */
  const cues = [
    ["slam", !resync && isOutOfTurn(frame, last)],
    ["put", isPut && !isOutOfTurn(frame, last)],
    ["shuffle", moved.some(({ count }) => count >= MANY)],
    ["draw", isDrawn],
    ["win", isWon],
    ["end", outcome && !isWon],
    ["turn", decision?.asked && !last.decision?.asked],
  ];
  return cues.filter(([, isHeard]) => isHeard).map(([cue]) => cue);
}

/**
 * Let a table be heard from now on, and felt when it is the viewer's turn; return what ends that.
 *
 * @param {Table} table
 */
export function accompany(table) {
  const context = new AudioContext();
  const out = new GainNode(context, { gain: LOUDNESS });
  out.connect(context.destination);
  const { session, decision, frame } = table.getSnapshot();
  /** @type {{ frame: Snapshot["frame"], standing: Standing }} */
  let last = { frame, standing: { version: session.version, session, decision } };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = table.subscribe((next) => {
    if (next.frame === null || next.frame === last.frame) return;
    const cues = cuesOf(next.frame, last.standing);
    last = { frame: next.frame, standing: next.frame };
    clearTimeout(timer);
    timer = setTimeout(() => {
      cues.forEach((cue, place) => SOUNDS[cue].forEach((sound) => play(out, sound, place * APART)));
      if (cues.includes("turn")) navigator.vibrate?.(TURN_MILLIS);
    }, SETTLED_MILLIS);
  });
  // Some browsers let a page be heard only from within a touch.
  const resume = () => void (context.state === "suspended" && context.resume());
  document.addEventListener("pointerdown", resume);
  return () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener("pointerdown", resume);
    void context.close();
  };
}

/**
 * @param {GainNode} out
 * @param {Sound} sound
 * @param {number} later
 */
function play(out, { kind, from, to = from, at = 0, length, loud }, later) {
  const { context } = out;
  const start = context.currentTime + later + at;
  const fading = new GainNode(context, { gain: 0 });
  fading.gain.setValueAtTime(0, start);
  fading.gain.linearRampToValueAtTime(loud, start + 0.008);
  fading.gain.exponentialRampToValueAtTime(0.001, start + length);
  const source = kind === "tone" ? context.createOscillator() : noiseIn(context, length);
  const gliding = source instanceof OscillatorNode ? source : new BiquadFilterNode(context, { type: "bandpass" });
  gliding.frequency.setValueAtTime(from, start);
  gliding.frequency.exponentialRampToValueAtTime(to, start + length);
  if (source !== gliding) source.connect(gliding);
  gliding.connect(fading).connect(out);
  source.start(start);
  source.stop(start + length);
}

/**
 * @param {BaseAudioContext} context
 * @param {number} length
 */
function noiseIn(context, length) {
  const source = context.createBufferSource();
  source.buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  source.buffer.copyToChannel(Float32Array.from({ length: source.buffer.length }, () => Math.random() * 2 - 1), 0);
  return source;
}
