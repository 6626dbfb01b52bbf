// Setting up a table: who plays, how it is run, and by which rules.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { hashOf } from "../app/address.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { ownName, suggestName } from "../app/player_name.js";
import { chosenOptions, fieldAtFault, optionsAt } from "./options.js";
import { OptionFields, SettingFields } from "./fields.js";
import { openTable } from "./opening.js";
import { LevelChoice, Places } from "./places.js";
import { firstSetup, LEVELS, namePlaces } from "./setup.js";

// Tournaments borrow them.
export { chosenOptions, fieldAtFault, LevelChoice, LEVELS, OptionFields, optionsAt };

/** @param {{ game: import("../kit/index.js").Game, onClose: () => void }} given */
export function SetupDialog({ game, onClose }) {
  const app = useApp();
  const { t, preferences } = app;
  const [setup, change] = useState(() => firstSetup(game, { ...preferences, name: ownName(app) }));
  const changeSettings = (/** @type {Partial<import("./setup.js").TableSettings>} */ changed) =>
    change((last) => ({ ...last, settings: { ...last.settings, ...changed } }));
  const changeOptions = (/** @type {import("./options.js").Values} */ changed) =>
    change((last) => ({ ...last, options: { ...last.options, ...changed } }));
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const opening = useAction(async () => {
    const named = namePlaces(setup, (taken) => suggestName(t, taken));
    location.hash = hashOf(await openTable(app, named));
  });
  const isFull = setup.places.every(({ kind }) => kind !== "open");
  const fault = fieldAtFault(opening.error);
  const isBesideField = fault !== null && (fault in setup.settings || game.options.some(({ name }) => name === fault));
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return html`<dialog ref=${dialog} class="setup" aria-labelledby="setup-title" onClose=${onClose}>
    <form noValidate onSubmit=${(/** @type {SubmitEvent} */ event) => (event.preventDefault(), opening.run())}>
      <header>
        <h2 id="setup-title">${t("newTable", { game: game.title })}</h2>
        <button type="button" class="icon" aria-label=${t("close")} onClick=${() => dialog.current?.close()}>×</button>
      </header>
      <div class="body">
        <${Places} setup=${setup} change=${change} />
        <details open=${(fault !== null && fault in setup.settings) || undefined}>
          <summary>${t("tableSettings")}</summary>
          <${SettingFields}
            settings=${setup.settings}
            fault=${fault}
            error=${opening.error}
            change=${changeSettings}
          />
        </details>
        <details open=${game.options.some(({ name }) => name === fault) || undefined}>
          <summary>${t("rulesOptions")}</summary>
          <${OptionFields}
            options=${optionsAt(game, setup.places.length)}
            values=${setup.options}
            fault=${fault}
            error=${opening.error}
            change=${changeOptions}
          />
        </details>
      </div>
      <footer>
        <${Trouble} error=${isBesideField ? null : opening.error} />
        <button class="button strong big" disabled=${opening.isBusy}>
          ${opening.isBusy ? t("opening") : t(isFull && !setup.settings.startByHost ? "dealCards" : "openTable")}
        </button>
      </footer>
    </form>
  </dialog>`;
}
