"""Test whether an idempotency key looks random, since some keys return secrets and must be hard to guess.

A key must contain a common form of random bits: a UUID of version 4 or 7, a ULID, 32 hex digits, or 21 characters of
base64 or of a nanoid. The key is rejected if the habits of people and counters (words, numbers, repetitions) explain
that part better than chance. A model of these habits gives each text a probability, and so does a random choice from
the text's alphabet. The key is rejected if the model's probability is 2^20 times as high. The model's probabilities add
up to at most 1. So less than one random key in 2^20 is rejected, however good or bad the model is (Markov's
inequality). An accepted key is not proven to be random: clients should draw keys with a function such as
`crypto.randomUUID()`.
"""

import math
import re
from collections.abc import Iterator, Mapping
from functools import cache

# A random key is refused with a probability of at most 2^-DOUBT_BITS: less than one in a million.
DOUBT_BITS = 20

# Each form has a pattern, whose groups are its random part, and the bits per character.
_FORMS = (
    (re.compile(r"([0-9a-f]{8})-([0-9a-f]{4})-4([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{12})", re.IGNORECASE), 4),
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7([0-9a-f]{3})-[89ab]([0-9a-f]{3})-([0-9a-f]{12})", re.IGNORECASE), 4),
    (re.compile(r"(?<![0-9a-z])[0-7][0-9a-hjkmnp-tv-z]{9}([0-9a-hjkmnp-tv-z]{16})(?![0-9a-z])", re.IGNORECASE), 5),
    (re.compile(r"([0-9a-f]{32,})", re.IGNORECASE), 4),
    (re.compile(r"([A-Za-z0-9_+/=-]{21,})"), 6),
)

# The letters that follow each letter in 90 % of English text, and in some names.
_PAIRS = """
a:bcdilmnprsty b:elouy c:aehklotu d:aeio e:acdeflmnrstx f:iort g:eh h:aeiot i:abcdefglmnostv j:ao k:e l:aeiloy m:aeiop
n:acdegiosty o:bcdflmnprstuvw p:aelortuy q:u r:aeilmnosty s:ehiostu t:aehiorstw u:bilmnrst v:ae w:ahi y:or
"""
_FOLLOWING = {pair[0]: pair[2:] for pair in _PAIRS.split()}

# Words in keys that people invent, and the character that follows each pair of characters there.
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
    """Tell whether a key contains random bits that words and numbers do not explain better."""
    return any(_is_unexplained("".join(found), bits) for found, bits in _random_parts(key))


def _random_parts(key: str) -> Iterator[tuple[tuple[str, ...], int]]:
    for form, bits in _FORMS:
        for match in form.finditer(key):
            yield match.groups(), bits


def _is_unexplained(text: str, bits: int) -> bool:
    return explained_bits(text) > bits * len(text) - DOUBT_BITS


def explained_bits(text: str) -> float:
    """Return the negative binary logarithm of the model's probability of a text: the bits needed to explain it."""
    bits = 0.0
    known = dict(_KNOWN)
    before = ""
    last = "-"
    for character in text:
        probability = _probability(last, character)
        context = (before + last).lower()
        if context in known:
            # A known context is followed by the same character with probability 1/2; letters in either case.
            again = known[context] == character.lower()
            probability = (probability + again / (2 if character.isalpha() else 1)) / 2
        known[context] = character.lower()
        bits -= math.log2(probability)
        before, last = last, character
    return bits


@cache
def _probability(before: str, character: str) -> float:
    """Return the probability that one character follows another."""
    row = _NEXT[_kind(before)]
    kind = _kind(character)
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
    following = {letter, *_FOLLOWING.get(letter, "")}
    for row in ("abcdefghijklmnopqrstuvwxyz", *_ROWS):
        _, _, after = row.partition(letter)
        following.update(after[:1])
    return frozenset(following)
