// The button that opens the emotes, at a table with other people. All else about emotes is loaded at the first one.

import { html, useEffect, useRef, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { later } from "../app/later.js";
import { FACE } from "./face.js";

const Emotes = later(async () => (await import("./emotes.js")).Emotes);

/** @param {import("./screen.js").AtTable} given */
export function EmoteButton(given) {
  const { table, snapshot: { session } } = given;
  const { t } = useApp();
  // What has called for the emotes: the button, or the first one that was sent.
  const [cause, begin] = useState(/** @type {"menu" | "emote" | null} */ (null));
  const early = useRef(/** @type {import("../kit/contract.js").SeatEmote[]} */ ([]));
  useEffect(() => {
    // Those that come until the rest is loaded; it takes them, and hears all others itself.
    return table.onEmote((emote) => {
      early.current.push(emote);
      begin((known) => known ?? "emote");
    });
  }, [table]);
  if (!session.settings.emotes || !session.seats.some(isPerson, session)) return null;
  const label = t("emotes");
  const open = () => begin("menu");
  const button = html`<button class="icon" aria-label=${label} title=${label} onClick=${open}>${FACE}</button>`;
  return cause ? html`<${Emotes} ...${given} cause=${cause} early=${early.current} waiting=${button} />` : button;
}

/**
 * Tell whether a seat is held by a person other than the one who looks.
 *
 * @this {import("../kit/index.js").Session}
 * @param {import("../kit/index.js").Session["seats"][number]} seat
 */
function isPerson({ index, taken, kind }) {
  return taken && kind === "HUMAN" && index !== this.viewerSeat;
}
