"""Whether an idempotency key looks random, so that nobody else comes to it: some keys give a secret again.

A key must have a part in a form in which random bits are usually written: a UUID of version 4 or 7, a ULID, 32 hex
digits, 21 characters of base64 or of a nanoid. If that part is better explained by what people and counters write
(words, numbers, repetitions), it is refused. What explains better is measured: a model gives each text a probability,
and a random one has that of its alphabet; the key is refused if the model's is 2^20 times as high. A model's
probabilities add up to 1 at most, so (Markov's inequality) less than one random key in 2^20 is refused, however good or
bad the model is. What is taken is no proof: clients draw their keys with `crypto.randomUUID()` or the like.
"""

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache

# A random key is refused with a probability of 2 to minus this: less than one in a million.
DOUBT_BITS = 20

# Each form: its random part in groups, and the bits of a character. The other digits of a UUID are fixed, or the time.
_FORMS = (
    (re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{12})", re.IGNORECASE), 4),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{12})", re.IGNORECASE), 4),
    (re.compile(r"(?<![0-9a-z])[0-7][0-9a-hjkmnp-tv-z]{9}([0-9a-hjkmnp-tv-z]{16})(?![0-9a-z])", re.IGNORECASE), 5),
    (re.compile(r"([0-9a-f]{32,})", re.IGNORECASE), 4),
    (re.compile(r"([A-Za-z0-9_+/=-]{21,})"), 6),
)

# What follows on each letter in nine tenths of English text, and in some names.
_FOLLOWING = {
    "a": "bcdilmnprsty",
    "b": "elouy",
    "c": "aehklotu",
    "d": "aeio",
    "e": "acdeflmnrstx",
    "f": "iort",
    "g": "eh",
    "h": "aeiot",
    "i": "abcdefglmnostv",
    "j": "ao",
    "k": "e",
    "l": "aeiloy",
    "m": "aeiop",
    "n": "acdegiosty",
    "o": "bcdflmnprstuvw",
    "p": "aelortuy",
    "q": "u",
    "r": "aeilmnosty",
    "s": "ehiostu",
    "t": "aehiorstw",
    "u": "bilmnrst",
    "v": "ae",
    "w": "ahi",
    "y": "or",
}

# What comes in keys that people make, and the character that comes there after each two others.
_HABIT = "-create-session-join-the-table-of-four-seat-player-game-move-host-room-user-key-test-bob-and-for-"
_KNOWN = {_HABIT[index : index + 2]: _HABIT[index + 2] for index in range(len(_HABIT) - 2)}

# How probable it is in the model that a character of this kind is followed by one of that kind; each row adds up to 1.
# A pair is one that often comes in words, lower or upper case as the name says.
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
    """Tell whether a part of a key, in a form for random bits, is not explained better by words and numbers."""
    return any(_is_unexplained("".join(found), bits) for found, bits in _random_parts(key))


def _random_parts(key: str) -> Iterator[tuple[tuple[str, ...], int]]:
    for form, bits in _FORMS:
        for match in form.finditer(key):
            yield match.groups(), bits


def _is_unexplained(text: str, bits: int) -> bool:
    return explained_bits(text) > bits * len(text) - DOUBT_BITS


def explained_bits(text: str) -> float:
    """Return minus the logarithm of the probability that the model gives a text: the bits that it takes to explain."""
    bits, known = 0.0, dict(_KNOWN)
    before, last = "", "-"
    for character in text:
        probability = _probability(last, character)
        context = (before + last).lower()
        if context in known:
            # Half of what has come before comes again; a letter as a small or as a capital one.
            again = known[context] == character.lower()
            probability = (probability + again / (2 if character.isalpha() else 1)) / 2
        known[context] = character.lower()
        bits -= math.log2(probability)
        before, last = last, character
    return bits


@cache
def _probability(before: str, character: str) -> float:
    """Return how probable it is that one character follows on another."""
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
    """Return the letters that often follow on one: in words, in the alphabet, on a keyboard, and itself."""
    rows = ("abcdefghijklmnopqrstuvwxyz", *_ROWS)
    beside = {row[index + 1] for row in rows for index, one in enumerate(row[:-1]) if one == letter}
    return frozenset({*_FOLLOWING.get(letter, ""), *beside, letter})
