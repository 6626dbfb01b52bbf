// Notices of turns: what the browser must allow and subscribe to, and what the service must know.

import { Problem } from "../kit/connection.js";
import { forgetTold, keepTold, readTold } from "./told_tables.js";

/**
 * @typedef {import("./told_tables.js").ToldTable} ToldTable
 * @typedef {import("../kit/connection.js").Connection} Connection
 */

// Nobody waits for a notice that is set up minutes later.
const ATTEMPTS = 2;

/**
 * Return why this browser can show no notices of a closed page, as the key of a text; null if it can.
 *
 * @returns {keyof typeof import("../languages/en/notices.js").texts | null}
 */
export function findObstacle() {
  if (!isSecureContext) return "noticesInsecure";
  if (!navigator.serviceWorker || !("PushManager" in globalThis) || !("Notification" in globalThis)) {
    // Safari on a phone has all this only for pages of the home screen.
    return "standalone" in navigator && !navigator.standalone ? "noticesHomeScreen" : "noticesUnsupported";
  }
  return Notification.permission === "denied" ? "noticesDenied" : null;
}

export const isAllowed = () => findObstacle() === null && Notification.permission === "granted";

/** Ask somebody who has just touched a button whether notices may be shown, and return the answer. */
export const askPermission = async () => (await Notification.requestPermission()) === "granted";

/**
 * Return the public key with which browsers subscribe; null if the service sends no notices to browsers.
 *
 * @param {Connection} connection
 * @returns {Promise<string | null>}
 */
export async function readKey(connection) {
  return (await connection.ask("/v1/push-key", { attempts: ATTEMPTS })).key;
}

/**
 * Let this browser be told of the turns of a seat, in the page's language. Throws if the browser or the service
 * refuses.
 *
 * @param {import("../app/context.js").App} app
 * @param {import("../kit/index.js").Table} table
 * @param {string} title What is played there.
 * @param {string} key The public key of the service.
 */
export async function startAt({ croupier: { connection }, preferences: { language } }, table, title, key) {
  const subscription = await subscribe(key);
  const { endpoint } = subscription;
  const all = await readTold();
  const known = all.find((one) => isOf(one, table));
  // What has changed the address of this browser has changed it for every table.
  const others = all.filter((one) => one !== known && one.endpoint !== endpoint);
  await Promise.all(others.map((one) => renew(connection, { ...one, key }, subscription)));
  if (known?.endpoint === endpoint && known.language === language) return;
  const told = {
    session: table.id,
    seat: table.seat ?? 0,
    title,
    language,
    endpoint,
    key,
    path: `/v1/sessions/${table.id}/push-subscriptions`,
    headers: headersOf(connection, table),
    version: known?.version ?? 0,
    at: known?.at,
  };
  await send(connection, told, subscription);
}

/**
 * Tell whether a told table is that of a seat.
 *
 * @param {ToldTable} told
 * @param {{ id: string, token: string | null }} table
 */
export const isOf = ({ session, headers }, { id, token }) => session === id && headers.Authorization === bearer(token);

/**
 * Let this browser be told no more of a table, or of one of its seats alone.
 *
 * @param {Connection} connection
 * @param {string} id
 * @param {string | null} [token] The secret of the seat.
 */
export async function stopAt(connection, id, token) {
  const all = (await readTold()).filter(({ session }) => session === id);
  const meant = all.filter((told) => !token || isOf(told, { id, token }));
  await Promise.all(meant.map((told) => stop(connection, told)));
}

/**
 * Let this browser be told nothing more.
 *
 * @param {Connection} connection
 */
export async function stopEverywhere(connection) {
  await Promise.all((await readTold()).map((told) => stop(connection, told)));
  const registration = await navigator.serviceWorker?.getRegistration("/play");
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * Take the notices of a table away that this browser shows.
 *
 * @param {string} session
 */
export async function closeNotices(session) {
  const registration = await navigator.serviceWorker?.getRegistration("/play");
  const shown = (await registration?.getNotifications?.({ tag: session })) ?? [];
  for (const notice of shown) notice.close();
}

/**
 * Return the subscription of this browser, a new one if there is none for the key of the service.
 *
 * @param {string} key
 */
async function subscribe(key) {
  const { pushManager } = await findWorker();
  const known = await pushManager.getSubscription();
  if (known && encode(known.options.applicationServerKey) === key) return known;
  // It belongs to a service that was at this address before.
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Return the registration of the service worker, once it is active. Throws if it cannot be installed. */
async function findWorker() {
  const registration = await navigator.serviceWorker.register("/play/static/worker.js", { scope: "/play" });
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  await new Promise((tell, refuse) => {
    const look = () => (worker?.state === "redundant" ? refuse : registration.active && tell)?.(registration);
    worker?.addEventListener("statechange", look);
    look();
  });
  return registration;
}

/**
 * Tell the service the subscription for a table.
 *
 * @param {Connection} connection
 * @param {ToldTable} told
 * @param {PushSubscription} subscription
 */
async function send(connection, told, subscription) {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh, auth } = keys;
  const body = { subscription: { endpoint, p256dh, auth }, language: told.language };
  await connection.ask(told.path, { method: "POST", body, headers: { ...told.headers }, attempts: ATTEMPTS });
  await keepTold({ ...told, endpoint });
}

/**
 * Tell the service the new subscription for a table that is not shown; one that is over is forgotten.
 *
 * @param {Connection} connection
 * @param {ToldTable} told
 * @param {PushSubscription} subscription
 */
async function renew(connection, told, subscription) {
  try {
    await send(connection, told, subscription);
  } catch (error) {
    if (error instanceof Problem) await forgetTold(told);
  }
}

/**
 * @param {Connection} connection
 * @param {ToldTable} told
 */
async function stop(connection, told) {
  const { session, path, headers, endpoint } = told;
  await Promise.all([forgetTold(told), closeNotices(session)]);
  const request = { method: "POST", headers: { ...headers }, body: { endpoint }, attempts: ATTEMPTS };
  // A seat that is lost, and a table that is over, are told nothing anyway.
  await connection.ask(`${path}/remove`, request).catch(() => null);
}

/**
 * @param {Connection} connection
 * @param {import("../kit/index.js").Table} table
 * @returns {Record<string, string>}
 */
function headersOf({ wire: { appKey } }, { token }) {
  return { Authorization: bearer(token), ...(appKey && { "Croupier-App-Key": appKey }) };
}

/** @param {string | null} token */
const bearer = (token) => `Bearer ${token}`;

/**
 * Return bytes as the service writes keys: base64url.
 *
 * @param {ArrayBuffer | null} bytes
 */
function encode(bytes) {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? [])));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
