// Setting up a tournament: what is played, in which format, and who may come.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { useAction, useApp } from "../app/context.js";
import { Trouble } from "../app/faults.js";
import { lent } from "./lent.js";
import { allowsTakeBacks, createTournament, FORMATS, takesLateEntries, USUAL } from "./setup.js";
import { useTournaments } from "./watching.js";

/**
 * @typedef {import("./setup.js").Setup} Setup
 * @typedef {{ setup: Setup, change: (changed: Partial<Setup>) => void }} Given
 */

const MOST_BOTS = 32;

/** @param {{ games: import("../kit/index.js").Game[], onClose: () => void }} given */
export function SetupDialog({ games, onClose }) {
  const app = useApp();
  const { t, preferences } = app;
  const kit = useTournaments();
  const [chosen, choose] = useState(games[0].id);
  // Anew in each language.
  const game = games.find(({ id }) => id === chosen) ?? games[0];
  const { name } = preferences;
  const [setup, setSetup] = useState({ ...USUAL, title: name ? t("tournamentOf", { name }) : t("tournament") });
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const making = useAction(async () => void (location.hash = await createTournament(app, kit, game, setup)));
  const fault = lent.fieldAtFault(making.error);
  const isOption = game.options.some(({ name }) => name === fault);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const change = (/** @type {Partial<Setup>} */ changed) => setSetup((last) => ({ ...last, ...changed }));
  const setGame = (/** @type {Chosen} */ event) => {
    const { id, minSeats, maxSeats } = games.find((one) => one.id === event.currentTarget.value) ?? game;
    choose(id);
    change({ options: {}, seatsPerTable: Math.min(Math.max(setup.seatsPerTable, minSeats), maxSeats) });
  };
  return html`<dialog ref=${dialog} class="setup" aria-labelledby="setup-title" onClose=${onClose}>
    <form noValidate onSubmit=${(/** @type {SubmitEvent} */ event) => (event.preventDefault(), making.run())}>
      <header>
        <h2 id="setup-title">${t("newTournament")}</h2>
        <button type="button" class="icon" aria-label=${t("close")} onClick=${() => dialog.current?.close()}>×</button>
      </header>
      <div class="body">
        <div class="fields">
          <div class="field">
            <label for="title">${t("title")}</label>
            <input id="title" maxlength="100" value=${setup.title}
              onInput=${(/** @type {Typed} */ event) => change({ title: event.currentTarget.value })} />
          </div>
          <div class="field">
            <label for="game">${t("game")}</label>
            <select id="game" value=${game.id} onChange=${setGame}>
              ${games.map(({ id, title }) => html`<option key=${id} value=${id} data-game=${id}>${title}</option>`)}
            </select>
          </div>
          <${Format} setup=${setup} change=${change} game=${game} />
        </div>
        <div class="fields"><${Who} setup=${setup} change=${change} /></div>
        <details>
          <summary>${t("tableSettings")}</summary>
          <div class="fields"><${Tables} setup=${setup} change=${change} /></div>
        </details>
        <details open=${isOption || undefined}>
          <summary>${t("rulesOptions")}</summary>
          <${lent.OptionFields} options=${lent.optionsAt(game, setup.seatsPerTable)} values=${setup.options}
            fault=${fault} error=${making.error}
            change=${(/** @type {Setup["options"]} */ changed) =>
              change({ options: { ...setup.options, ...changed } })} />
        </details>
      </div>
      <footer>
        <${Trouble} error=${isOption ? null : making.error} />
        <button class="button strong big" disabled=${making.isBusy || !setup.title.trim()}>
          ${t("makeTournament")}
        </button>
      </footer>
    </form>
  </dialog>`;
}

/** How it is played. @param {Given & { game: import("../kit/index.js").Game }} given */
function Format({ game, ...given }) {
  const { setup, change } = given;
  const { t } = useApp();
  const { format } = setup;
  const isFree = format === "SWISS" || format === "ONE_TABLE";
  const setFormat = (/** @type {Chosen} */ event) => {
    const chosen = /** @type {Setup["format"]} */ (event.currentTarget.value);
    const sameDeals = setup.sameDeals && chosen !== "ONE_TABLE";
    change({ format: chosen, rounds: chosen === "SWISS" ? 3 : null, sameDeals });
  };
  return html`<div class="field">
      <label for="format">${t("format")}</label>
      <select id="format" value=${format} aria-describedby="about-format" onChange=${setFormat}>
        ${FORMATS.map((word) => html`<option key=${word} value=${word}>${t(word)}</option>`)}
      </select>
      <p id="about-format" class="hint">${t(/** @type {"aboutSWISS"} */ (`about${format}`))}</p>
    </div>
    <${NumberField} ...${given} name="seatsPerTable" least=${Math.max(2, game.minSeats)} most=${game.maxSeats} />
    ${isFree && html`<${NumberField} ...${given} name="rounds" least=${1} most=${50} hint=${t("roundsHint")} />`}
    <${NumberField} ...${given} name="boards" least=${1} most=${20} hint=${t("boardsHint")} />
    ${format !== "ONE_TABLE" && html`<${Tick} ...${given} name="sameDeals" hint=${t("sameDealsHint")} />`}`;
}

/** Who may come, and when. @param {Given} given */
function Who(given) {
  const { setup, change } = given;
  const { t } = useApp();
  const setLevel = (/** @type {number} */ botLevel) => change({ botLevel });
  const late = { name: "lastEntryRound", least: 1, most: 50, hint: t("lastEntryHint") };
  return html`<${Tick} ...${given} name="public" label=${t("listTournament")} />
    <${Tick} ...${given} name="withEntryCode" />
    <${NumberField} ...${given} name="bots" least=${0} most=${MOST_BOTS} />
    ${setup.bots > 0 && html`<div class="field"><span aria-hidden="true"><b>${t("level")}</b></span>
      <${lent.LevelChoice} label=${t("level")} level=${setup.botLevel} choose=${setLevel} /></div>`}
    ${takesLateEntries(setup) && html`<${NumberField} ...${given} ...${late} />`}
    <${Tick} ...${given} name="byHost" />`;
}

/** What holds at every table, and what a place is worth. @param {Given} given */
function Tables(given) {
  const { t } = useApp();
  const wordOf = (/** @type {string} */ word) => t(/** @type {"WIN"} */ (word));
  const levelOf = (/** @type {string} */ level) => (level ? t("botOfLevel", { level }) : t("nobody"));
  const levels = ["", ...lent.LEVELS.map(String)];
  const time = { name: "moveSeconds", least: 0, most: 1_000_000, hint: t("moveSecondsHint") };
  return html`<${NumberField} ...${given} ...${time} />
    <${Choice} ...${given} name="leftSeatLevel" label=${t("leftSeatLevel")} values=${levels} wordOf=${levelOf} />
    <${Choice} ...${given} name="points" label=${t("pointScheme")} values=${["LINEAR", "WINNER"]} wordOf=${wordOf} />
    <${Choice} ...${given} name="byes" label=${t("byeWorth")} values=${["WIN", "DRAW", "ZERO"]} wordOf=${wordOf} />
    ${allowsTakeBacks(given.setup) && html`<${Tick} ...${given} name="takeBacks" />`}
    <${Tick} ...${given} name="hints" />`;
}

/**
 * @param {Given & { name: "points" | "byes" | "leftSeatLevel", label: string, values: string[],
 *   wordOf: (value: string) => string }} given
 */
function Choice({ name, label, values, wordOf, setup, change }) {
  const choose = (/** @type {Chosen} */ { currentTarget: { value } }) =>
    change({ [name]: name === "leftSeatLevel" ? Number(value) || null : value });
  return html`<div class="field">
    <label for=${`setting-${name}`}>${label}</label>
    <select id=${`setting-${name}`} value=${setup[name] ?? ""} onChange=${choose}>
      ${values.map((value) => html`<option key=${value} value=${value}>${wordOf(value)}</option>`)}
    </select>
  </div>`;
}

/**
 * @param {Given & { name: "seatsPerTable" | "rounds" | "boards" | "bots" | "lastEntryRound" | "moveSeconds",
 *   least: number, most: number, hint?: string }} given
 */
function NumberField({ name, least, most, hint, setup, change }) {
  const { t } = useApp();
  // An empty field says nothing where that has a meaning, else the least.
  const empty = name === "rounds" || name === "moveSeconds" ? null : least;
  const set = (/** @type {Typed} */ { currentTarget: { value } }) =>
    change({ [name]: value === "" ? empty : Number(value) });
  return html`<div class="field">
    <label for=${`setting-${name}`}>${t(name)}</label>
    <input id=${`setting-${name}`} type="number" min=${least} max=${most} value=${setup[name] ?? ""}
      aria-describedby=${hint ? `about-${name}` : undefined} onChange=${set} />
    ${hint && html`<p id=${`about-${name}`} class="hint">${hint}</p>`}
  </div>`;
}

/**
 * @param {Given & { name: "sameDeals" | "public" | "withEntryCode" | "byHost" | "takeBacks" | "hints",
 *   label?: string, hint?: string }} given
 */
function Tick({ name, label, hint, setup, change }) {
  const { t } = useApp();
  return html`<label class="tick">
    <input type="checkbox" checked=${setup[name]}
      onChange=${(/** @type {Typed} */ event) => change({ [name]: event.currentTarget.checked })} />
    <span>${label ?? t(name)}${hint && html` <small>${hint}</small>`}</span>
  </label>`;
}
