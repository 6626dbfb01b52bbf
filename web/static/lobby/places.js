// Who sits where at a new table.

import { html } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { suggestName } from "../app/player_name.js";
import { Face } from "./face.js";
import { fillPlaces, LEVELS, namesOf, resizeTable, USUAL_LEVEL } from "./setup.js";

/**
 * @typedef {import("./setup.js").Setup} Setup
 * @typedef {import("./setup.js").Place} Place
 * @typedef {{ setup: Setup, change: (setup: Setup) => void }} Given
 */

/** @param {Given} given */
export function Places({ setup, change }) {
  const { t } = useApp();
  const { places, game } = setup;
  const taken = namesOf(setup);
  const somebody = () => {
    const name = suggestName(t, taken);
    taken.push(name);
    return /** @type {Place} */ ({ kind: "here", name });
  };
  const set = (/** @type {number} */ seat, /** @type {Place} */ place) =>
    change({ ...setup, places: places.map((old, index) => (index === seat ? place : old)) });
  /** @type {[Place["kind"], string, (seat: number) => Place][]} */
  const presets = [
    ["bot", t("againstBots"), () => ({ kind: "bot", level: USUAL_LEVEL })],
    ["open", t("withFriends"), () => ({ kind: "open" })],
    ["here", t("oneDevice"), somebody],
  ];
  return html`<fieldset class="places">
    <legend>${t("whoPlays")}</legend>
    <div class="ways">
      ${presets.map(([kind, label, place]) => html`<button type="button" key=${kind} class="button"
        aria-pressed=${places.every((each) => each.kind === "me" || each.kind === kind)}
        onClick=${() => change(fillPlaces(setup, place))}>${label}</button>`)}
    </div>
    <ol class="rows">
      ${places.map((place, seat) => {
        const choose = (/** @type {Place} */ chosen) => set(seat, chosen);
        return html`<${PlaceRow} key=${seat} ...${{ seat, place, set: choose, somebody }} />`;
      })}
    </ol>
    <div class="count-of">
      <button type="button" class="icon" aria-label=${t("fewerSeats")} disabled=${places.length <= game.minSeats}
        onClick=${() => change(resizeTable(setup, places.length - 1))}>−</button>
      <output>${t("seatCount", { count: places.length })}</output>
      <button type="button" class="icon" aria-label=${t("moreSeats")} disabled=${places.length >= game.maxSeats}
        onClick=${() => change(resizeTable(setup, places.length + 1))}>+</button>
    </div>
  </fieldset>`;
}

/** @param {{ seat: number, place: Place, set: (place: Place) => void, somebody: () => Place }} given */
function PlaceRow({ seat, place, set, somebody }) {
  const { t } = useApp();
  const number = seat + 1;
  const name = "name" in place ? place.name : "";
  /** @type {Record<Place["kind"], () => Place>} */
  const kinds = {
    me: () => ({ kind: "me", name }),
    bot: () => ({ kind: "bot", level: USUAL_LEVEL }),
    open: () => ({ kind: "open" }),
    here: somebody,
  };
  /** @type {Place["kind"][]} */
  const offered = place.kind === "me" ? ["me"] : ["bot", "open", "here"];
  const words = { me: t("seatIsYou"), bot: t("seatIsBot"), open: t("seatIsOpen"), here: t("seatIsHere") };
  const choose = (/** @type {number} */ level) => set({ kind: "bot", level });
  return html`<li>
    ${"name" in place ? html`<${Face} name=${name} />` : html`<span class="number">${number}</span>`}
    <select aria-label=${t("holder", { number })} value=${place.kind} disabled=${place.kind === "me"}
      onChange=${(/** @type {Chosen} */ { currentTarget: { value } }) =>
        set(kinds[/** @type {Place["kind"]} */ (value)]())}>
      ${offered.map((kind) => html`<option key=${kind} value=${kind}>${words[kind]}</option>`)}
    </select>
    ${place.kind === "bot" &&
    html`<${LevelChoice} label=${t("levelOf", { number })} level=${place.level} choose=${choose} />`}
    ${"name" in place &&
    html`<input
      aria-label=${t("nameAt", { number })}
      dir="auto"
      maxlength="40"
      value=${place.name}
      placeholder=${t("yourName")}
      onInput=${(/** @type {Typed} */ event) => set({ kind: place.kind, name: event.currentTarget.value })}
    />`}
  </li>`;
}

/** @param {{ label: string, level: number, choose: (level: number) => void }} given */
export function LevelChoice({ label, level, choose }) {
  const { t } = useApp();
  const onChange = (/** @type {Chosen} */ event) => choose(Number(event.currentTarget.value));
  const word = (/** @type {number} */ each) => t(/** @type {"level1"} */ (`level${each}`));
  return html`<select aria-label=${label} value=${level} onChange=${onChange}>
    ${LEVELS.map((each) => html`<option key=${each} value=${each}>${word(each)}</option>`)}
  </select>`;
}
