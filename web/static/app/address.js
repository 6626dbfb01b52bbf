// Addresses of tables and tournaments: whatever is secret stands in the fragment, which browsers send to nobody.

import { originForOthers } from "./reach.js";

/**
 * @typedef {object} Address
 * @property {string | null} session The table; null: none.
 * @property {string | null} tournament The tournament, empty for the list of them; null: none. With neither: the lobby.
 * @property {string | null} lesson The game whose lesson is played; null: none.
 * @property {boolean} profile Whether it is the profile of this browser.
 * @property {string | null} token The secret of a seat, once.
 * @property {string | null} code The code of an invitation, once.
 * @property {boolean} broken Whether the fragment is none of ours, or was cut off on its way.
 */

const TOURNAMENTS = "#tournaments";
const LESSON = "#lesson=";
export const PROFILE = "#profile";
const SESSION = /^[\w-]{8,100}$/;
// No secret of a seat, whose table was cut off.
const TOURNAMENT = /^[\w-]{8,42}$/;
const SECRET = /^[\w-]{8,200}$/;

/**
 * Read the fragment of an address: `#s=SESSION`, perhaps with `t=TOKEN` or `code=JOINCODE`; `#t=TOURNAMENT`, perhaps
 * with `code=ENTRYCODE`; `#tournaments`; `#lesson=GAME`; or `#profile`.
 *
 * @param {string} hash
 * @returns {Address}
 */
export function readAddress(hash) {
  const nowhere = {
    session: null,
    tournament: null,
    lesson: null,
    profile: false,
    token: null,
    code: null,
    broken: false,
  };
  if (hash === TOURNAMENTS) return { ...nowhere, tournament: "" };
  if (hash === PROFILE) return { ...nowhere, profile: true };
  if (hash.startsWith(LESSON)) return { ...nowhere, lesson: hash.slice(LESSON.length) };
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [session, token, code] = ["s", "t", "code"].map((name) => parts.get(name));
  const sound = matches(SESSION, session) && matches(SECRET, token) && matches(SECRET, code);
  if (sound && session === null && token && TOURNAMENT.test(token)) return { ...nowhere, tournament: token, code };
  const broken = !sound || (session === null && hash.length > 1);
  return broken ? { ...nowhere, broken } : { ...nowhere, session, token, code };
}

/**
 * Read what somebody has pasted: a link to a table or a tournament, its fragment, or the id of a table.
 *
 * @param {string} text
 * @returns {Address | null} Null if it leads to neither.
 */
export function readPasted(text) {
  const [, hash = null] = /#(.*)$/.exec(text.trim()) ?? [];
  const address = readAddress(hash ?? `s=${text.trim().replace(/^s=/, "")}`);
  return address.session ?? address.tournament ? address : null;
}

/**
 * Tell whether a text is the code or the secret of a seat alone: 256 bits, where the id of a table has half as many.
 *
 * @param {string} text
 */
export const isSecretAlone = (text) => /^(?:code=|t=)?[\w-]{43}$/.test(text.trim());

/**
 * Return the fragment that leads to a table.
 *
 * @param {string} session
 * @param {{ token?: string | null, code?: string | null }} [secrets]
 */
export function hashOf(session, { token, code } = {}) {
  const secret = token ? `&t=${token}` : code ? `&code=${code}` : "";
  return `#s=${session}${secret}`;
}

/**
 * Return the fragment that leads to a tournament; without one, to all of them.
 *
 * @param {string} [tournament]
 * @param {string | null} [code] That of an invitation.
 */
export function hashOfTournament(tournament, code) {
  return tournament ? `#t=${tournament}${code ? `&code=${code}` : ""}` : TOURNAMENTS;
}

/**
 * Return the fragment that leads to the lesson of a game.
 *
 * @param {string} game
 */
export const hashOfLesson = (game) => LESSON + game;

/**
 * Return a link to a tournament, to give to somebody else.
 *
 * @param {string} tournament
 * @param {string | null} [code] That of an invitation.
 */
export const linkToTournament = (tournament, code) =>
  `${originForOthers()}/play${hashOfTournament(tournament, code)}`;

/**
 * Return a link to give to somebody else; with a game, whoever shows a preview of it names the game.
 *
 * @param {string} session
 * @param {{ code?: string | null, game?: string }} [more]
 */
export function linkTo(session, { game, ...secrets } = {}) {
  const { lang } = document.documentElement;
  const preview = game ? `?game=${encodeURIComponent(game)}${lang === "en" ? "" : `&lang=${lang}`}` : "";
  return `${originForOthers()}/play${preview}${hashOf(session, secrets)}`;
}

/**
 * @param {RegExp} pattern
 * @param {string | null} value
 */
const matches = (pattern, value) => value === null || pattern.test(value);
