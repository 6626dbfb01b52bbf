// How a game is played, in five sentences: open at the first table of a game, until it is closed.

import { html, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { isKnown, knowledgeOf } from "./standing.js";

/** @param {{ game: import("../kit/index.js").GameData }} given */
export function HowToPlay({ game }) {
  const { t, storage, preferences } = useApp();
  const [known, setKnown] = useState(() => isKnown(storage, game));
  /** @param {{ currentTarget: HTMLDetailsElement }} event */
  const toggle = ({ currentTarget: { open } }) => {
    setKnown(!open);
    if (!open) storage.setItem(knowledgeOf(game), "yes");
  };
  const address = `/play/rules/${game.id}?lang=${preferences.language}`;
  return html`<details class="panel how-to-play" open=${!known} onToggle=${toggle}>
    <summary><h2>${t("howToPlay")}</h2></summary>
    <p><b>${game.goal}</b></p>
    <ol>${game.howToPlay.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ol>
    <p><a href=${address} target="_blank" rel="noopener">${t("rulesOf", { game: game.title })}</a></p>
  </details>`;
}
