// A lesson: a guided first hand of a game, one instruction at a time, at a table whose other seats the page plays.

import { html, useEffect, useRef } from "../kit/board/preact.js";
import { Board } from "../kit/board/board.js";
import { Problem } from "../kit/connection.js";
import { useAction, useApp, useLoaded } from "../app/context.js";
import { BrokenLink, FaultPage, Trouble } from "../app/faults.js";
import { feltOf } from "../app/introduction.js";
import { hashOf } from "../app/address.js";
import { adoptStyle } from "../app/styles.js";
import { addPart } from "../app/texts.js";
import { openTable } from "../lobby/opening.js";
import { firstSetup } from "../lobby/setup.js";
import { TEXTS } from "../languages/lesson.js";
// It comes with a table, and with how that is laid out.
import "../table/screen.js";
import { nameOf } from "../table/names.js";
import { knowledgeOf } from "../table/standing.js";
import { useSnapshot } from "../table/watching.js";
import { keepMarked } from "./marks.js";
import { openLesson } from "./opening.js";
import { toldAt, useOpponents } from "./steps.js";
import style from "./lesson.css";

addPart(TEXTS);
adoptStyle(style);

/** @typedef {Awaited<ReturnType<typeof openLesson>>} Opened */

/** @param {{ id: string }} given The game. */
export function LessonPage({ id }) {
  const app = useApp();
  const { t, croupier } = app;
  const { data, error, reload } = useLoaded(() => openLesson(app, id), [croupier, id]);
  useEffect(() => {
    if (error) app.onFault(error);
  }, [error]);
  if (error instanceof Problem && error.status === 404) return html`<${BrokenLink} />`;
  if (error) return html`<${FaultPage} error=${error} retry=${reload} />`;
  if (data === null) return html`<div class="table-place" aria-busy="true"><p>${t("connecting")}</p></div>`;
  return html`<${Lesson} key=${data.host.id} ...${data} again=${reload} />`;
}

/** @param {Opened & { again: () => void }} given */
function Lesson({ game, lesson, host, tables, again }) {
  const { t, storage, preferences, wire } = useApp();
  const learner = tables[lesson.learner];
  const snapshot = useSnapshot(learner);
  const { session } = snapshot;
  const done = session.view?.ply ?? 0;
  const step = lesson.steps[done] ?? null;
  const error = useOpponents(lesson, tables, done);
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => void (document.title = `${t("lessonOf", { game: game.title })} – Croupier`), [game, t]);
  useEffect(() => () => void host.act("abandon", { at: "*" }).catch(ignoreProblem), [host]);
  useEffect(() => {
    const isAsked = step?.seat === lesson.learner;
    const move = isAsked && snapshot.decision?.moves.find(({ notation }) => notation === step.moves[0]);
    return move && board.current ? keepMarked(board.current, move) : undefined;
  }, [session.cursor]);
  const know = () => storage.setItem(knowledgeOf(game), "yes");
  useEffect(() => {
    if (!step) know();
  }, [step]);
  const names = (/** @type {number} */ seat) => nameOf(session, seat, t);
  const told = { lesson, done, step, game, again };
  return html`<div class="table-screen lesson felt" style=${feltOf(game.id)}>
    <div class="table-head">
      <h1>${game.title}</h1>
      <${Progress} ...${told} />
      <a class="button" href="#" onClick=${know}>${t(step ? "lessonSkip" : "close")}</a>
    </div>
    <${Told} ...${told} error=${error} />
    <div class="table-main" ref=${board}>
      <${Board} ...${{ table: learner, game, names }} language=${preferences.language} now=${wire.now} />
    </div>
  </div>`;
}

/**
 * @typedef {Pick<Opened, "lesson" | "game"> & { done: number, step: Opened["lesson"]["steps"][number] | null,
 *   again: () => void }} AtStep
 */

/** How far the learner has come. @param {AtStep} given */
function Progress({ lesson, done, step }) {
  const { t } = useApp();
  const { number, count } = progressOf(lesson, done);
  return html`<p class="lesson-progress">
    ${step ? t("lessonStep", { number, count }) : t("lessonDone")}
    <progress value=${step ? number - 1 : count} max=${count} aria-hidden="true"></progress>
  </p>`;
}

/**
 * What has happened, and the step that comes next; at the end, the ways on.
 *
 * @param {AtStep & { error: unknown }} given
 */
function Told({ lesson, game, done, step, again, error }) {
  const { t, preferences } = useApp();
  const { happened, task } = toldAt(lesson, done);
  const name = step ? lesson.names[step.seat] : "";
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!step) place.current?.focus();
  }, [step]);
  return html`<section class="lesson-told" aria-label=${t("lessonOf", { game: game.title })} tabindex="-1" ref=${place}>
    <div role="status">
      ${happened && html`<p key=${happened} class="lesson-happened">${happened}</p>`}
      <p key=${done} class="lesson-task">${task || t("lessonWaits", { name })}</p>
    </div>
    ${task && step?.rule && html`<a class="lesson-rule" href=${ruleAddress(game.id, step.rule, preferences.language)}
      target="_blank" rel="noopener">${t("lessonRule", { number: step.rule })}</a>`}
    <${Trouble} error=${error} />
    ${!step && html`<${WaysOn} game=${game} again=${again} />`}
  </section>`;
}

/** @param {{ game: import("../kit/index.js").Game, again: () => void }} given */
function WaysOn({ game, again }) {
  const app = useApp();
  const { t, preferences } = app;
  const playing = useAction(async () => {
    location.hash = hashOf(await openTable(app, firstSetup(game, preferences)));
  });
  return html`<p class="ways">
      <button class="button strong" disabled=${playing.isBusy} onClick=${playing.run}>${t("lessonPlay")}</button>
      <button class="button" disabled=${playing.isBusy} onClick=${again}>${t("lessonAgain")}</button>
    </p>
    <${Trouble} error=${playing.error} />`;
}

/**
 * Return the number of the learner's step that is next, or comes after what the others do, and how many there are.
 *
 * @param {Opened["lesson"]} lesson
 * @param {number} done
 */
function progressOf({ steps, learner }, done) {
  const own = (/** @type {Opened["lesson"]["steps"]} */ some) => some.filter(({ seat }) => seat === learner).length;
  const count = own(steps);
  return { number: Math.min(own(steps.slice(0, done)) + 1, count), count };
}

/**
 * @param {string} game
 * @param {string} rule Its number, with its page: `zeven 2.4`.
 * @param {string} language
 */
function ruleAddress(game, rule, language) {
  return `/play/rules/${game}?lang=${language}#${rule.replace(" ", "-")}`;
}

/** A table that is over needs no end. @param {unknown} error */
function ignoreProblem(error) {
  if (!(error instanceof Problem)) throw error;
}
