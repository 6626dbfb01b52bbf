// How a table is run, and by which rules: what its host has chosen.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { wordOfPace } from "../lobby/pace.js";
import { optionsAt, usualOf, wordOf } from "../lobby/options.js";

const TICKS = /** @type {const} */ (["public", "startByHost", "takeBacks", "hints"]);
const NUMBERS = /** @type {const} */ (["moveSeconds", "reactionMillis"]);

/** @param {{ session: import("../kit/index.js").Session, game: import("../kit/index.js").GameData }} given */
export function RoomSettings({ session: { settings, options, seats }, game }) {
  const { t } = useApp();
  const level = settings.leftSeatLevel;
  const ticks = TICKS.map((name) => [t(name), t(settings[name] ? "yes" : "no")]);
  const numbers = NUMBERS.flatMap((name) => (settings[name] === null ? [] : [[t(name), settings[name]]]));
  const bots = [t("pace"), wordOfPace(t, settings.botMillis ?? 0)];
  const left = [t("leftSeatLevel"), level === null ? t("nobody") : t("botOfLevel", { level })];
  const chosen = new Map(options.map(({ name, value }) => [name, value]));
  const rules = optionsAt(game, seats.length)
    .filter((option) => chosen.get(option.name) !== usualOf(option))
    .map((option) => [option.label, wordOf(t, option, chosen.get(option.name) ?? "")]);
  return html`<details class="panel chosen">
    <summary>${t("tableSettings")}</summary>
    <${Rows} rows=${[...ticks, ...numbers, bots, left]} />
    <h3>${t("rulesOptions")}</h3>
    ${rules.length ? html`<${Rows} rows=${rules} />` : html`<p class="hint">${t("usualRules")}</p>`}
  </details>`;
}

/** @param {{ rows: (string | number | null)[][] }} given */
const Rows = ({ rows }) =>
  html`<dl>${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
