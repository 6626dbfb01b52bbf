"""Chance that everybody can repeat: lots drawn with words of HMAC-SHA-256 over a counter, from a seed and a purpose."""

from collections.abc import Iterator, Sequence
from hmac import digest
from struct import Struct as ByteLayout
from typing import TypeVar

T = TypeVar("T")

_WORDS = ByteLayout(">8I")
_WORD_BITS = 32


def draw_number(seed: str, purpose: str, below: int) -> int:
    """Return a number from 0 to `below` - 1; each is as likely as the others to one part in 2³² of `below`."""
    return next(_words(seed, purpose)) * below >> _WORD_BITS


def draw_lots(seed: str, purpose: str, items: Sequence[T]) -> list[T]:
    """Return the items in an order drawn by lot."""
    words = _words(seed, purpose)
    drawn = []
    left = list(items)
    while left:
        drawn.append(left.pop(next(words) * len(left) >> _WORD_BITS))
    return drawn


def _words(seed: str, purpose: str) -> Iterator[int]:
    key = bytes.fromhex(seed)
    prefix = purpose.encode()
    counter = 0
    while True:
        yield from _WORDS.unpack(digest(key, prefix + counter.to_bytes(8, "big"), "sha256"))
        counter += 1
