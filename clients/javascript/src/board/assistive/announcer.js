// Announce events and the viewer's questions to screen readers. Events are gathered into few messages.

import { hasResigned } from "../choosing.js";
import { sentencesOf } from "../log.js";
import { html, useEffect, useRef, useState } from "../preact.js";
import { statusOf } from "../status.js";
import { text } from "../texts.js";

/** Events within this time form one message. */
const GATHER_MILLIS = 400;
/** The time between two messages, since moves may be faster than speech. A question does not wait for it. */
const PAUSE_MILLIS = 2500;
/** A message has at most this many sentences: the last ones. */
const MOST = 6;

/**
 * Return the message to read out, a function to call with the events of a frame, and one that says words at once.
 *
 * @param {string} question The viewer's question, or how the table has ended; empty for none.
 * @param {string} at When it was asked, since the same question can be asked again.
 */
export function useAnnouncer(question, at) {
  const [message, setMessage] = useState({ number: 0, words: "" });
  const gathered = useRef(/** @type {string[]} */ ([]));
  const asked = useRef({ question: "", isNews: false });
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const lastSpoken = useRef(-PAUSE_MILLIS);
  const speak = () => {
    const newQuestion = asked.current.isNews ? asked.current.question : "";
    const words = [...gathered.current.slice(-MOST), newQuestion].filter(Boolean).join(" ");
    gathered.current = [];
    asked.current.isNews = false;
    lastSpoken.current = performance.now();
    timer.current = undefined;
    if (words) say(words);
  };
  const say = (/** @type {string} */ words) => setMessage(({ number }) => ({ number: number + 1, words }));
  const speakIn = (/** @type {number} */ millis) => (timer.current = setTimeout(speak, millis));
  const gather = (/** @type {import("../../contract.js").SessionFrame} */ { events }) => {
    const sentences = sentencesOf(events);
    if (sentences.length === 0) return;
    gathered.current = [...gathered.current, ...sentences].slice(-MOST);
    timer.current ??= speakIn(Math.max(GATHER_MILLIS, lastSpoken.current + PAUSE_MILLIS - performance.now()));
  };
  useEffect(() => {
    asked.current = { question, isNews: question !== "" };
    if (question === "") return;
    clearTimeout(timer.current);
    speakIn(GATHER_MILLIS);
  }, [question, at]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return /** @type {const} */ ([message, gather, say]);
}

/**
 * Return what a viewer must hear at once, and the cursor of its question. It is the question, a move out of turn, or
 * how the table has ended; otherwise it is empty.
 *
 * @param {import("../../table.js").Snapshot} snapshot
 * @param {string} language
 * @param {(seat: number) => string} names
 * @returns {[string, string]}
 */
export function questionOf(snapshot, language, names) {
  const { session, decision } = snapshot;
  if (session.view?.result) return [statusOf(session, decision, language, names), ""];
  if (!session.view || !decision?.moves.length || hasResigned(snapshot)) return ["", ""];
  if (decision.asked) return [`${text(language, "yourTurn")}. ${session.view.prompt}`, session.cursor];
  const moves = decision.moves.map(({ label }) => label).join(", ");
  return [`${text(language, "slam")} ${moves}. ${text(language, "slamKey")}`, ""];
}

/**
 * Draw a message in a polite live region. Each message is a new element, so that repeated words are read out again.
 *
 * @param {{ message: { number: number, words: string } }} props
 */
export const Announcer = ({ message: { number, words } }) =>
  html`<div class="croupier-unseen croupier-announcer" role="status">
    ${words && html`<p key=${number}>${words}</p>`}
  </div>`;
