"""Sealed states, which a player can hold and send back, but neither read nor change.

A token is `cs1.HEADER.BODY`, both parts URL-safe base64. The header is readable: game, rules version, table and ply.
The body is the id of the seal key, a salt, and the state, encrypted with AES-256-GCM. Key and nonce are derived for
each token from the seal key and the salt (HKDF-SHA-256, RFC 5869), so no pair repeats in any number of tokens. Prefix,
header and key id are authenticated with the state, so no part of a token can be changed or exchanged.

The length of a token depends on public data only (`_padded_size`). A seal cannot tell an old state from a new one: a
holder can send an earlier token, unless the store remembers which ply the table has reached.
"""

import base64
import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

import engine
from engine import State
from service.sessions.tokens import base64url

PREFIX = "cs1"
KEY_BYTES = 32
KEY_ID_BYTES = 8
SALT_BYTES = 24
NONCE_BYTES = 12
# Sealed states are padded to a multiple of BUCKET, after some room for secret parts whose text varies in length.
BUCKET = 256
SECRET_ROOM = 32
LONGEST_TOKEN = 200_000
PURPOSE = b"croupier sealed state 1"
ANY_KEY = "00" * 32


class Unsealable(Exception):
    """A text that these keys cannot open as a sealed state; the reason is never disclosed."""

    def __init__(self) -> None:
        super().__init__("This is not a sealed state that can be opened here.")


class Sealed(msgspec.Struct, frozen=True):
    """The content of a sealed state: the state, and the id of its table."""

    state: State
    table: str


class _SealHeader(msgspec.Struct, frozen=True, array_like=True):
    """The readable part of a sealed state, which is authenticated with it."""

    game: str
    rules: int
    table: str
    ply: int


class Seals:
    """The seal keys: the first key seals, and every key opens."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        if not keys or any(len(key) != KEY_BYTES for key in keys):
            raise ValueError(f"There must be at least one seal key, each of {KEY_BYTES} bytes.")
        self._keys = {_key_id(key): key for key in keys}
        self._newest = _key_id(keys[0])

    def seal(self, state: State, table: str) -> str:
        """Return a sealed state of `table`: a different token each time."""
        header = msgspec.json.encode(_SealHeader(engine.game_of(state).name, state.rules, table, state.ply))
        salt = secrets.token_bytes(SALT_BYTES)
        cipher, nonce = _derive(self._keys[self._newest], salt)
        padded = engine.dumps(state).ljust(_padded_size(state))
        body = cipher.encrypt(nonce, padded, _associated_data(header, self._newest))
        return f"{PREFIX}.{base64url(header)}.{base64url(self._newest + salt + body)}"

    def open(self, token: str) -> Sealed:
        """Return the content of a sealed state. Raises `Unsealable` for any other text."""
        try:
            return self._open(token)
        except (ValueError, InvalidTag, msgspec.MsgspecError, engine.EngineError):
            raise Unsealable from None

    def grant(self, table: str, seat: int) -> str:
        """Return the grant of a seat: the secret that lets its holder play the seat of a sealed table."""
        return _grant(self._keys[self._newest], table, seat)

    def is_grant(self, token: str, table: str, seat: int) -> bool:
        """Tell whether a token is the grant of a seat, made with any of the keys."""
        return any(hmac.compare_digest(token, _grant(key, table, seat)) for key in self._keys.values())

    def _open(self, token: str) -> Sealed:
        header, body = _read(token)
        key_id = body[:KEY_ID_BYTES]
        salt = body[KEY_ID_BYTES : KEY_ID_BYTES + SALT_BYTES]
        # An unknown key takes as much work as a known one.
        cipher, nonce = _derive(self._keys.get(key_id, self._keys[self._newest]), salt)
        padded = cipher.decrypt(nonce, body[KEY_ID_BYTES + SALT_BYTES :], _associated_data(header, key_id))
        return Sealed(engine.loads(padded), msgspec.json.decode(header, type=_SealHeader).table)


def is_sealed(token: str) -> bool:
    """Tell whether a text claims to be a sealed state; an open state never does."""
    return token.startswith(f"{PREFIX}.")


def _key_id(key: bytes) -> bytes:
    """Return the id of a key in tokens, which reveals nothing of the key."""
    return sha256(PURPOSE + b" key id" + key).digest()[:KEY_ID_BYTES]


def _derive(key: bytes, salt: bytes) -> tuple[AESGCM, bytes]:
    """Return the cipher and the nonce of a token."""
    derived = HKDF(SHA256(), KEY_BYTES + NONCE_BYTES, salt, PURPOSE).derive(key)
    return AESGCM(derived[:KEY_BYTES]), derived[KEY_BYTES:]


def _grant(key: bytes, table: str, seat: int) -> str:
    return base64url(hmac.digest(key, b"\n".join((PURPOSE, b"grant", table.encode(), b"%d" % seat)), "sha256"))


def _associated_data(header: bytes, key_id: bytes) -> bytes:
    """Return the data that is authenticated with the state but not encrypted."""
    return b".".join((PREFIX.encode(), key_id, header))


def _padded_size(state: State) -> int:
    """Return the length to which a state is padded before it is sealed; it depends on the public part only.

    The state's real length would reveal how many digits a hidden number has. So the length is that of a fixed other
    state that looks the same to everybody.
    """
    public = len(engine.dumps(engine.redeal(state, None, ANY_KEY)))
    return -(-(public + SECRET_ROOM) // BUCKET) * BUCKET


def _read(token: str) -> tuple[bytes, bytes]:
    """Return header and body of a token. Raises `ValueError` unless they are in the one canonical form."""
    if type(token) is not str or len(token) > LONGEST_TOKEN:
        raise ValueError
    prefix, *parts = token.split(".")
    header, body = map(_decode, parts)
    if prefix != PREFIX or token != f"{PREFIX}.{base64url(header)}.{base64url(body)}":
        raise ValueError
    return header, body


def _decode(part: str) -> bytes:
    return base64.urlsafe_b64decode(part.encode("ascii") + b"=" * (-len(part) % 4))
