// The explorer: open a table that was played, or that one plays, and look through its time.

import { useApp } from "../app/context.js";
import { Fault } from "../app/faults.js";
import { later } from "../app/later.js";
import { html, useCallback, useEffect, useRef, useState } from "../kit/board/preact.js";
import { Problem } from "../kit/connection.js";
import { readFile } from "./reading.js";
import { text, useTexts } from "./texts.js";

/**
 * @typedef {import("./history/opening.js").Opened} Opened
 * @typedef {import("./texts.js").Say} Say
 * @typedef {import("./texts.js").Language} Language
 * @typedef {typeof import("./history/opening.js")} Opening
 * @typedef {typeof import("./viewer.js").Viewer} Viewer
 * @typedef {{ opened: Opened, Viewer: Viewer }} Shown
 * @typedef {{ shown: Shown | null, isOpening: boolean, trouble: import("../kit/board/preact.js").Child }} State
 */

/** @type {State} */
const NOTHING = { shown: null, isOpening: false, trouble: null };

const OpenScreen = later(async () => (await import("./open_screen.js")).OpenScreen);

/** Load what shows a table; where one only chooses, it is not needed. */
async function loadViewer() {
  // The style of the board is a file of its own, which the viewer would ask for only when it has come.
  const [{ Viewer }] = await Promise.all([import("./viewer.js"), import("../kit/board/board.css")]);
  return Viewer;
}

/** @param {{ address: import("../app/address.js").Address }} given */
export function Explorer({ address }) {
  const spoken = useTexts(useApp().preferences.language);
  return spoken === null ? null : html`<${Opener} address=${address} language=${spoken} />`;
}

/** @param {{ address: import("../app/address.js").Address, language: Language }} given */
function Opener({ address: { session, token, broken }, language }) {
  const app = useApp();
  /** @type {Say} */
  const say = useCallback((key, blanks) => text(language, key, blanks), [language]);
  const [{ shown, isOpening, trouble }, setState] = useState({ ...NOTHING, isOpening: session !== null });
  const last = useRef(/** @type {object | null} */ (null));
  const start = useCallback(
    async (/** @type {(opening: Opening) => Promise<Opened | import("./history/record.js").Unreadable>} */ open) => {
      const opening = (last.current = {});
      setState({ ...NOTHING, isOpening: true });
      try {
        const [opened, Viewer] = await Promise.all([import("./history/opening.js").then(open), loadViewer()]);
        // Something else has been opened meanwhile.
        if (opening !== last.current) return;
        if ("problem" in opened) return setState({ ...NOTHING, trouble: say(opened.problem, opened.blanks) });
        void opened.history.play();
        setState({ ...NOTHING, shown: { opened, Viewer } });
      } catch (error) {
        if (error instanceof Problem && error.code === "APP_KEY_REQUIRED") app.onFault(error);
        setState({ ...NOTHING, trouble: tell(error, say) });
      }
    },
    [app.croupier, say],
  );
  const file = useRef(/** @type {string | null} */ (null));
  const openFile = useCallback(
    (/** @type {string} */ given) => {
      file.current = given;
      return start(({ openText }) => openText(app, given, say("dealt")));
    },
    [start],
  );
  // In another language everything is told anew.
  useEffect(() => void (file.current !== null && openFile(file.current)), [openFile]);
  useEffect(() => {
    if (session !== null) file.current = null;
    if (session !== null) void start(({ openSession }) => openSession(app, session, say("dealt"), token));
    else if (broken) setState({ ...NOTHING, trouble: say("notLink") });
    else setState((last) => (last.shown?.opened.table ? NOTHING : last));
  }, [session, broken, start]);
  useEffect(() => () => shown?.opened.history.close(), [shown]);
  const isDragged = useDrop(openFile);
  const close = () => {
    file.current = null;
    leave(session, () => setState(NOTHING));
  };
  return html`<div class="explorer">
    ${isDragged && html`<div class="drop-here">${say("dropHere")}</div>`}
    ${shown
      ? html`<${shown.Viewer} key=${shown.opened} opened=${shown.opened} say=${say} close=${close} />`
      : isOpening
        ? html`<p class="empty" role="status">${say("opening")}</p>`
        : html`<${OpenScreen} say=${say} trouble=${trouble} openText=${openFile} />`}
  </div>`;
}

/**
 * Return why something cannot be opened.
 *
 * @param {unknown} error
 * @param {Say} say
 */
function tell(error, say) {
  const isGone = error instanceof Problem && error.code === "NOT_FOUND";
  return isGone ? `${say("goneTitle")}. ${say("goneText")}` : html`<${Fault} error=${error} />`;
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
