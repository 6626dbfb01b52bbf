// The whole page: which screen is shown, and what all screens share.

import { html, useCallback, useEffect, useMemo, useState } from "../kit/board/preact.js";
import { Croupier, Problem } from "../kit/index.js";
import { Lobby } from "../lobby/lobby.js";
import { TablePage } from "../table/page.js";
import { hashOf, readAddress } from "./address.js";
import { AppContext, useLoaded } from "./context.js";
import { AppKeyPage, BrokenLink, Guarded } from "./faults.js";
import { Connection, Footer, Header } from "./frame.js";
import { keepPreferences, readPreferences } from "./preferences.js";
import { text } from "./texts.js";

/**
 * @param {object} given
 * @param {ReturnType<typeof import("./storage.js").openStorage>} given.storage
 * @param {import("./storage.js").Kept} given.tabStorage
 * @param {import("./wire.js").Wire} given.wire
 */
export function App({ storage, tabStorage, wire }) {
  const [preferences, prefer] = usePreferences(storage);
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
      <${Guarded}>${needsKey ? html`<${AppKeyPage} />` : screenOf(address, games)}<//>
    </main>
    ${address.session === null && html`<${Footer} />`}
  <//>`;
}

/**
 * @param {import("./address.js").Address} address
 * @param {{ error: unknown, reload: () => void }} games
 */
function screenOf({ session, token, code, broken }, { error, reload }) {
  if (broken) return html`<${BrokenLink} />`;
  if (session === null) return html`<${Lobby} error=${error} reload=${reload} />`;
  return html`<${TablePage} key=${session} session=${session} token=${token} code=${code} />`;
}

/** @param {{ storage: import("../kit/index.js").TokenStorage, wire: import("./wire.js").Wire, language: string, appKey: string }} given */
function openService({ storage, wire, language, appKey }) {
  const settings = { storage, language, fetch: wire.fetch, longestWait: 5000 };
  return new Croupier(location.origin, appKey ? { ...settings, appKey } : settings);
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
