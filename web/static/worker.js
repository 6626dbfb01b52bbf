// The service worker: it keeps the packed files of the page and nothing else, so that a page that has been loaded once
// works until it is closed, and an installed one opens without a connection. What the service says is never kept.
// web/build.mjs names the files.

/** @type {readonly string[]} */
const FILES = [];
const PAGES = ["/play", "/play/inspect"];
const worker = /** @type {any} */ (globalThis);
const store = `croupier-${FILES.join()}`;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOthers()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, url } = event.request;
  const { pathname } = new URL(url);
  if (method !== "GET") return;
  if (FILES.includes(pathname)) event.respondWith(kept(event.request));
  else if (mode === "navigate" && PAGES.includes(pathname)) event.respondWith(fresh(event.request, pathname));
});

async function keep() {
  const cache = await caches.open(store);
  await cache.addAll([...FILES, ...PAGES]);
}

/** The pages of another release are closed by now: until then its worker has served them. */
async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith("croupier-") && name !== store);
  await Promise.all(others.map((name) => caches.delete(name)));
}

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
    const page = await caches.match(pathname);
    if (page) return page;
    throw error;
  }
}
