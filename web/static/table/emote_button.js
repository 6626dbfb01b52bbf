// The button that opens the emotes, at a table with other people. All else about emotes is loaded at the first one.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { useApp } from "../app/context.js";
import { later } from "../app/later.js";

const Emotes = later(async () => (await import("./emotes.js")).Emotes);

/** @param {import("./screen.js").AtTable} given */
export function EmoteButton(given) {
  const { table, snapshot: { session } } = given;
  const { t } = useApp();
  // What has called for the emotes: the button, or the first one that was sent.
  const [first, begin] = useState(/** @type {import("../kit/contract.js").SeatEmote | "menu" | null} */ (null));
  useEffect(() => (first ? undefined : table.onEmote(begin)), [table, first]);
  if (!session.settings.emotes || !session.seats.some(isPerson, session)) return null;
  const label = t("emotes");
  const open = () => begin("menu");
  const button = html`<button class="icon" aria-label=${label} title=${label} onClick=${open}>☺</button>`;
  return first ? html`<${Emotes} ...${given} first=${first} waiting=${button} />` : button;
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
