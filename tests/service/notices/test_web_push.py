"""Web Push: only the browser reads a notice, and push services know who sends it."""

import asyncio
import hmac
import time
from base64 import urlsafe_b64decode
from collections.abc import AsyncIterator

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.notices.endpoints import PushSubscription
from service.notices.sending import Attempt, Sender
from service.notices.web_push import (
    LONGEST_BODY,
    InvalidKeys,
    Vapid,
    check_keys,
    encrypt,
    encrypt_with,
    load_vapid,
    new_push_key,
)
from service.sessions.tokens import base64url
from store.port import Commit, Store
from store.problems import DataCorrupted
from tests.service.notices.receivers import Receiver, answer
from tools.stores import started_store

pytestmark = pytest.mark.anyio

CONTACT = "mailto:operator@example.com"
BODY = b'{"type":"turn.started","sessionId":"s1"}'

# RFC 8291, appendix A.
PLAIN = b"When I grow up, I want to be a watermelon"
SENDER_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER_KEY = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
P256DH = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
ENCRYPTED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
    "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def plain(text: str) -> bytes:
    """Return the bytes of base64url."""
    return urlsafe_b64decode(text + "==")


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(plain(text), "big"), ec.SECP256R1())


class Browser:
    """A browser with a subscription; it decrypts as RFC 8291 and RFC 8188 say, with no code of ours."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen octets!!"

    def subscription(self, url: str) -> PushSubscription:
        return PushSubscription("p1", url, base64url(self.point()), base64url(self.auth), 0, "mark")

    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def decrypt(self, message: bytes) -> bytes:
        salt = message[:16]
        size = int.from_bytes(message[16:20], "big")
        end = 21 + message[20]
        sender = message[21:end]
        record = message[end:]
        assert len(record) <= size
        secret = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        keying = self._expand(self.auth, secret, b"WebPush: info\0" + self.point() + sender, 32)
        content_key = self._expand(salt, keying, b"Content-Encoding: aes128gcm\0", 16)
        nonce = self._expand(salt, keying, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(content_key).decrypt(nonce, record, None).rstrip(b"\0")
        assert padded.endswith(b"\x02"), "the record is not the last one"
        return padded[:-1]

    @staticmethod
    def _expand(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
        """HKDF of RFC 5869, for at most 32 octets."""
        return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:length]


@pytest.fixture
async def sender() -> AsyncIterator[Sender]:
    sender = Sender(True, Vapid(new_push_key(), CONTACT), seconds=5)
    yield sender
    await sender.close()


async def push(sender: Sender, receiver: Receiver, browser: Browser) -> Attempt:
    subscription = browser.subscription(receiver.url())
    return await sender.send_push(subscription, BODY, ttl=90, topic="table-1", urgency="high")


# ---- encryption


def test_the_example_of_the_rfc_is_encrypted_as_it_says() -> None:
    assert base64url(encrypt_with(PLAIN, P256DH, AUTH, plain(SALT), private_key(SENDER_KEY))) == ENCRYPTED


def test_the_example_of_the_rfc_is_decrypted_by_the_browser_of_these_tests() -> None:
    browser = Browser()
    browser.key = private_key(BROWSER_KEY)
    browser.auth = plain(AUTH)
    assert browser.decrypt(plain(ENCRYPTED)) == PLAIN


@pytest.mark.parametrize("length", [0, 1, LONGEST_BODY])
def test_a_browser_decrypts_what_it_gets_and_no_other_does(length: int) -> None:
    browser = Browser()
    other = Browser()
    keys = browser.subscription("https://push.example/")
    message = encrypt(b"x" * length, keys.p256dh, keys.auth)
    assert len(message) <= 4096
    assert browser.decrypt(message) == b"x" * length
    with pytest.raises(InvalidTag):
        other.decrypt(message)


def test_no_message_is_encrypted_like_another() -> None:
    first, second = (encrypt(PLAIN, P256DH, AUTH) for _ in range(2))
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        (P256DH[:-4], AUTH),
        (base64url(b"\x04" + b"\x01" * 64), AUTH),  # not on the curve
        (base64url(b"\x00"), AUTH),  # the point at infinity
        (f" {P256DH}", AUTH),
        (f"{P256DH}é", AUTH),
        (P256DH.replace("-", "+"), AUTH),
        (P256DH, ""),
        (P256DH, AUTH[:-2]),
        (P256DH, f"{AUTH}AA"),
        (P256DH, f"{AUTH}\n"),
        (P256DH, "ü"),
    ],
)
async def test_keys_that_no_browser_makes_are_refused(sender: Sender, p256dh: str, auth: str) -> None:
    name = "p256dh" if auth == AUTH else "auth"
    with pytest.raises(InvalidKeys, match=f"^`{name}` is not "):
        check_keys(p256dh, auth)
    async with Receiver(answer("201 Created")) as receiver:
        subscription = PushSubscription("p1", receiver.url(), p256dh, auth, 0, "mark")
        made = await sender.send_push(subscription, BODY, ttl=0, topic="t", urgency="high")
    assert not made.ok
    assert made.reason.startswith(f"`{name}` is not ")
    assert receiver.connections == 0


def test_keys_of_browsers_are_accepted_with_and_without_padding() -> None:
    check_keys(P256DH, AUTH)
    check_keys(f"{P256DH}=", f"{AUTH}==")


# ---- requests


async def test_a_push_service_gets_what_only_the_browser_reads(sender: Sender) -> None:
    browser = Browser()
    async with Receiver(answer("201 Created")) as receiver:
        assert await push(sender, receiver, browser) == Attempt(201, is_push=True)
    (request,) = receiver.requests
    assert browser.decrypt(request.body) == BODY
    assert request.headers["content-encoding"] == "aes128gcm"
    assert (request.headers["ttl"], request.headers["topic"]) == ("90", "table-1")
    assert request.headers["urgency"] == "high"
    assert request.headers["user-agent"].startswith("Croupier/")


async def test_a_push_service_verifies_who_sends(sender: Sender) -> None:
    async with Receiver(answer("201 Created")) as receiver:
        await push(sender, receiver, Browser())
    scheme, _, parameters = receiver.requests[0].headers["authorization"].partition(" ")
    token, key = (part.strip().partition("=")[2] for part in parameters.split(","))
    signed, _, signature = token.rpartition(".")
    head, claims = (msgspec.json.decode(plain(part)) for part in signed.split("."))
    assert scheme == "vapid"
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == f"http://127.0.0.1:{receiver.port}"
    assert claims["sub"] == CONTACT
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert sender.vapid is not None
    assert key == sender.vapid.public_key
    verify(key, signed, signature)
    with pytest.raises(InvalidSignature):
        verify(key, signed + "x", signature)


def verify(key: str, signed: str, signature: str) -> None:
    """Verify ES256 (RFC 7518, section 3.4)."""
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    r, s = (int.from_bytes(half, "big") for half in (plain(signature)[:32], plain(signature)[32:]))
    assert len(plain(signature)) == 64
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))


@pytest.mark.parametrize(("status", "is_gone"), [(404, True), (410, True), (400, False), (403, False), (413, False)])
async def test_a_push_service_says_that_a_subscription_is_gone(sender: Sender, status: int, is_gone: bool) -> None:
    async with Receiver(answer(f"{status} No")) as receiver:
        made = await push(sender, receiver, Browser())
    assert (made.status, made.gone, made.ok) == (status, is_gone, False)


# ---- the key


def test_a_key_is_that_of_the_usual_tools() -> None:
    vapid = Vapid(SENDER_KEY, CONTACT)
    assert vapid.public_key == "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    assert Vapid(f"{SENDER_KEY}=", CONTACT).public_key == vapid.public_key


@pytest.mark.parametrize("key", ["", "secret", SENDER_KEY[:-2], f"{SENDER_KEY}AA", "A" * 43, "_" * 42 + "8", "ü" * 43])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match=r"^The key "):
        Vapid(key, CONTACT)


@pytest.mark.parametrize("kind", ["sqlite_url", "redis_url"])
async def test_all_services_of_a_store_have_one_key(request: pytest.FixtureRequest, kind: str) -> None:
    url = request.getfixturevalue(kind)
    async with started_store(url) as first, started_store(url) as second:
        loaded = await asyncio.gather(*(load_vapid(store, CONTACT) for store in (first, second, first, second)))
        again = await load_vapid(second, CONTACT)
    assert {vapid.public_key for vapid in loaded} == {again.public_key}
    assert len(plain(again.public_key)) == 65


async def test_a_corrupted_key_is_reported_and_never_replaced(sqlite_store: Store) -> None:
    await sqlite_store.commit(Commit("push:vapid", 0, b"rubbish", b"{}", 60, history_hash="h"))
    for _ in range(2):
        with pytest.raises(DataCorrupted):
            await load_vapid(sqlite_store, CONTACT)
