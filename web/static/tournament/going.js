// From a tournament to one's own table: with the secret of the entrant, which is that of its seats.

import { hashOf } from "../app/address.js";
import { keepToken, tokenPlace } from "../app/my_tables.js";
import { readJson } from "../app/storage.js";

// This tab has gone there by itself already: whoever leaves a table is not sent back.
const PLACE = "croupier-page:gone-to";

/**
 * Return the session that one plays now; null: none.
 *
 * @param {import("./watching.js").Seen} seen
 */
export function ownSession({ tournament, mine }) {
  const now = mine.filter(({ round }) => round === tournament.playedRounds.length);
  const playing = now.flatMap(({ boards }) => boards).find(({ status }) => status === "PLAYING");
  return tournament.status === "ABANDONED" ? null : (playing?.sessionId ?? null);
}

/**
 * Go to a table of the tournament, as its entrant if it is one's own.
 *
 * @param {import("../app/context.js").App} app
 * @param {string} session
 * @param {string | null} token
 */
export function goTo({ storage, tabStorage }, session, token) {
  tabStorage.setItem(PLACE, JSON.stringify([session, ...goneTo(tabStorage)].slice(0, 50)));
  if (token && storage.getItem(tokenPlace(session)) !== token) keepToken(storage, session, token);
  location.hash = hashOf(session);
}

/**
 * Tell whether a table is to be opened by itself.
 *
 * @param {import("../app/storage.js").Kept} tabStorage
 * @param {string} session
 */
export const isNew = (tabStorage, session) => !goneTo(tabStorage).includes(session);

/**
 * @param {import("../app/storage.js").Kept} tabStorage
 * @returns {string[]}
 */
const goneTo = (tabStorage) => readJson(tabStorage, PLACE, [], Array.isArray);
