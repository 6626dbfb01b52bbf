"""Seat tokens: 256-bit bearer secrets (RFC 6750), of which the service keeps only the SHA-256."""

import hashlib
import hmac
import re
import secrets
from binascii import b2a_base64
from collections.abc import Iterable
from functools import lru_cache

import msgspec

_URL_SAFE = bytes.maketrans(b"+/", b"-_")
_BEARER = re.compile(r"[Bb][Ee][Aa][Rr][Ee][Rr] +([A-Za-z0-9._~+/-]{1,200}=*)")


class BadCredentials(Exception):
    """The Authorization header is not of the form `Bearer TOKEN`."""


class Secret(msgspec.Struct, frozen=True):
    """What is kept of a token: its fingerprint, and the stored half of what it was derived from."""

    kept: str
    salt: str


def read_bearer(header: str | None) -> str | None:
    """Return the token of an Authorization header, None without one. Raises `BadCredentials` for anything else."""
    if header is None or not header.strip():
        return None
    match = _BEARER.fullmatch(header.strip())
    if match is None:
        raise BadCredentials("The Authorization header must be: Bearer TOKEN")
    return match[1]


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(32)


def derive_token(key: str, salt: str, purpose: str) -> str:
    """Return the token of two halves of a secret, of which the store keeps only `salt`.

    With a client's idempotency key as the other half, a retry gets the token again although nobody has kept it.
    """
    return base64url(hmac.digest(f"{salt}\n{key}".encode(), purpose.encode(), "sha256"))


def keep(key: str, purpose: str) -> Secret:
    """Return what is kept of a new token that is derived from `key` for a purpose."""
    salt = new_token()
    return Secret(fingerprint(derive_token(key, salt, purpose)), salt)


def fingerprint(text: str) -> str:
    """Return the SHA-256 of a text as hex: what is kept of a token or of a request."""
    return hashlib.sha256(text.encode()).hexdigest()


def short_fingerprint(data: bytes) -> str:
    """Return 128 bits of the SHA-256 of bytes as 22 characters: enough to tell requests apart, not for secrets."""
    return base64url(hashlib.sha256(data).digest()[:16])


def base64url(data: bytes) -> str:
    """Return bytes as URL-safe base64 without padding (RFC 4648, section 5)."""
    # The library's own way takes three calls in Python.
    return b2a_base64(data, newline=False).translate(_URL_SAFE, b"=").decode()


def is_token(token: str, kept: str) -> bool:
    """Compare a token with what was kept of it, in constant time."""
    return find_token(token, (kept,)) is not None


def find_token(token: str, kept: Iterable[str]) -> int | None:
    """Return which of several things kept is of a token, each compared in constant time; None when none is."""
    wanted = fingerprint_of_bearer(token)
    for place, one in enumerate(kept):
        if hmac.compare_digest(wanted, one):
            return place
    return None


# One bearer is looked for several times in a request: among the seats, and as the host; other requests come between.
fingerprint_of_bearer = lru_cache(maxsize=128)(fingerprint)
