// The whole page: which screen is shown, and what all screens share.

import { html, useCallback, useEffect, useMemo, useState } from "../kit/board/preact.js";
import { Croupier, Problem } from "../kit/index.js";
import { hashOf, readAddress } from "./address.js";
import { AppContext, useLoaded, useModule } from "./context.js";
import { AppKeyPage, BrokenLink, FaultPage, Guarded } from "./faults.js";
import { Connection, Footer, Header } from "./frame.js";
import { keepPreferences } from "./preferences.js";
import { loadTexts, text } from "./texts.js";

/** @typedef {() => Promise<(given: any) => import("../kit/board/preact.js").Child>} LoadScreen */

/** @type {LoadScreen} */
const loadLobby = async () => (await import("../lobby/lobby.js")).Lobby;
/** @type {LoadScreen} */
const loadTable = async () => (await import("../table/page.js")).TablePage;

/**
 * @param {object} given
 * @param {ReturnType<typeof import("./storage.js").openStorage>} given.storage
 * @param {import("./storage.js").Kept} given.tabStorage
 * @param {import("./wire.js").Wire} given.wire
 * @param {import("./preferences.js").Preferences} given.preferences How they are at first.
 */
export function App({ storage, tabStorage, wire, preferences: first }) {
  const [preferences, prefer] = usePreferences(storage, first);
  const { language, theme, appKey } = preferences;
  const croupier = useMemo(() => openService({ storage, wire, language, appKey }), [language, appKey]);
  const [fault, setFault] = useState(/** @type {unknown} */ (null));
  const games = useLoaded(() => croupier.games(), [croupier]);
  const address = useAddress();
  useEffect(() => setFault(null), [appKey]);
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
    preferences,
    prefer,
    t: (key, blanks) => text(language, key, blanks),
    games: games.data,
    onFault: setFault,
  };
  const needsKey = [fault, games.error].some(isAboutAppKey);
  return html`<${AppContext.Provider} value=${app}>
    <${Header} isTable=${address.session !== null} />
    <${Connection} />
    <main id="content" tabindex="-1">
      <${Guarded}>${needsKey ? html`<${AppKeyPage} />` : html`<${Screen} address=${address} games=${games} />`}<//>
    </main>
  <//>`;
}

/** @param {{ address: import("./address.js").Address, games: { error: unknown, reload: () => void } }} given */
function Screen({ address, games }) {
  const { session, token, code, broken } = address;
  const { module, error, retry } = useModule(session === null ? loadLobby : loadTable);
  if (broken) return html`<${BrokenLink} />`;
  if (error) return html`<${FaultPage} error=${error} retry=${retry} />`;
  if (module === null) return html`<div class="table-place" aria-busy="true"></div>`;
  if (session !== null) return html`<${module} key=${session} session=${session} token=${token} code=${code} />`;
  return html`<${module} error=${games.error} reload=${games.reload} />
    <${Footer} />`;
}

/** @param {{ storage: import("../kit/index.js").TokenStorage, wire: import("./wire.js").Wire, language: string, appKey: string }} given */
function openService({ storage, wire, language, appKey }) {
  const settings = { storage, language, fetch: wire.fetch, longestWait: 5000 };
  return new Croupier(location.origin, appKey ? { ...settings, appKey } : settings);
}

/**
 * @param {import("./storage.js").Kept} storage
 * @param {import("./preferences.js").Preferences} first
 */
function usePreferences(storage, first) {
  const [preferences, setPreferences] = useState(first);
  const prefer = useCallback(async (/** @type {Partial<import("./preferences.js").Preferences>} */ changed) => {
    if (changed.language) await loadTexts(changed.language);
    keepPreferences(storage, changed);
    setPreferences((last) => ({ ...last, ...changed }));
  }, []);
  return /** @type {const} */ ([preferences, prefer]);
}

/** Return what the address leads to; its secrets are taken out of it at once. */
function useAddress() {
  const [address, setAddress] = useState(takeAddress);
  useEffect(() => {
    const follow = () => setAddress(takeAddress());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return address;
}

function takeAddress() {
  const address = readAddress(location.hash);
  const { session, token, code } = address;
  if (session !== null && (token || code)) history.replaceState(null, "", hashOf(session));
  return address;
}

/** @param {unknown} error */
const isAboutAppKey = (error) => error instanceof Problem && error.code === "APP_KEY_REQUIRED";
