"""Secrets of clients: tokens, and the idempotency keys that make each change happen only once.

A seat's token is a 256-bit bearer secret (RFC 6750). The service stores only the SHA-256 of tokens and keys.
"""

import hashlib
import hmac
import re
import secrets
from binascii import b2a_base64
from functools import lru_cache

import msgspec

from service.sessions.problems import Problem
from service.sessions.secret_keys import looks_random

SHORTEST_KEY = 16
LONGEST_KEY = 128

URL_SAFE = bytes.maketrans(b"+/", b"-_")
_FORM = r"[A-Za-z0-9._~+/-]{1,200}=*"
_BEARER = re.compile(rf"[Bb][Ee][Aa][Rr][Ee][Rr] +({_FORM})")


class BadCredentials(Exception):
    """The Authorization header is not of the form `Bearer TOKEN`."""


class Secret(msgspec.Struct, frozen=True):
    """The stored form of a token: its hash `kept`, and `salt`, one half of the secret from which it is derived."""

    kept: str
    salt: str


def read_bearer(header: str | None) -> str | None:
    """Return the token of an Authorization header; None if there is no header. Raises `BadCredentials`."""
    if header is None or not header.strip():
        return None
    match = _BEARER.fullmatch(header.strip())
    if match is None:
        raise BadCredentials("The Authorization header must be: Bearer TOKEN")
    return match[1]


def read_token(text: str) -> str | None:
    """Return a token from a body; None if the text cannot be a token."""
    return text if re.fullmatch(_FORM, text) else None


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(32)


def derive_token(key: str, salt: str, purpose: str) -> str:
    """Derive a token from two halves of a secret; the store keeps only `salt`.

    The other half is a client's idempotency key, so a retry gets the same token although no store has it.
    """
    return base64url(hmac.digest(f"{salt}\n{key}".encode(), purpose.encode(), "sha256"))


def keep(key: str, purpose: str) -> Secret:
    """Return the stored form of a new token, derived from `key` for a purpose."""
    salt = new_token()
    return Secret(hash_token(derive_token(key, salt, purpose)), salt)


def hash_token(text: str) -> str:
    """Return the SHA-256 of a text as hex, to be stored in place of a token or a request."""
    return hashlib.sha256(text.encode()).hexdigest()


def short_hash(data: bytes) -> str:
    """Return 128 bits of the SHA-256 of bytes as 22 characters: enough to tell requests apart, not for secrets."""
    return base64url(hashlib.sha256(data).digest()[:16])


def base64url(data: bytes) -> str:
    """Return bytes as URL-safe base64 without padding (RFC 4648, section 5)."""
    # The library's own way takes three calls in Python.
    return b2a_base64(data, newline=False).translate(URL_SAFE, b"=").decode()


def is_token(token: str, kept: str) -> bool:
    """Tell whether a token has the hash `kept`, compared in constant time."""
    return hmac.compare_digest(hash_of_bearer(token), kept)


# Each request looks up its bearer several times, among the seats and as the host, interleaved with other requests.
hash_of_bearer = lru_cache(maxsize=128)(hash_token)


# ---- idempotency keys


class ChangeRequest(msgspec.Struct, frozen=True):
    """A request for a change: `request_hash` identifies it; `key` is its idempotency key, scoped to its sender."""

    request_hash: str
    key: str | None


def make_change_request(act: str, token: str | None, key: str | None, *details: object) -> ChangeRequest:
    """Return a request; its key, if it has one, is scoped to its bearer.

    Another request with the same key must have the same act and the same `details`.
    """
    request = msgspec.json.encode([act, *details])
    if key is None:
        return ChangeRequest(short_hash(request), None)
    bearer = "" if token is None else hash_of_bearer(token)
    # A key that returns a secret is one half of that secret, so only its hash is stored.
    digests = [hashlib.sha256(one).digest()[:16] for one in (request, f"{bearer}:{key}".encode())]
    return ChangeRequest(*[b2a_base64(one, newline=False).translate(URL_SAFE, b"=").decode() for one in digests])


def make_own_request(act: str) -> ChangeRequest:
    """Return the request for a change that the service itself makes once in a document, no matter who causes it.

    No client can send its key, since a client's key contains no line break.
    """
    return make_change_request(act, None, f"of the service\n{act}")


def scope_key(key: str | None, app: str | None) -> str | None:
    """Scope a key, if there is one, to an app. Scoped keys never collide, since a key contains no line break."""
    return key if key is None or app is None else f"{app}\n{key}"


def check_secret_key(key: str | None) -> None:
    """Raise `Problem` unless a key that returns a secret is absent or looks random."""
    check_key(key, SHORTEST_KEY)
    if key is not None and not looks_random(key):
        raise _key_problem(
            "A key that returns secrets must be hard to guess, and this one does not look random: "
            "send a random key, such as a UUID of version 4."
        )


def check_key(key: str | None, shortest: int = 1) -> None:
    """Raise `Problem` unless an idempotency key is absent, or `shortest` to LONGEST_KEY printable ASCII characters."""
    if key is None:
        return
    is_valid = shortest <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()
    if not is_valid:
        raise _key_problem(f"An idempotency key must be {shortest}–{LONGEST_KEY} printable ASCII characters.")


def key_reused() -> Problem:
    """Return the problem of a key that was used for another request."""
    return _key_problem("The idempotency key was already used for a different request.", "KEY_REUSED")


def _key_problem(message: str, code: str = "INVALID_INPUT") -> Problem:
    return Problem(code, message, ("idempotencyKey",))
