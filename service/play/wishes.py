"""What clients want changed, and the idempotency keys by which a change is made only once."""

import msgspec

from service.auth import fingerprint, fingerprint_of_bearer, short_fingerprint
from service.play.checksums import checksum
from service.play.secret_keys import looks_random
from service.problems import Problem
from service.stores.base import Receipt

SHORTEST_KEY = 16
LONGEST_KEY = 128


class Wish(msgspec.Struct, frozen=True):
    """What a client wants changed: `meaning` identifies it; `key` is its idempotency key, scoped to its sender."""

    meaning: str
    key: str | None


def make_wish(act: str, token: str | None, key: str | None, *details: object, app: str | None = None) -> Wish:
    """Return a wish whose key, if it has one, counts only among those of the same bearer, and of the same app.

    The act and its `details` are what another wish with the same key must have in common with it.
    """
    meaning = fingerprint(msgspec.json.encode([act, *details]).decode())
    bearer = "" if token is None else fingerprint_of_bearer(token)
    # A key that gives a secret again is one half of it: so nothing but its fingerprint is kept.
    return Wish(meaning, None if key is None else f"{bearer}:{fingerprint(scope_key(key, app))}")


def scope_key(key: str, app: str | None) -> str:
    """Return a key so that it differs from the same one of another app; a key has no line break."""
    return key if app is None else f"{app}\n{key}"


def shorten(wish: Wish) -> Wish:
    """Return a wish in the few bytes that a receipt has of it."""
    return Wish(short_fingerprint(wish.meaning), None if wish.key is None else short_fingerprint(wish.key))


def write_receipt(wish: Wish, session_id: str, version: int) -> str:
    """Return the fingerprint that a receipt keeps of a wish that has made a version, with a checksum of the receipt."""
    # The checksum first: so nothing that was cut short looks like a receipt of an earlier release.
    return f"{_check(wish.meaning, session_id, wish.key, version)}.{wish.meaning}"


def read_receipt(receipt: Receipt, session_id: str, wish: Wish) -> str:
    """Return the meaning that a receipt has under the key of a wish. Raises `ValueError` if it was spoilt.

    Receipts of earlier releases have no checksum.
    """
    check, dot, meaning = receipt.fingerprint.rpartition(".")
    is_whole = (
        check == _check(meaning, session_id, wish.key, receipt.version) if dot else len(meaning) == len(wish.meaning)
    )
    if not is_whole:
        raise ValueError("the checksum does not fit")
    return meaning


def _check(meaning: str, session_id: str, key: str | None, version: int) -> str:
    return checksum(meaning.encode("utf-8", "surrogatepass"), f"{session_id} {version} {key}").hex()


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
