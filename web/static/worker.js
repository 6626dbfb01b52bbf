// The service worker. It caches the packed files of the page, never a response of the API. A loaded page works until
// it is closed, and an installed page opens without a connection. web/build.mjs lists the files.

/** @type {readonly string[]} */
const FILES = [];
const PAGES = ["/play"];
const OURS = "croupier-";
// An open page needs the files of its own release, even after newer releases.
const MOST_RELEASES = 4;
const store = `${OURS}${FILES.join()}`;

addEventListener("install", (event) => event.waitUntil(cacheFiles()));
addEventListener("activate", (event) => {
  event.waitUntil(deleteReleases((name) => name !== store));
});
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { pathname } = new URL(url);
  if (method !== "GET") return;
  // Pages come from the network first, so the worker of an older release may serve a newer page and its files.
  if (pathname.startsWith("/play/static/")) event.respondWith(answerFromCache(event.request));
  else if (mode === "navigate" && PAGES.includes(pathname)) {
    event.respondWith(answerFromNetwork(event.request, pathname));
  }
});

async function cacheFiles() {
  const cache = await caches.open(store);
  await cache.addAll([...FILES, ...PAGES]);
  await deleteReleases((_, age) => age >= MOST_RELEASES);
}

/**
 * Delete the files of old releases. All pages of other releases are closed when a worker becomes active.
 *
 * @param {(name: string, age: number) => boolean} isOld
 */
async function deleteReleases(isOld) {
  await Promise.all((await releases()).filter(isOld).map((name) => caches.delete(name)));
}

/** The names of all cached releases, the newest first. */
const releases = async () => (await caches.keys()).filter((name) => name.startsWith(OURS)).reverse();

/** @param {Request} request */
const answerFromCache = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/**
 * @param {Request} request
 * @param {string} pathname
 */
async function answerFromNetwork(request, pathname) {
  try {
    return await fetch(request);
  } catch (error) {
    for (const cacheName of await releases()) {
      // A release that was not loaded completely has no page.
      const page = await caches.match(pathname, { cacheName, ignoreVary: true });
      if (page) return page;
    }
    throw error;
  }
}
