// Where a record or a table is chosen.

import { readPasted } from "../app/address.js";
import { useApp } from "../app/context.js";
import { readMyTables } from "../app/my_tables.js";
import { html, useRef, useState } from "../kit/board/preact.js";
import { readFile } from "./reading.js";

/**
 * @param {object} given
 * @param {import("./texts.js").Say} given.say
 * @param {import("../kit/board/preact.js").Child} given.trouble
 * @param {(text: string) => void} given.openText
 */
export function OpenScreen({ say, trouble, openText }) {
  return html`<div class="opening">
    <h1>${say("title")}</h1>
    <p class="lead">${say("lead")}</p>
    <p class="trouble" role="alert">${trouble}</p>
    <div class="ways-in">
      <${RecordForm} say=${say} openText=${openText} />
      <${SessionForm} say=${say} />
    </div>
  </div>`;
}

/** @param {{ say: import("./texts.js").Say, openText: (text: string) => void }} given */
function RecordForm({ say, openText }) {
  const field = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const choose = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const [file] = input.files ?? [];
    if (file) openText(await readFile(file));
    // The same file can be chosen again.
    input.value = "";
  };
  const paste = (/** @type {Event} */ event) => {
    event.preventDefault();
    openText(field.current?.value ?? "");
  };
  return html`<section class="panel" aria-labelledby="open-record">
    <h2 id="open-record">${say("openRecord")}</h2>
    <p>${say("openRecordText")}</p>
    <p class="ways">
      <label class="button strong file">
        ${say("chooseFile")}
        <input type="file" accept=".json,application/json" onChange=${choose} />
      </label>
      <span>${say("orDrop")}</span>
    </p>
    <form onSubmit=${paste}>
      <label>
        ${say("pasteRecord")}
        <textarea
          ref=${field}
          rows="3"
          spellcheck=${false}
          autocomplete="off"
          placeholder='{"format":1,"game":…}'
        ></textarea>
      </label>
      <button class="button">${say("openPasted")}</button>
    </form>
  </section>`;
}

/** @param {{ say: import("./texts.js").Say }} given */
function SessionForm({ say }) {
  const { storage, games, preferences } = useApp();
  const tellTime = (/** @type {number} */ at) => new Date(at).toLocaleString(preferences.language);
  const [isWrong, setWrong] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const mine = readMyTables(storage);
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    const address = readPasted(field.current?.value ?? "");
    setWrong(!address?.session);
    if (address?.session) location.hash = `s=${address.session}`;
  };
  return html`<section class="panel" aria-labelledby="open-session">
    <h2 id="open-session">${say("openSession")}</h2>
    <p>${say("openSessionText")}</p>
    <form onSubmit=${open}>
      <label>
        ${say("sessionLabel")}
        <input
          ref=${field}
          type="text"
          required
          autocomplete="off"
          aria-invalid=${isWrong}
          aria-describedby="not-link"
        />
      </label>
      <p class="trouble" id="not-link" role="alert">${isWrong && say("notLink")}</p>
      <button class="button">${say("open")}</button>
    </form>
    ${mine.length > 0 &&
    html`<h3>${say("yourTables")}</h3>
      <ul class="rows">
        ${mine.slice(0, 8).map(
          ({ session, game, seats, at }) => html`<li key=${session}>
            <a href=${`#s=${session}`}>${games?.find(({ id }) => id === game)?.title ?? game}</a>
            <small>${seats.map(({ name }) => name).join(", ")} · ${tellTime(at)}</small>
          </li>`,
        )}
      </ul>`}
  </section>`;
}
