"""Web Push: notices for browsers, readable by nobody on the way, from a sender that push services know.

A body is encrypted for the keys of its subscription (RFC 8291, with the content coding aes128gcm of RFC 8188). Each
request is signed with the key of the service (VAPID, RFC 8292), to which the browser has bound its subscription.
"""

import os
import struct
from base64 import urlsafe_b64decode

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from service.sessions.formats import FORMAT
from service.sessions.tokens import base64url, short_hash
from service.storage.codec import add_checksum, decode_checked, reporting
from store.port import Commit, Store

# The longest body that every push service accepts (RFC 8030, section 7.2), without what the encryption adds.
LONGEST_BODY = 3993
# How long a signature is valid: push services accept 24 hours at most, by clocks of their own.
_VALID_SECONDS = 12 * 3600

# The name of the stored key. No session's id contains a colon.
_DOCUMENT = "push:vapid"
_CENTURY = 3_153_600_000

_CURVE = SECP256R1()
_RECORD_SIZE = 4096
# After the last octet of the last record (RFC 8188, section 2).
_DELIMITER = b"\x02"

_encode = msgspec.json.Encoder().encode


class InvalidKeys(ValueError):
    """The keys of a subscription are not those that a browser makes."""


class _Claims(msgspec.Struct, frozen=True):
    """The claims of a JWT: the origin of the push service, the end of its validity, and whom to contact."""

    aud: str
    exp: int
    sub: str


class _Kept(msgspec.Struct, frozen=True):
    """The stored key."""

    key: str


class Vapid:
    """The identity of the service at push services.

    `key` is the private key, 32 bytes in base64url, as `new_push_key` and the usual tools write it; `contact` is a
    `mailto:` or `https:` URL at which push services reach the operator. Raises `ValueError` if `key` is not one.
    """

    def __init__(self, key: str, contact: str) -> None:
        self._key = _read_private_key(key)
        self._contact = contact
        # What browsers subscribe with: a point of the curve, in base64url.
        self.public_key = base64url(_write_point(self._key.public_key()))

    def authorize(self, origin: str, now: int) -> str:
        """Return the Authorization header of a request to a push service, by its origin and the time in seconds."""
        head = base64url(_encode({"typ": "JWT", "alg": "ES256"}))
        claims = base64url(_encode(_Claims(origin, now + _VALID_SECONDS, self._contact)))
        signed = f"{head}.{claims}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(SHA256())))
        signature = base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public_key}"


def new_push_key() -> str:
    """Return a new private key for `Vapid`."""
    number = generate_private_key(_CURVE).private_numbers().private_value
    return base64url(number.to_bytes(32, "big"))


async def load_vapid(store: Store, contact: str) -> Vapid:
    """Return the identity that all services of a store share; its key is created with the first one.

    Raises `DataCorrupted` and `StoreUnavailable`.
    """
    stored = await store.load_durable(_DOCUMENT)
    if stored is None:
        # If another worker was faster, its key is the one.
        await store.commit(_make_commit(new_push_key()))
        stored = await store.load_durable(_DOCUMENT)
    assert stored is not None
    with reporting("document", _DOCUMENT):
        return Vapid(decode_checked(stored.document, _DOCUMENT, msgspec.json.Decoder(_Kept).decode).key, contact)


def _make_commit(key: str) -> Commit:
    document = add_checksum(_encode(_Kept(key)), _DOCUMENT, FORMAT)
    return Commit(
        document_id=_DOCUMENT,
        expected=0,
        history_hash=short_hash(document),
        document=document,
        entry=b"{}",
        expires_in=_CENTURY,
    )


def check_keys(p256dh: str, auth: str) -> None:
    """Raise `InvalidKeys`, with a sentence, unless these are the keys of a subscription."""
    _read_point(p256dh)
    _read_auth(auth)


def encrypt(body: bytes, p256dh: str, auth: str) -> bytes:
    """Return a body that only the browser with these keys can read. Raises `InvalidKeys`."""
    return encrypt_with(body, p256dh, auth, os.urandom(16), generate_private_key(_CURVE))


def encrypt_with(body: bytes, p256dh: str, auth: str, salt: bytes, key: EllipticCurvePrivateKey) -> bytes:
    """Encrypt a body with these random parts, which must be new for each message (the RFCs have examples of them)."""
    assert len(body) <= LONGEST_BODY, "a notice is short"
    receiver = _read_point(p256dh)
    sender = _write_point(key.public_key())
    # RFC 8291, section 3.4.
    info = b"WebPush: info\0" + _write_point(receiver) + sender
    keying = _derive(_read_auth(auth), key.exchange(ECDH(), receiver), info, 32)
    # RFC 8188, sections 2.1 to 2.3.
    content_key = _derive(salt, keying, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(salt, keying, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!LB", _RECORD_SIZE, len(sender)) + sender
    return head + AESGCM(content_key).encrypt(nonce, body + _DELIMITER, None)


def _derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def _read_private_key(text: str) -> EllipticCurvePrivateKey:
    number = _decode(text)
    if len(number) != 32:
        raise ValueError("The key must be 32 bytes in base64url.")
    try:
        return derive_private_key(int.from_bytes(number, "big"), _CURVE)
    except ValueError:
        raise ValueError("The key is not a private key of the curve P-256.") from None


def _read_point(text: str) -> EllipticCurvePublicKey:
    try:
        return EllipticCurvePublicKey.from_encoded_point(_CURVE, _decode(text))
    except ValueError:
        raise InvalidKeys("`p256dh` is not a public key of the curve P-256 in base64url.") from None


def _read_auth(text: str) -> bytes:
    auth = _decode(text)
    if len(auth) != 16:
        raise InvalidKeys("`auth` is not 16 bytes in base64url.")
    return auth


def _write_point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _decode(text: str) -> bytes:
    """Return the bytes of base64url, with or without padding; nothing if the text is something else."""
    bare = text.rstrip("=")
    try:
        data = urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except ValueError:
        return b""
    # The library skips characters that it does not know.
    return data if base64url(data) == bare else b""
