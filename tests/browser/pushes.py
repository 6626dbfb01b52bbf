"""Push messages in a real Chromium, which reaches no push service here and whose headless shell shows no notifications.

The page gets subscriptions to a push service that the test runs, and a permission that the test gives. Notifications
are kept in a cache, in which the page and the service worker see the same ones. What the service sends is decrypted as
a browser does it, and comes to the worker as the browser delivers it.
"""

import hmac
import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import ECDH, SECP256R1, EllipticCurvePublicKey, generate_private_key
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.async_api import CDPSession, Page, Worker

from tests.browser.chromium import Window
from tests.support.graphql_client import Json
from tests.support.receivers import Receiver

NOTIFICATIONS = """
    const SHOWN = "shown";
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        const cache = await caches.open(SHOWN);
        await cache.put(`/shown/${options.tag}`, new Response(JSON.stringify({ title, ...options })));
    };
    ServiceWorkerRegistration.prototype.getNotifications = async ({ tag = "" } = {}) => {
        const cache = await caches.open(SHOWN);
        const found = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
        const all = await Promise.all(found.flatMap((one) => one?.json() ?? []));
        const close = (one) => () => void cache.delete(`/shown/${one.tag}`);
        return all.filter((one) => one.tag.startsWith(tag)).map((one) => ({ ...one, close: close(one) }));
    };
"""
# What is kept outlives a reload. `number` makes the address of the next subscription.
BROWSER = """
    const kept = (name, fallback) => JSON.parse(localStorage.getItem(`test:${name}`)) ?? fallback;
    const keep = (name, value) => localStorage.setItem(`test:${name}`, JSON.stringify(value));
    const standard = (key) => key.replace(/-/g, "+").replace(/_/g, "/");
    const toBytes = (key) => Uint8Array.from(atob(standard(key)), (one) => one.charCodeAt(0));
    const revive = (made) => made && {
        endpoint: made.endpoint,
        options: { applicationServerKey: toBytes(made.key).buffer },
        toJSON: () => made,
        unsubscribe: async () => (keep("subscription", null), keep("number", kept("number", 0) + 1), true),
    };
    PushManager.prototype.getSubscription = async () => revive(kept("subscription", null));
    PushManager.prototype.subscribe = async ({ applicationServerKey: key, userVisibleOnly }) => {
        if (Notification.permission !== "granted" || !userVisibleOnly) throw new DOMException("", "NotAllowedError");
        keep("subscription", { endpoint: `PUSH_SERVICE${kept("number", 0)}`, keys: KEYS, key });
        return revive(kept("subscription", null));
    };
    Object.defineProperty(Notification, "permission", { get: () => kept("permission", "default") });
    Notification.requestPermission = async () => {
        keep("asked", kept("asked", 0) + 1);
        if (Notification.permission === "default") keep("permission", "granted");
        return Notification.permission;
    };
"""
# The events of a worker take time; a touch, which alone lets it open windows, cannot come from a test. The worker waits
# for the answers of pages four times as long as usual, since a busy machine is slower; shorter times are a test's.
WORKER = """
    const later = self.setTimeout;
    self.setTimeout = (act, millis, ...given) => later(act, millis < 500 ? millis : 4 * millis, ...given);
    self.handled = [];
    self.opened = [];
    const wait = ExtendableEvent.prototype.waitUntil;
    ExtendableEvent.prototype.waitUntil = function (done) {
        self.handled.push(done);
        if (this.isTrusted) wait.call(this, done);
    };
    self.loud = [];
    const show = registration.showNotification;
    registration.showNotification = (title, options) => (self.loud.push(!options.silent), show(title, options));
    clients.openWindow = async (address) => (self.opened.push(address), null);
    WindowClient.prototype.focus = async function () { return (self.opened.push(this.id), this); };
    null;
"""
HANDLED = """async (count) => {
    while (self.handled.length < count) await new Promise((resume) => setTimeout(resume, 5));
    await Promise.all(self.handled);
}"""
SHOWN = """async () => (await registration.getNotifications()).map(
    ({ title, body, tag, lang, silent }) => ({ title, body, tag, lang, silent }))"""
TOLD = """async () => {
    const cache = await caches.open("notices");
    return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key)).json()));
}"""


class Subscriber:
    """A browser whose subscription is at a push service, which keeps what it gets; all by RFC 8291 and RFC 8188."""

    def __init__(self, push_service: Receiver) -> None:
        self.address = f"{push_service.url}/"
        self._push_service = push_service
        self._key = generate_private_key(SECP256R1())
        self._auth = bytes(range(16))

    async def prepare(self, window: Window) -> None:
        """Let the pages of a window subscribe, and see what is shown."""
        keys = {"p256dh": _base64url(_point(self._key.public_key())), "auth": _base64url(self._auth)}
        browser = BROWSER.replace("PUSH_SERVICE", self.address).replace("KEYS", json.dumps(keys))
        await window.context.add_init_script(f"if (isSecureContext) {{ {NOTIFICATIONS} {browser} }}")

    def next(self) -> Json:
        """Return the next message, which must come soon."""
        message = self._push_service.next().body
        salt = message[:16]
        length = message[20]
        sender = message[21 : 21 + length]
        secret = self._key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
        both = _point(self._key.public_key()) + sender
        shared = _hmac(_hmac(self._auth, secret), b"WebPush: info\0" + both + b"\1")
        key = _hmac(salt, shared)
        content = AESGCM(_hmac(key, b"Content-Encoding: aes128gcm\0\1")[:16])
        nonce = _hmac(key, b"Content-Encoding: nonce\0\1")[:12]
        padded = content.decrypt(nonce, message[21 + length :], None)
        read: Json = msgspec.json.decode(padded.rstrip(b"\0").removesuffix(b"\2"))
        return read


class PushWorker:
    """The service worker of a window, to which push messages come."""

    def __init__(self, worker: Worker, cdp: CDPSession, registration: str, root: str) -> None:
        self._worker = worker
        self._cdp = cdp
        self._registration = registration
        self._root = root
        self._count = 0

    async def deliver(self, kind: str, session: str, at: datetime | None = None, **data: Any) -> None:  # noqa: ANN401
        """Deliver a notice of what happened at a time, by default now; wait until the worker has handled it."""
        timestamp = (at or datetime.now(UTC)).isoformat()
        await self.receive({"type": kind, "timestamp": timestamp, "data": {"sessionId": session, **data}})

    async def receive(self, payload: Json) -> None:
        """Deliver a message of the service, and wait until the worker has handled it."""
        push = {"origin": self._root, "registrationId": self._registration, "data": json.dumps(payload)}
        await self._cdp.send("ServiceWorker.deliverPushMessage", push)
        await self._handled()

    async def touch(self, session: str) -> list[str]:
        """Touch what is shown of a session; return the addresses opened, or the windows brought to the front."""
        await self._dispatch(f"""(async () => {{
            const [shown] = await registration.getNotifications({{ tag: "{session}" }});
            const notification = shown ?? {{ tag: "{session}", close() {{}} }};
            const event = Object.assign(new ExtendableEvent("notificationclick"), {{ notification }});
            self.dispatchEvent(event);
        }})()""")
        opened: list[str] = await self._worker.evaluate("self.opened.splice(0)")
        return opened

    async def change_subscription(self, made: Json) -> None:
        """Give the browser a new subscription, as its push service may do at any time."""
        await self._dispatch(f"""(() => {{
            const newSubscription = {{ toJSON: () => ({json.dumps(made)}) }};
            self.dispatchEvent(Object.assign(new ExtendableEvent("pushsubscriptionchange"), {{ newSubscription }}));
        }})()""")

    async def shown(self) -> list[Mapping[str, Any]]:
        """Return what is shown."""
        found: list[Mapping[str, Any]] = await self._worker.evaluate(SHOWN)
        return found

    async def loud(self) -> list[bool]:
        """Return for each notification since the last call whether it was shown with a sound."""
        found: list[bool] = await self._worker.evaluate("self.loud.splice(0)")
        return found

    async def told(self) -> list[Json]:
        """Return the tables that the worker is told of."""
        found: list[Json] = await self._worker.evaluate(TOLD)
        return found

    async def _dispatch(self, script: str) -> None:
        await self._worker.evaluate(script)
        await self._handled()

    async def _handled(self) -> None:
        self._count += 1
        await self._worker.evaluate(HANDLED, self._count)


async def find_worker(page: Page, root: str) -> PushWorker:
    """Return the service worker of a page, once it is active."""
    await page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    worker = page.context.service_workers[0]
    await worker.evaluate(f"{{ {NOTIFICATIONS} }} {WORKER}")
    cdp = await page.context.new_cdp_session(page)
    registrations: list[Json] = []
    cdp.on("ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"]))
    await cdp.send("ServiceWorker.enable")
    while not registrations:
        await page.evaluate("0")
    return PushWorker(worker, cdp, registrations[-1]["registrationId"], root)


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.digest(key, data, "sha256")


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
