// The styles of a part of the page, loaded with it.

const FOLDER = "/play/static/";

/**
 * Load styles, each once, and wait until they count: nothing is drawn without them, so nothing moves.
 *
 * @param {...string} names
 */
export function loadStyles(...names) {
  return Promise.all(names.map(loadStyle));
}

/** @param {string} name */
function loadStyle(name) {
  const address = `${FOLDER}${name}`;
  if (document.querySelector(`link[href="${address}"]`)) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
  const loaded = new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }));
  document.head.append(link);
  loaded.catch(() => link.remove());
  return loaded;
}
