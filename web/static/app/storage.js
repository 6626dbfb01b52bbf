// What the page keeps: in the browser where it allows that, else in memory until the tab is closed.

/**
 * @typedef {object} Kept
 * @property {(key: string) => string | null} getItem
 * @property {(key: string, value: string) => void} setItem
 * @property {(key: string) => void} removeItem
 */

/**
 * Open a storage that always works. In a private window, or where cookies are blocked, a browser's own throws at any
 * call, or when it is full.
 *
 * @param {() => Kept} find
 * @returns {Kept & { lasts: boolean }}
 */
export function openStorage(find) {
  /** @type {Map<string, string>} */
  const memory = new Map();
  const own = attempt(() => {
    const found = find();
    found.setItem("croupier-page:probe", "1");
    found.removeItem("croupier-page:probe");
    return found;
  });
  return {
    lasts: own !== null,
    getItem: (key) => memory.get(key) ?? attempt(() => own?.getItem(key) ?? null),
    setItem(key, value) {
      // What could not be kept is at least known until the tab is closed.
      const done = attempt(() => own && (own.setItem(key, value), true));
      if (done) memory.delete(key);
      else memory.set(key, value);
    },
    removeItem(key) {
      memory.delete(key);
      attempt(() => own?.removeItem(key));
    },
  };
}

/**
 * Return a value that was kept as JSON; the fallback if there is none, or if something else has spoilt it.
 *
 * @template T
 * @param {Kept} storage
 * @param {string} key
 * @param {T} fallback
 * @param {(value: unknown) => boolean} isSound
 * @returns {T}
 */
export function readJson(storage, key, fallback, isSound) {
  const value = attempt(() => JSON.parse(storage.getItem(key) ?? "null"));
  return value !== null && isSound(value) ? value : fallback;
}

/**
 * @template T
 * @param {() => T} act
 * @returns {T | null}
 */
function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}
