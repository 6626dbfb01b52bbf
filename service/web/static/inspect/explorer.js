// The explorer: open a table that was played, or that one plays, and look through its time.

import { describeFault, useApp } from "../app/context.js";
import { html, useCallback, useEffect, useState } from "../kit/board/preact.js";
import { Problem } from "../kit/index.js";
import { OpenScreen } from "./open_screen.js";
import { openSession, openText } from "./history/opening.js";
import { text } from "./texts.js";
import { Viewer } from "./viewer.js";

/**
 * @typedef {import("./history/opening.js").Opened} Opened
 * @typedef {import("./texts.js").Say} Say
 * @typedef {{ opened: Opened | null, isOpening: boolean, trouble: string | null }} State
 */

/** @type {State} */
const NOTHING = { opened: null, isOpening: false, trouble: null };

/**
 * @param {object} given
 * @param {import("../app/address.js").Address} given.address
 */
export function Explorer({ address: { session, token, broken } }) {
  const app = useApp();
  const { language } = app.preferences;
  /** @type {Say} */
  const say = useCallback((key, blanks) => text(language, key, blanks), [language]);
  const [{ opened, isOpening, trouble }, setState] = useState(NOTHING);
  /** @type {(open: () => Promise<Opened | import("./history/record.js").Unreadable>) => Promise<void>} */
  const start = useCallback(async (open) => {
    setState({ ...NOTHING, isOpening: true });
    try {
      const found = await open();
      if ("problem" in found) return setState({ ...NOTHING, trouble: say(found.problem, found.blanks) });
      void found.history.play();
      setState({ ...NOTHING, opened: found });
    } catch (error) {
      const isGone = error instanceof Problem && error.code === "NOT_FOUND";
      const told = isGone ? `${say("goneTitle")}. ${say("goneText")}` : describeFault(app, error);
      if (error instanceof Problem && error.code === "APP_KEY_REQUIRED") app.onFault(error);
      setState({ ...NOTHING, trouble: told });
    }
  }, [app.croupier, say]);
  const openFile = useCallback((/** @type {string} */ given) => start(() => openText(app, given, say("dealt"))), [start]);
  useEffect(() => {
    if (session !== null) void start(() => openSession(app, session, say("dealt"), token));
    else if (broken) setState({ ...NOTHING, trouble: say("notLink") });
    else setState((last) => (last.opened?.table ? NOTHING : last));
  }, [session, broken, start]);
  useEffect(() => () => opened?.history.close(), [opened]);
  const isDragged = useDrop(openFile);
  return html`<div class="explorer">
    ${isDragged && html`<div class="drop-here">${say("dropHere")}</div>`}
    ${opened
      ? html`<${Viewer} key=${opened} opened=${opened} say=${say} close=${() => leave(session, () => setState(NOTHING))} />`
      : html`<${OpenScreen} say=${say} isOpening=${isOpening} trouble=${trouble} openText=${openFile} />`}
  </div>`;
}

/**
 * Go back to where things are opened.
 *
 * @param {string | null} session
 * @param {() => void} forget
 */
function leave(session, forget) {
  forget();
  if (session !== null) location.hash = "";
}

/**
 * Open a file that is dropped on the page; tell whether one is held above it.
 *
 * @param {(text: string) => void} open
 */
function useDrop(open) {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const over = (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragged(true);
    };
    const left = (/** @type {DragEvent} */ event) => {
      if (event.relatedTarget === null) setDragged(false);
    };
    const drop = async (/** @type {DragEvent} */ event) => {
      setDragged(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      open(await readFile(file));
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", left);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", left);
      removeEventListener("drop", drop);
    };
  }, [open]);
  return isDragged;
}

/**
 * Return the text of a file; nothing if it cannot be read, as a folder.
 *
 * @param {File} file
 */
export const readFile = (file) => file.text().catch(() => "");
