// The table of a lesson: this page holds all of its seats, and keeps nothing of it.

import { ownName } from "../app/player_name.js";
import { loadLobbyTexts } from "../app/texts.js";
import { DRAWN } from "../kit/catalogue.js";
import { Lobby } from "../kit/lobby.js";
import { watchWhileVisible } from "../table/watching.js";
import { guide } from "./steps.js";

/** @typedef {import("../kit/index.js").Table} Table */

/**
 * Open a table with the deal of a game's lesson, and take all its seats. The learner's table takes only the moves of
 * the lesson.
 *
 * @param {import("../app/context.js").App} app
 * @param {string} id The game.
 */
export async function openLesson(app, id) {
  const { croupier, t } = app;
  const { connection } = croupier;
  const [game, lesson] = await Promise.all([
    croupier.gameData(id, { lists: DRAWN }),
    croupier.lesson(id),
    // Names are made of their words.
    loadLobbyTexts(),
  ]);
  const { seats, options, seed, deck, names, learner } = lesson;
  const lobby = new Lobby(connection.url, { ...connection.wire, storage: storeInMemory() });
  const host = await lobby.create({ game: id, seats, options, seed, deck });
  /** @type {Table[]} */
  const tables = [];
  const others = [...names.keys()].filter((seat) => seat !== learner);
  // The last seat that is taken begins the play, so the learner's table shows the deal.
  for (const seat of [...others, learner]) {
    const name = names[seat] || ownName(app);
    tables[seat] = await lobby.join(host.id, { seat, name, player: `seat${seat}` });
  }
  watchWhileVisible(tables[learner]);
  guide(tables[learner], lesson, () => t("lessonOther"));
  return { game, lesson, host, tables };
}

/** @returns {import("../kit/index.js").TokenStorage} */
function storeInMemory() {
  /** @type {Map<string, string>} */
  const tokens = new Map();
  return { getItem: (key) => tokens.get(key) ?? null, setItem: (key, token) => void tokens.set(key, token) };
}
