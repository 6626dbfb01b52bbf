// The service worker. It caches the packed files of the page, never a response of the API. A loaded page works until
// it is closed, and an installed page opens without a connection. It also shows whose turn it is while the page is
// closed. web/build.mjs lists the files, and the texts of each language.

/** @type {readonly string[]} */
const FILES = [];
/** @type {Record<string, typeof import("./languages/en/worker.js").texts>} */
const TEXTS = {};
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

// ---- notices

/**
 * @typedef {object} Payload What the service sends to a browser, the same as to webhooks: no card, no name, no secret.
 * @property {"turn.started" | "turn.ended" | "table.finished"} type Only the first is shown; the others withdraw it.
 * @property {string} timestamp When it happened (RFC 3339), by the clock of the store.
 * @property {Notice} data
 *
 * @typedef {object} Notice
 * @property {string} sessionId
 * @property {number} version The version that brought the notice.
 * @property {number | null} [seat] The seat concerned; none if it is the whole table.
 * @property {string | null} [deadline] The end of the time for the decision (RFC 3339); none if there is no such time.
 *
 * @typedef {import("./notices/told_tables.js").ToldTable} ToldTable
 */

// The tables that the page wants to be told of, by address (notices/told_tables.js).
const TOLD = "notices";
const ICON = "icon-192.png";
const UNITS = /** @type {const} */ ([["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]]);
// Safari ends the subscription of a page that shows nothing for a few pushes.
const ALWAYS_SHOWN = /^https:\/\/[^/]+\.apple\.com\//;
// A window that is frozen does not answer. After a touch, browsers wait for a second.
const PATIENCE_MILLIS = 500;

addEventListener("push", (event) => event.data && event.waitUntil(hear(/** @type {Payload} */ (event.data.json()))));
addEventListener("notificationclick", (event) => event.waitUntil(openTable(event.notification)));
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event)));

/** @param {Payload} payload */
async function hear({ type, timestamp, data: notice }) {
  const { sessionId, version } = notice;
  const at = Date.parse(timestamp);
  const all = await readTold();
  const told = all.filter(({ session, seat }) => session === sessionId && seat === (notice.seat ?? seat));
  if (told.some((table) => isOvertaken(table, version, at))) return;
  const isOver = type === "table.finished";
  await Promise.all(told.map((table) => keepTold({ ...table, version, at }, isOver)));
  const isSeen = type !== "turn.started" || (await findWindow(sessionId, isVisible));
  await (isSeen ? showNothing : show)(notice, told[0]);
}

/**
 * Tell whether a notice was delayed, and a later one of the table has come before it. The version alone does not tell:
 * its number comes again after the store has lost it. In what is left, times never go back.
 *
 * @param {ToldTable} told
 * @param {number} version
 * @param {number} at
 */
const isOvertaken = (told, version, at) => (told.at === at ? told.version > version : (told.at ?? 0) > at);

/**
 * Show that it is somebody's turn, in place of what was shown of the table.
 *
 * @param {Notice} notice
 * @param {ToldTable | undefined} told
 */
async function show({ sessionId, seat, deadline }, told) {
  const wanted = told?.language ?? "";
  const lang = wanted in TEXTS ? wanted : Object.keys(TEXTS)[0];
  const title = TEXTS[lang].yourTurn.replace("{title}", told?.title ?? "Croupier");
  const body = deadline ? tellTime(lang, Date.parse(deadline)) : "";
  const looks = { lang, icon: ICON, badge: ICON };
  await registration.showNotification(title, { ...looks, body, tag: sessionId, renotify: true, data: { seat } });
}

/**
 * Return how much time is left, and when it ends; nothing when it is over.
 *
 * @param {string} lang
 * @param {number} end In milliseconds.
 */
function tellTime(lang, end) {
  const seconds = Math.floor((end - Date.now()) / 1000);
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? ["second", 1];
  if (seconds < 1) return "";
  const style = /** @type {const} */ ({ style: "unit", unit, unitDisplay: "long" });
  const left = new Intl.NumberFormat(lang, style).format(Math.floor(seconds / size));
  // The clock of a country, in the language of the notices.
  const locale = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
  const time = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(end);
  return TEXTS[lang].timeLeft.replace("{left}", left).replace("{time}", time);
}

/**
 * Take away what is shown of a seat, or of the whole table. Browsers count the pushes that show nothing, so what is
 * taken away is shown once more, without a sound.
 *
 * @param {Notice} notice
 * @param {ToldTable | undefined} told
 */
async function showNothing({ sessionId: tag, seat }, told) {
  const isMeant = (/** @type {Notification} */ { data }) => seat === undefined || seat === null || data?.seat === seat;
  const shown = (await registration.getNotifications({ tag })).filter(isMeant);
  if (shown.length === 0 && !ALWAYS_SHOWN.test(told?.endpoint ?? "")) return;
  const [{ title }] = [...shown, { title: "Croupier" }];
  await registration.showNotification(title, { tag, silent: true, icon: ICON });
  for (const notice of await registration.getNotifications({ tag })) notice.close();
}

/**
 * Tell windows of a table, and return one that shows it, if there is one.
 *
 * @param {string} sessionId
 * @param {(page: PageWindow) => boolean} isMeant
 * @returns {Promise<PageWindow | null>}
 */
async function findWindow(sessionId, isMeant) {
  const pages = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(isMeant);
  const answers = pages.map((page) => ask(page, sessionId));
  const late = new Promise((tell) => setTimeout(tell, PATIENCE_MILLIS, null));
  return Promise.race([Promise.any(answers).catch(() => null), late]);
}

/**
 * Return a window if it shows a table; throw if it does not.
 *
 * @param {PageWindow} page
 * @param {string} sessionId
 * @returns {Promise<PageWindow>}
 */
function ask(page, sessionId) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((tell, refuse) => {
    port1.onmessage = ({ data: isShown }) => (isShown ? tell(page) : refuse());
    page.postMessage({ sessionId }, [port2]);
  });
}

/** @param {PageWindow} page */
const isVisible = ({ visibilityState }) => visibilityState === "visible";

/** @param {Notification} notification */
async function openTable(notification) {
  notification.close();
  const page = await findWindow(notification.tag, () => true);
  // The browser keeps the secret of the seat: the address needs none.
  await (page ? page.focus() : clients.openWindow(`/play#s=${notification.tag}`));
}

/**
 * Tell the service the new address of this browser, for each table.
 *
 * @param {SubscriptionEvent} event
 */
async function subscribeAgain({ newSubscription }) {
  const all = await readTold();
  if (all.length === 0) return;
  const options = { userVisibleOnly: true, applicationServerKey: all[0].key };
  const subscription = newSubscription ?? (await registration.pushManager.subscribe(options));
  await Promise.all(all.map((told) => renew(told, subscription)));
}

/**
 * @param {ToldTable} told
 * @param {PushSubscription} subscription
 */
async function renew(told, subscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const body = { subscription: { endpoint, p256dh: keys.p256dh, auth: keys.auth }, language: told.language };
  const headers = { ...told.headers, "Content-Type": "application/json" };
  const { ok } = await fetch(told.path, { method: "POST", headers, body: JSON.stringify(body) });
  // Otherwise the page tries again when it shows a table.
  if (ok) await keepTold({ ...told, endpoint });
}

/** @returns {Promise<ToldTable[]>} */
async function readTold() {
  const cache = await caches.open(TOLD);
  const found = await Promise.all((await cache.keys()).map((request) => cache.match(request)));
  return Promise.all(found.flatMap((response) => response?.json() ?? []));
}

/**
 * @param {ToldTable} told
 * @param {boolean} [isOver] Whether it is to be forgotten instead.
 */
async function keepTold(told, isOver = false) {
  const cache = await caches.open(TOLD);
  const address = `/notices/${told.session}/${told.seat}`;
  await (isOver ? cache.delete(address) : cache.put(address, new Response(JSON.stringify(told))));
}
