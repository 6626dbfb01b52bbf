// What every part of the page may use, and the hooks that they share.

import { createContext, useCallback, useContext, useEffect, useRef, useState } from "../kit/board/preact.js";

/**
 * @typedef {object} App
 * @property {import("../kit/lobby.js").Lobby} croupier The service, in the wanted language.
 * @property {import("./wire.js").Wire} wire
 * @property {ReturnType<typeof import("./storage.js").openStorage>} storage What the browser keeps.
 * @property {import("./storage.js").Kept} tabStorage What is kept for this tab alone, over reloads.
 * @property {import("./preferences.js").Preferences} preferences
 * @property {(changed: Partial<import("./preferences.js").Preferences>) => void} prefer
 * @property {(key: import("./texts.js").Key, blanks?: Record<string, string | number>) => string} t A text of the page.
 * @property {import("../kit/index.js").Game[] | null} games What is played here; null while it is not known.
 * @property {(error: unknown) => void} onFault Tell of a fault that concerns the whole page.
 */

/** @typedef {{ isBusy: boolean, error: unknown }} Acting */

export const AppContext = createContext(/** @type {App | null} */ (null));

/** @returns {App} */
export function useApp() {
  const app = useContext(AppContext);
  if (app === null) throw new Error("Nothing is drawn outside the app.");
  return app;
}

/** Return what was caught last, null before, and a function that keeps it. */
export function useCaught() {
  const [{ error }, setState] = useState(/** @type {{ error: unknown }} */ ({ error: null }));
  const keep = useCallback((/** @type {unknown} */ caught) => setState({ error: caught }), []);
  return /** @type {const} */ ([error, keep]);
}

/**
 * Load something, anew when the inputs change. While nothing has come, `data` is null.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @param {readonly unknown[]} inputs
 * @returns {{ data: T | null, error: unknown, reload: () => void }}
 */
export function useLoaded(load, inputs) {
  const [loaded, setLoaded] = useState(/** @type {{ data: T | null, error: unknown }} */ ({ data: null, error: null }));
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    load().then(
      (data) => isWanted && setLoaded({ data, error: null }),
      (error) => isWanted && setLoaded(({ data }) => ({ data, error })),
    );
    return () => void (isWanted = false);
  }, [...inputs, round]);
  return { ...loaded, reload: useCallback(() => setRound((last) => last + 1), []) };
}

/**
 * Do something again and again while somebody looks.
 *
 * @param {() => void} act
 * @param {number} millis
 */
export function useRegularly(act, millis) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || latest.current(), millis);
    return () => clearInterval(timer);
  }, [millis]);
}

/**
 * Load a part of the page when it is first shown. A failed import is not tried again by the browser itself.
 *
 * @template T
 * @param {() => Promise<T>} load
 */
export function useModule(load) {
  const [loaded, setLoaded] = useState(/** @type {{ load: typeof load, module: T } | null} */ (null));
  const [error, setError] = useCaught();
  useEffect(() => {
    let isWanted = true;
    setError(null);
    load().then((module) => isWanted && setLoaded({ load, module }), (caught) => isWanted && setError(caught));
    return () => void (isWanted = false);
  }, [load]);
  return { module: loaded?.load === load ? loaded.module : null, error, retry: () => location.reload() };
}

/**
 * Let a button do something once at a time, and tell how that went.
 *
 * @template {unknown[]} A
 * @param {(...given: A) => Promise<unknown>} act
 */
export function useAction(act) {
  const [{ isBusy, error }, setState] = useState(/** @type {Acting} */ ({ isBusy: false, error: null }));
  const run = async (/** @type {A} */ ...given) => {
    if (isBusy) return;
    setState({ isBusy: true, error: null });
    try {
      await act(...given);
      setState({ isBusy: false, error: null });
    } catch (caught) {
      setState({ isBusy: false, error: caught });
    }
  };
  return { run, isBusy, error };
}

/**
 * Tell whether a media query holds, as it changes.
 *
 * @param {string} query
 */
export function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setHolds(list.matches);
    list.addEventListener("change", follow);
    return () => list.removeEventListener("change", follow);
  }, [query]);
  return holds;
}
