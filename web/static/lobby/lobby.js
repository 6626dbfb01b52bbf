// The lobby: every game, the tables of this browser, and those that others have opened.

import { html, useEffect, useState } from "../kit/board/preact.js";
import { hashOf, hashOfTournament, PROFILE } from "../app/address.js";
import { FaultPage, Trouble } from "../app/faults.js";
import { useAction, useApp } from "../app/context.js";
import { later } from "../app/later.js";
import { ownName } from "../app/player_name.js";
import { Footer } from "./footer.js";
import { FaceAt } from "./face.js";
import { GameTile, PlaceOfTile } from "./games.js";
import { JoinByLink } from "./join.js";
import { MyTables } from "./my_tables.js";
import { NameField } from "./name_field.js";
import { OpenTables, RunningTables, titleOf, Told } from "./open_tables.js";
import { openTable } from "./opening.js";
import { TableScreen } from "../table/stages.js";
import { firstSetup } from "./setup.js";
import { adoptStyle } from "../app/styles.js";
import style from "./lobby.css";

adoptStyle(style);

// Tournaments borrow them.
export { FaceAt, NameField, ownName, titleOf, Told };

const SetupDialog = later(async () => (await import("./setup_dialog.js")).SetupDialog);

/** @typedef {import("../kit/index.js").Game} Game */

// So many places are kept until it is known how many games there are.
const PLACES = 5;

/** @param {{ error: unknown, reload: () => void }} given */
export function Lobby({ error, reload }) {
  const app = useApp();
  const { t, games } = app;
  const [chosen, choose] = useState(/** @type {string | null} */ (null));
  const game = games?.find(({ id }) => id === chosen);
  useEffect(() => void (document.title = "Croupier"), []);
  const playing = useAction(async (/** @type {Game} */ game) => {
    // The table is needed in a moment.
    void loadTable().catch(() => null);
    location.hash = hashOf(await openTable(app, firstSetup(game, { ...app.preferences, name: ownName(app) })));
  });
  if (error && !games) return html`<${FaultPage} error=${error} retry=${reload} /><${Footer} />`;
  return html`<div class="lobby">
    <section class="hero">
      <h1>${t("tagline")}</h1>
      <p>${t("lead")}</p>
      <${NameField} />
      <a class="button quiet" href=${PROFILE}>${t("yourProfile")}</a>
    </section>
    <${MyTables} />
    <${Trouble} error=${playing.error} />
    <section aria-label=${t("games")} aria-busy=${playing.isBusy || !games}>
      <ul class="games">
        ${games
          ? games.map((game) => html`<${GameTile} key=${game.id} game=${game} isBusy=${playing.isBusy}
              onPlay=${() => playing.run(game)} onSetUp=${() => choose(game.id)} />`)
          : Array.from({ length: PLACES }, (_, index) => html`<${PlaceOfTile} key=${index} />`)}
      </ul>
    </section>
    <div class="tables">
      <${OpenTables} />
      <${RunningTables} />
      <div class="ways-in">
        <${JoinByLink} />
        <section aria-labelledby="tournaments">
          <h2 id="tournaments">${t("tournaments")}</h2>
          <p class="hint">${t("tournamentsHint")}</p>
          <a class="button" href=${hashOfTournament()}>${t("toTournaments")}</a>
        </section>
      </div>
    </div>
    ${game && html`<${SetupDialog} key=${game.id} game=${game} onClose=${() => choose(null)} />`}
  </div>
  <${Footer} />`;
}

const loadTable = () => TableScreen.load();
