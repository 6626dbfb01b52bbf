// How a game is played, in five sentences: open at the first table of a game, until it is closed.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { Introduction } from "../app/introduction.js";
import { isKnown, isOver, knowledgeOf } from "./standing.js";

/** @param {import("./screen.js").AtTable} given */
export function HowToPlay({ game, snapshot }) {
  const { t, storage, preferences } = useApp();
  const { session } = snapshot;
  const [known, setKnown] = useState(() => isKnown(storage, game, session.id) || isOver(session));
  // At the next table it is closed.
  useEffect(() => void (known || storage.setItem(knowledgeOf(game), session.id)), []);
  /** @param {{ currentTarget: HTMLDetailsElement }} event */
  const toggle = ({ currentTarget: { open } }) => {
    setKnown(!open);
    if (!open) storage.setItem(knowledgeOf(game), "yes");
  };
  const address = `/play/rules/${game.id}?lang=${preferences.language}`;
  return html`<details class="panel how-to-play" open=${!known} onToggle=${toggle}>
    <summary><h2>${t("howToPlay")}</h2></summary>
    <${Introduction} game=${game} />
    <p><a href=${address} target="_blank" rel="noopener">${t("rulesOf", { game: game.title })}</a></p>
  </details>`;
}
