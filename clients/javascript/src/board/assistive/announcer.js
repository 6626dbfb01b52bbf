// Announce events and the viewer's questions to screen readers. Messages are gathered, so that nobody is flooded.

import { hasResigned } from "../choosing.js";
import { sentencesOf } from "../log.js";
import { html, useEffect, useRef, useState } from "../preact.js";
import { statusOf } from "../status.js";
import { text } from "../texts.js";

/** Events within this time form one message. */
const GATHER_MILLIS = 400;
/** The time between two messages, unless the viewer is asked: others may move faster than anybody speaks. */
const PAUSE_MILLIS = 2500;
/** Of more sentences, only the last ones are read. */
const MOST = 6;

/**
 * Return the message to read out, and a function to call with the events of a frame.
 *
 * @param {string} question The viewer's question, or how the table has ended; empty for none.
 * @param {string} at When it was asked, since the same question can be asked again.
 */
export function useAnnouncer(question, at) {
  const [message, setMessage] = useState({ number: 0, words: "" });
  const gathered = useRef(/** @type {string[]} */ ([]));
  const asked = useRef({ question: "", isNews: false });
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined));
  const last = useRef(-PAUSE_MILLIS);
  const speak = () => {
    const { question, isNews } = asked.current;
    const words = [...gathered.current.slice(-MOST), isNews ? question : ""].filter(Boolean).join(" ");
    gathered.current = [];
    asked.current.isNews = false;
    last.current = performance.now();
    timer.current = undefined;
    if (words) setMessage(({ number }) => ({ number: number + 1, words }));
  };
  const speakIn = (/** @type {number} */ millis) => (timer.current = setTimeout(speak, millis));
  const tell = (/** @type {import("../../contract.js").SessionFrame} */ { events }) => {
    const sentences = sentencesOf(events);
    if (sentences.length === 0) return;
    gathered.current = [...gathered.current, ...sentences].slice(-MOST);
    timer.current ??= speakIn(Math.max(GATHER_MILLIS, last.current + PAUSE_MILLIS - performance.now()));
  };
  useEffect(() => {
    asked.current = { question, isNews: question !== "" };
    if (question === "") return;
    clearTimeout(timer.current);
    speakIn(GATHER_MILLIS);
  }, [question, at]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return /** @type {const} */ ([message, tell]);
}

/**
 * Return what a viewer must hear at once, and when it came: the question, a move out of turn, or how the table has
 * ended; otherwise nothing.
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
 * Draw a message where it is read out politely. Repeated words are a new element, so they are read out again.
 *
 * @param {{ message: { number: number, words: string } }} props
 */
export const Announcer = ({ message: { number, words } }) =>
  html`<div class="croupier-unseen croupier-announcer" role="status">
    ${words && html`<p key=${number}>${words}</p>`}
  </div>`;
