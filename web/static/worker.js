// The service worker: it keeps the packed files of the page and nothing else, so that a page that has been loaded once
// works until it is closed, and an installed one opens without a connection. What the service says is never kept.
// web/build.mjs names the files.

/** @type {readonly string[]} */
const FILES = [];
const PAGES = ["/play", "/play/inspect"];
const OURS = "croupier-";
// A page that is left open sees releases come.
const MOST_RELEASES = 4;
const worker = /** @type {any} */ (globalThis);
const store = `${OURS}${FILES.join()}`;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forget((name) => name !== store)));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = event.request;
  const { pathname } = new URL(url);
  if (method !== "GET") return;
  // A page is the newest one that there is, and the worker of a release before may still serve it.
  if (pathname.startsWith("/play/static/")) event.respondWith(kept(event.request));
  else if (mode === "navigate" && PAGES.includes(pathname)) event.respondWith(fresh(event.request, pathname));
});

async function keep() {
  const cache = await caches.open(store);
  await cache.addAll([...FILES, ...PAGES]);
  await forget((_, age) => age >= MOST_RELEASES);
}

/**
 * Forget the files of other releases: when a worker begins to serve, all their pages are closed.
 *
 * @param {(name: string, age: number) => boolean} isOld
 */
async function forget(isOld) {
  await Promise.all((await releases()).filter(isOld).map((name) => caches.delete(name)));
}

/** The names of all releases that are kept, the newest first. */
const releases = async () => (await caches.keys()).filter((name) => name.startsWith(OURS)).reverse();

/** @param {Request} request */
const kept = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

/**
 * @param {Request} request
 * @param {string} pathname
 */
async function fresh(request, pathname) {
  try {
    return await fetch(request);
  } catch (error) {
    for (const cacheName of await releases()) {
      // One that has not come as a whole has no page.
      const page = await caches.match(pathname, { cacheName, ignoreVary: true });
      if (page) return page;
    }
    throw error;
  }
}
