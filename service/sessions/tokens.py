"""Seat tokens: 256-bit bearer secrets (RFC 6750). The service keeps only their SHA-256."""

import hashlib
import hmac
import re
import secrets
from binascii import b2a_base64
from functools import lru_cache

import msgspec

URL_SAFE = bytes.maketrans(b"+/", b"-_")
_FORM = r"[A-Za-z0-9._~+/-]{1,200}=*"
_BEARER = re.compile(rf"[Bb][Ee][Aa][Rr][Ee][Rr] +({_FORM})")


class BadCredentials(Exception):
    """The Authorization header is not of the form `Bearer TOKEN`."""


class Secret(msgspec.Struct, frozen=True):
    """The stored form of a token: its fingerprint `kept`, and `salt`, one half of the secret behind it."""

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


def read_token(text: str) -> str | None:
    """Return a token that came in a body; None for a text that no token can be."""
    return text if re.fullmatch(_FORM, text) else None


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(32)


def derive_token(key: str, salt: str, purpose: str) -> str:
    """Derive a token from two halves of a secret; the store keeps only `salt`.

    The other half is a client's idempotency key, so a retry gets the same token although nobody has stored it.
    """
    return base64url(hmac.digest(f"{salt}\n{key}".encode(), purpose.encode(), "sha256"))


def keep(key: str, purpose: str) -> Secret:
    """Return the stored form of a new token, derived from `key` for a purpose."""
    salt = new_token()
    return Secret(fingerprint(derive_token(key, salt, purpose)), salt)


def fingerprint(text: str) -> str:
    """Return the SHA-256 of a text as hex, to be stored in place of a token or a request."""
    return hashlib.sha256(text.encode()).hexdigest()


def short_fingerprint(data: bytes) -> str:
    """Return 128 bits of the SHA-256 of bytes as 22 characters: enough to tell requests apart, not for secrets."""
    # As `base64url` does it, in one call less for each of the two of a move.
    return b2a_base64(hashlib.sha256(data).digest()[:16], newline=False).translate(URL_SAFE, b"=").decode()


def base64url(data: bytes) -> str:
    """Return bytes as URL-safe base64 without padding (RFC 4648, section 5)."""
    # The library's own way takes three calls in Python.
    return b2a_base64(data, newline=False).translate(URL_SAFE, b"=").decode()


def is_token(token: str, kept: str) -> bool:
    """Tell whether a token has the fingerprint `kept`, compared in constant time."""
    return hmac.compare_digest(fingerprint_of_bearer(token), kept)


# A request looks its bearer up several times, among the seats and as the host; other requests come in between.
fingerprint_of_bearer = lru_cache(maxsize=128)(fingerprint)
