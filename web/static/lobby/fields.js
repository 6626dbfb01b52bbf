// The fields of a new table: its settings, and the options of its game, each made from what the service tells of it.

import { html, useEffect, useRef } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { Fault } from "../app/faults.js";
import { choicesOf, fieldOf, usualOf, wordOf } from "./options.js";
import { PaceField } from "./pace.js";
import { LEVELS } from "./setup.js";

/**
 * @typedef {import("./options.js").GameOption} GameOption
 * @typedef {import("./setup.js").TableSettings} TableSettings
 */

/**
 * @param {object} given
 * @param {GameOption[]} given.options
 * @param {import("./options.js").Values} given.values
 * @param {string | null} given.fault
 * @param {unknown} given.error
 * @param {(changed: import("./options.js").Values) => void} given.change
 */
export function OptionFields({ options, values, fault, error, change }) {
  return html`<div class="fields">
    ${options.map((option) => {
      const { name } = option;
      const set = (/** @type {string} */ value) => change({ [name]: value });
      const given = { option, value: values[name] ?? "", error: name === fault ? error : null, set };
      return html`<${OptionField} key=${name} ...${given} />`;
    })}
  </div>`;
}

/** @param {{ option: GameOption, value: string, error: unknown, set: (value: string) => void }} given */
function OptionField({ option, value, error, set }) {
  const { t } = useApp();
  const { name, label, description, minimum, maximum } = option;
  const field = { id: `option-${name}`, "aria-describedby": `about-option-${name}`, "aria-invalid": error !== null };
  const onInput = (/** @type {Typed | Chosen} */ event) => set(event.currentTarget.value);
  const typed = { ...field, value, placeholder: wordOf(t, option, usualOf(option)), onInput };
  const usual = t("usual", { value: wordOf(t, option, usualOf(option)) });
  const range = fieldOf(option) === "number" ? `, ${t("between", { least: minimum ?? "", most: maximum ?? "" })}` : "";
  const draw = {
    switch: () => html`<select ...${field} value=${value} onChange=${onInput}>
      <option value="">${usual}</option>
      <option value="true">${t("yes")}</option>
      <option value="false">${t("no")}</option>
    </select>`,
    choice: () => html`<select ...${field} value=${value} onChange=${onInput}>
      <option value="">${usual}</option>
      ${choicesOf(option).map(
        (choice) => html`<option key=${choice} value=${choice}>${wordOf(t, option, choice)}</option>`,
      )}
    </select>`,
    number: () => html`<input ...${typed} type="number" min=${minimum} max=${maximum} />`,
    text: () => html`<input ...${typed} spellcheck="false" />`,
  };
  return html`<div class="field" ref=${useRefused(error)}>
    <label for=${field.id}>${label}</label>
    ${draw[fieldOf(option)]()}
    <p id=${`about-option-${name}`} class="hint">
      ${description}${option.kind === "LIST" ? ` ${t("listHint")}` : ""} <small>(${usual}${range})</small>
      ${error !== null && html`<strong class="trouble" role="alert"><${Fault} error=${error} /></strong>`}
    </p>
  </div>`;
}

/**
 * @param {object} given
 * @param {TableSettings} given.settings
 * @param {string | null} given.fault
 * @param {unknown} given.error
 * @param {(changed: Partial<TableSettings>) => void} given.change
 */
export function SettingFields({ settings, fault, error, change }) {
  const { t } = useApp();
  const tick = (/** @type {"public" | "startByHost" | "takeBacks" | "hints"} */ name) => html`<label class="tick">
    <input
      type="checkbox"
      checked=${settings[name]}
      onChange=${(/** @type {Typed} */ event) => change({ [name]: event.currentTarget.checked })}
    />
    <span>${t(name)}</span>
  </label>`;
  /** @param {"moveSeconds" | "reactionMillis"} name @param {string} hint @param {number} most */
  const number = (name, hint, most) =>
    html`<${NumberField} ...${{ name, hint, most, settings, change }} error=${name === fault ? error : null} />`;
  return html`<div class="fields">
    ${tick("public")} ${tick("startByHost")} ${tick("takeBacks")} ${tick("hints")}
    ${number("moveSeconds", t("moveSecondsHint"), 1_000_000)}
    ${number("reactionMillis", t("reactionHint"), 60_000)}
    <${PaceField} change=${change} />
    <div class="field">
      <label for="setting-left">${t("leftSeatLevel")}</label>
      <select id="setting-left" value=${settings.leftSeatLevel ?? ""}
        onChange=${(/** @type {Chosen} */ { currentTarget: { value } }) =>
          change({ leftSeatLevel: Number(value) || null })}>
        <option value="">${t("nobody")}</option>
        ${LEVELS.map((level) => html`<option key=${level} value=${level}>${t("botOfLevel", { level })}</option>`)}
      </select>
    </div>
  </div>`;
}

/**
 * @param {object} given
 * @param {"moveSeconds" | "reactionMillis"} given.name
 * @param {string} given.hint
 * @param {number} given.most
 * @param {TableSettings} given.settings
 * @param {unknown} given.error
 * @param {(changed: Partial<TableSettings>) => void} given.change
 */
function NumberField({ name, hint, most, settings, error, change }) {
  const { t } = useApp();
  const onInput = (/** @type {Typed} */ event) => {
    const { value } = event.currentTarget;
    change({ [name]: value === "" ? null : Number(value) });
  };
  return html`<div class="field" ref=${useRefused(error)}>
    <label for=${`setting-${name}`}>${t(name)}</label>
    <input
      id=${`setting-${name}`}
      type="number"
      min="0"
      max=${most}
      value=${settings[name] ?? ""}
      aria-describedby=${`about-${name}`}
      aria-invalid=${error !== null}
      onInput=${onInput}
    />
    <p id=${`about-${name}`} class="hint">
      ${hint} ${error !== null && html`<strong class="trouble" role="alert"><${Fault} error=${error} /></strong>`}
    </p>
  </div>`;
}

/**
 * Return where a field is: when it is refused, it is brought into sight, and one goes on there.
 *
 * @param {unknown} error
 */
function useRefused(error) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (error === null) return;
    const field = /** @type {HTMLElement | null | undefined} */ (place.current?.querySelector("input, select"));
    field?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "center" });
  }, [error]);
  return place;
}
