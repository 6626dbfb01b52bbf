"""Clients' requests for changes, and the idempotency keys that make each change happen only once."""

import msgspec

from service.sessions.problems import Problem
from service.sessions.secret_keys import looks_random
from service.sessions.tokens import fingerprint_of_bearer, short_fingerprint, short_fingerprints

SHORTEST_KEY = 16
LONGEST_KEY = 128


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
        return ChangeRequest(short_fingerprint(request), None)
    bearer = "" if token is None else fingerprint_of_bearer(token)
    # A key that returns a secret is one half of it, so only its fingerprint is kept.
    return ChangeRequest(*short_fingerprints(request, f"{bearer}:{key}".encode()))


def scope_key(key: str | None, app: str | None) -> str | None:
    """Scope a key, if there is one, to an app; scoped keys never collide, as a key has no line break."""
    return key if key is None or app is None else f"{app}\n{key}"


def check_secret_key(key: str | None) -> None:
    """Raise `Problem` unless a key that returns a secret is absent, or so random that nobody else sends it."""
    check_key(key, SHORTEST_KEY)
    if key is not None and not looks_random(key):
        raise Problem(
            "INVALID_INPUT",
            "This key gives a secret to whoever sends it, and it looks like one that others may send: "
            "draw a random one, such as a UUID of version 4.",
            ("idempotencyKey",),
        )


def check_key(key: str | None, shortest: int = 1) -> None:
    """Raise `Problem` unless an idempotency key is absent, or `shortest` to LONGEST_KEY printable ASCII characters."""
    if key is not None and not (shortest <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Problem(
            "INVALID_INPUT",
            f"An idempotency key is {shortest}–{LONGEST_KEY} printable ASCII characters.",
            ("idempotencyKey",),
        )


def key_reused() -> Problem:
    """Return the problem of a key that was used for another request."""
    return Problem("KEY_REUSED", "The idempotency key was used for something else.", ("idempotencyKey",))
