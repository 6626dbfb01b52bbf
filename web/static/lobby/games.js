// A game as a tile: a fan of its cards, one sentence, and the way to a table.

import { html } from "../kit/board/preact.js";
import { hashOfLesson } from "../app/address.js";
import { useApp, useLoaded } from "../app/context.js";
import { isKnown } from "../table/standing.js";
import { Fan } from "./fan.js";

/** @typedef {import("../kit/index.js").Game} Game */

/** @type {import("../kit/index.js").Card[]} */
const NONE = [];

/**
 * @param {object} given
 * @param {Game} given.game
 * @param {boolean} given.isBusy
 * @param {() => void} given.onPlay
 * @param {() => void} given.onSetUp
 */
export function GameTile({ game, isBusy, onPlay, onSetUp }) {
  const { t, preferences, storage } = useApp();
  const { id, title, summary, minSeats, maxSeats } = game;
  return html`<li class="game" data-game=${id}>
    <${FanOf} game=${game} />
    ${game.hasLesson &&
    html`<a
      class=${isKnown(storage, game) ? "button learn" : "button learn new"}
      href=${hashOfLesson(id)}
      aria-label=${t("learnOf", { game: title })}
    >
      ${t("learn")}
    </a>`}
    <div class="told">
      <h2>${title}</h2>
      <p class="count">${t("seatsRange", { least: minSeats, most: maxSeats })}</p>
      <p class="summary">${summary}</p>
      <div class="ways">
        <button
          class="button strong"
          aria-label=${t("playNowOf", { game: title })}
          disabled=${isBusy}
          onClick=${onPlay}
        >
          ${t("playNow")}
        </button>
        <button class="button" aria-label=${t("setUpOf", { game: title })} onClick=${onSetUp}>${t("setUp")}</button>
        <a
          class="quiet"
          href=${`/play/rules/${id}?lang=${preferences.language}`}
          aria-label=${t("rulesOf", { game: title })}
        >
          ${t("rules")}
        </a>
      </div>
    </div>
  </li>`;
}

/** The place of a tile whose game has not come yet: of the same size, so that nothing moves. */
export function PlaceOfTile() {
  return html`<li class="game empty" aria-hidden="true"><div class="fan"></div><div class="told"></div></li>`;
}

/** @param {{ game: Game }} given */
function FanOf({ game }) {
  const { croupier } = useApp();
  const { data } = useLoaded(() => croupier.cards(game.id), [croupier, game.id]);
  return html`<${Fan} id=${game.id} cards=${data ?? NONE} />`;
}
