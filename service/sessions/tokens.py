"""Secrets of clients: tokens, and the idempotency keys that make each change happen only once.

A token of a seat is a 256-bit bearer secret (RFC 6750). The service keeps only the SHA-256 of either.
"""

import hashlib
import hmac
import math
import re
import secrets
from binascii import b2a_base64
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

import msgspec

from service.sessions.problems import Problem

SHORTEST_KEY = 16
LONGEST_KEY = 128

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
    return base64url(hashlib.sha256(data).digest()[:16])


def base64url(data: bytes) -> str:
    """Return bytes as URL-safe base64 without padding (RFC 4648, section 5)."""
    # The library's own way takes three calls in Python.
    return b2a_base64(data, newline=False).translate(URL_SAFE, b"=").decode()


def is_token(token: str, kept: str) -> bool:
    """Tell whether a token has the fingerprint `kept`, compared in constant time."""
    return hmac.compare_digest(fingerprint_of_bearer(token), kept)


# A request looks its bearer up several times, among the seats and as the host; other requests come in between.
fingerprint_of_bearer = lru_cache(maxsize=128)(fingerprint)


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
        return ChangeRequest(short_fingerprint(request), None)
    bearer = "" if token is None else fingerprint_of_bearer(token)
    # A key that returns a secret is one half of it, so only its fingerprint is kept.
    digests = [hashlib.sha256(one).digest()[:16] for one in (request, f"{bearer}:{key}".encode())]
    return ChangeRequest(*[b2a_base64(one, newline=False).translate(URL_SAFE, b"=").decode() for one in digests])


def scope_key(key: str | None, app: str | None) -> str | None:
    """Scope a key, if there is one, to an app; scoped keys never collide, as a key has no line break."""
    return key if key is None or app is None else f"{app}\n{key}"


def check_secret_key(key: str | None) -> None:
    """Raise `Problem` unless a key that returns a secret is absent, or so random that nobody else sends it."""
    check_key(key, SHORTEST_KEY)
    if key is not None and not looks_random(key):
        raise _key_problem(
            "This key gives a secret to whoever sends it, and it looks like one that others may send: "
            "draw a random one, such as a UUID of version 4."
        )


def check_key(key: str | None, shortest: int = 1) -> None:
    """Raise `Problem` unless an idempotency key is absent, or `shortest` to LONGEST_KEY printable ASCII characters."""
    if key is not None and not (shortest <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise _key_problem(f"An idempotency key is {shortest}–{LONGEST_KEY} printable ASCII characters.")


def key_reused() -> Problem:
    """Return the problem of a key that was used for another request."""
    return _key_problem("The idempotency key was used for something else.", "KEY_REUSED")


def _key_problem(message: str, code: str = "INVALID_INPUT") -> Problem:
    return Problem(code, message, ("idempotencyKey",))


# A random key is refused with a probability of at most 2^-DOUBT_BITS: less than one in a million.
DOUBT_BITS = 20

# Each form: a pattern with its random part in groups, and the bits per character. The rest of a UUID is not random.
_FORMS = (
    (re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{12})", re.IGNORECASE), 4),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{12})", re.IGNORECASE), 4),
    (re.compile(r"(?<![0-9a-z])[0-7][0-9a-hjkmnp-tv-z]{9}([0-9a-hjkmnp-tv-z]{16})(?![0-9a-z])", re.IGNORECASE), 5),
    (re.compile(r"([0-9a-f]{32,})", re.IGNORECASE), 4),
    (re.compile(r"([A-Za-z0-9_+/=-]{21,})"), 6),
)

# The letters that follow each letter in nine tenths of English text, and in some names.
_PAIRS = """
a:bcdilmnprsty b:elouy c:aehklotu d:aeio e:acdeflmnrstx f:iort g:eh h:aeiot i:abcdefglmnostv j:ao k:e l:aeiloy m:aeiop
n:acdegiosty o:bcdflmnprstuvw p:aelortuy q:u r:aeilmnosty s:ehiostu t:aehiorstw u:bilmnrst v:ae w:ahi y:or
"""
_FOLLOWING = {pair[0]: pair[2:] for pair in _PAIRS.split()}

# Words in keys that people make up, and the character that follows each two characters there.
_HABIT = "-create-session-join-the-table-of-four-seat-player-game-move-host-room-user-key-test-bob-and-for-"
_KNOWN = {_HABIT[index : index + 2]: _HABIT[index + 2] for index in range(len(_HABIT) - 2)}

# The model's probability that a character of one kind is followed by one of another kind; each row adds up to 1.
# A pair is frequent in words; its second letter is lower or upper case, as the name says.
_NEXT: Mapping[str, Mapping[str, float]] = {
    "lower": {"pair lower": 0.68, "lower": 0.06, "upper": 0.09, "digit": 0.05, "mark": 0.12},
    "upper": {"pair lower": 0.45, "lower": 0.10, "pair upper": 0.25, "upper": 0.05, "digit": 0.05, "mark": 0.10},
    "digit": {"same": 0.20, "next": 0.10, "digit": 0.45, "lower": 0.05, "upper": 0.05, "mark": 0.15},
    "mark": {"lower": 0.50, "upper": 0.12, "digit": 0.33, "mark": 0.05},
}
_SIZES = {"lower": 26, "upper": 26, "digit": 10, "mark": 5}
_STEPS = {0: "same", 1: "next"}
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def looks_random(key: str) -> bool:
    """Tell whether a key has a part in a form of random bits that words and numbers do not explain better."""
    return any(_is_unexplained("".join(found), bits) for found, bits in _random_parts(key))


def _random_parts(key: str) -> Iterator[tuple[tuple[str, ...], int]]:
    for form, bits in _FORMS:
        for match in form.finditer(key):
            yield match.groups(), bits


def _is_unexplained(text: str, bits: int) -> bool:
    return explained_bits(text) > bits * len(text) - DOUBT_BITS


def explained_bits(text: str) -> float:
    """Return minus the binary logarithm of the model's probability of a text: the bits that it takes to explain it."""
    bits, known = 0.0, dict(_KNOWN)
    before, last = "", "-"
    for character in text:
        probability = _probability(last, character)
        context = (before + last).lower()
        if context in known:
            # After a known context its character comes again with probability 1/2, a letter in either case.
            again = known[context] == character.lower()
            probability = (probability + again / (2 if character.isalpha() else 1)) / 2
        known[context] = character.lower()
        bits -= math.log2(probability)
        before, last = last, character
    return bits


@cache
def _probability(before: str, character: str) -> float:
    """Return the probability that one character follows another."""
    row, kind = _NEXT[_kind(before)], _kind(character)
    probability = row[kind] / _SIZES[kind]
    if before.isdecimal() and character.isdecimal():
        return probability + row.get(_STEPS.get((int(character) - int(before)) % 10, ""), 0)
    following = _following(before.lower())
    if character.lower() in following:
        probability += row.get(f"pair {kind}", 0) / len(following)
    return probability


def _kind(character: str) -> str:
    if character.isalpha():
        return "lower" if character.islower() else "upper"
    return "digit" if character.isdecimal() else "mark"


@cache
def _following(letter: str) -> frozenset[str]:
    """Return the letters that often follow a letter: in words, in the alphabet, on a keyboard, and itself."""
    rows = ("abcdefghijklmnopqrstuvwxyz", *_ROWS)
    beside = {row[index + 1] for row in rows for index, one in enumerate(row[:-1]) if one == letter}
    return frozenset({*_FOLLOWING.get(letter, ""), *beside, letter})
