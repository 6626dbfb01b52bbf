"""What clients want changed, and the idempotency keys by which a change is made only once."""

import msgspec

from service.sessions.problems import Problem
from service.sessions.secret_keys import looks_random
from service.sessions.tokens import fingerprint_of_bearer, short_fingerprint

SHORTEST_KEY = 16
LONGEST_KEY = 128


class ChangeRequest(msgspec.Struct, frozen=True):
    """What a client wants changed: `request_hash` identifies it; `key` is its idempotency key, scoped to its sender."""

    request_hash: str
    key: str | None


def make_change_request(act: str, token: str | None, key: str | None, *details: object) -> ChangeRequest:
    """Return a request whose key, if it has one, counts only among those of the same bearer.

    The act and its `details` are what another request with the same key must have in common with it.
    """
    request_hash = short_fingerprint(msgspec.json.encode([act, *details]))
    if key is None:
        return ChangeRequest(request_hash, None)
    bearer = "" if token is None else fingerprint_of_bearer(token)
    # A key that gives a secret again is one half of it: so nothing but its fingerprint is kept.
    return ChangeRequest(request_hash, short_fingerprint(f"{bearer}:{key}".encode()))


def scope_key(key: str | None, app: str | None) -> str | None:
    """Return a key, if there is one, so that it differs from the same one of another app: it has no line break."""
    return key if key is None or app is None else f"{app}\n{key}"


def check_secret_key(key: str | None) -> None:
    """Raise `Problem` unless a key that gives a secret again is absent, or such that nobody else comes to it."""
    check_key(key, SHORTEST_KEY)
    if key is not None and not looks_random(key):
        raise Problem(
            "INVALID_INPUT",
            "This key gives a secret to whoever sends it, and it looks like one that others may send: "
            "draw a random one, such as a UUID of version 4.",
            ("idempotencyKey",),
        )


def check_key(key: str | None, shortest: int = 1) -> None:
    """Raise `Problem` unless an idempotency key is absent, or printable ASCII of a fair length."""
    if key is not None and not (shortest <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Problem(
            "INVALID_INPUT",
            f"An idempotency key is {shortest}–{LONGEST_KEY} printable ASCII characters.",
            ("idempotencyKey",),
        )


def key_reused() -> Problem:
    """Return the problem of a key that stands for another request."""
    return Problem("KEY_REUSED", "The idempotency key was used for something else.", ("idempotencyKey",))
