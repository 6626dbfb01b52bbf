// The whole page: which screen is shown, and what all screens share.

import { html, useCallback, useEffect, useMemo, useRef, useState } from "../kit/board/preact.js";
import { Problem } from "../kit/connection.js";
import { Lobby } from "../kit/lobby.js";
import { takeAddress } from "./arrival.js";
import { AppContext, useCaught, useLoaded } from "./context.js";
import { Guarded } from "./faults.js";
import { goOnAtHeading } from "./focus.js";
import { Connection, Header } from "./frame.js";
import { later } from "./later.js";
import { keepPreferences, readPreferences } from "./preferences.js";
import { loadTexts, text } from "./texts.js";

const AppKeyPage = later(async () => (await import("./app_key.js")).AppKeyPage);

/**
 * @typedef {import("../kit/board/preact.js").Child} Child
 *
 * @typedef {object} Loading The games, on their way.
 * @property {unknown} error
 * @property {() => void} reload
 */

/**
 * @param {object} given
 * @param {(given: { address: import("./address.js").Address, games: Loading }) => Child} given.screen
 * @param {string} [given.home] Where the games are.
 * @param {ReturnType<typeof import("./storage.js").openStorage>} given.storage
 * @param {import("./storage.js").Kept} given.tabStorage
 * @param {import("./wire.js").Wire} given.wire
 */
export function App({ screen, home = "#", storage, tabStorage, wire }) {
  const [preferences, prefer] = usePreferences(storage);
  const { language, theme, appKey } = preferences;
  const croupier = useMemo(() => openService({ storage, wire, language, appKey }), [language, appKey]);
  const [fault, setFault] = useCaught();
  const address = useAddress(storage, tabStorage);
  const isTable = (address.session ?? address.lesson) !== null;
  // A table loads its own game.
  const games = useLoaded(async () => (isTable ? null : croupier.games()), [croupier, isTable]);
  const spoken = useTexts(language);
  useEffect(() => setFault(null), [appKey]);
  useHeading(address);
  useEffect(() => {
    document.documentElement.lang = language;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [language, theme]);
  /** @type {import("./context.js").App} */
  const app = {
    croupier,
    wire,
    storage,
    tabStorage,
    preferences: { ...preferences, language: spoken ?? language },
    prefer,
    t: (key, blanks) => text(spoken ?? language, key, blanks),
    games: games.data,
    onFault: setFault,
  };
  if (spoken === null) return null;
  const keyFault = [games.error, fault].find(isAboutAppKey);
  return html`<${AppContext.Provider} value=${app}>
    <${Header} isTable=${isTable} home=${home} />
    <${Connection} />
    <main id="content" tabindex="-1">
      <${Guarded}>
        ${keyFault ? html`<${AppKeyPage} fault=${keyFault} />` : html`<${screen} address=${address} games=${games} />`}
      <//>
    </main>
  <//>`;
}

/**
 * @param {object} given
 * @param {import("../kit/index.js").TokenStorage} given.storage
 * @param {import("./wire.js").Wire} given.wire
 * @param {string} given.language
 * @param {string} given.appKey
 */
function openService({ storage, wire, language, appKey }) {
  const settings = { storage, language, fetch: wire.fetch, longestWait: 5000, changeAttempts: Infinity };
  return new Lobby(location.origin, appKey ? { ...settings, appKey } : settings);
}

/**
 * Return the language whose texts are there: the wanted one as soon as it has been loaded.
 *
 * @param {import("./preferences.js").Language} wanted
 */
function useTexts(wanted) {
  const [spoken, speak] = useState(/** @type {import("./preferences.js").Language | null} */ (null));
  useEffect(() => {
    loadTexts(wanted).then(() => speak(wanted), () => speak((last) => last ?? wanted));
  }, [wanted]);
  return spoken;
}

/** @param {import("./storage.js").Kept} storage */
function usePreferences(storage) {
  const [preferences, setPreferences] = useState(() => readPreferences(storage, navigator.languages));
  const prefer = useCallback((/** @type {Partial<import("./preferences.js").Preferences>} */ changed) => {
    keepPreferences(storage, changed);
    setPreferences((last) => ({ ...last, ...changed }));
  }, []);
  return /** @type {const} */ ([preferences, prefer]);
}

/**
 * Return what the address leads to; its secrets are kept, and taken out of it at once.
 *
 * @param {import("./storage.js").Kept} storage
 * @param {import("./storage.js").Kept} tabStorage
 */
function useAddress(storage, tabStorage) {
  const [address, setAddress] = useState(() => takeAddress(storage, tabStorage));
  useEffect(() => {
    const follow = () => setAddress(takeAddress(storage, tabStorage));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return address;
}

/**
 * Move the focus to the heading of a new screen: the link or button that led there has gone with the old one.
 *
 * @param {import("./address.js").Address} address
 */
function useHeading(address) {
  const first = useRef(address);
  useEffect(() => {
    const main = document.getElementById("content");
    return address === first.current || !main ? undefined : goOnAtHeading(main);
  }, [address]);
}

/** @param {unknown} error */
const isAboutAppKey = (error) => error instanceof Problem && error.code === "APP_KEY_REQUIRED";
