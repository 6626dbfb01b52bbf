"""Chance that everybody can repeat: words of HMAC-SHA-256 over a counter."""

from collections.abc import Iterator, Sequence
from hmac import digest
from struct import Struct as ByteLayout
from typing import TypeVar

T = TypeVar("T")

_WORDS = ByteLayout(">8I")
_WORD_BITS = 32
# How many words there are.
WORDS = 1 << _WORD_BITS


class Chance:
    """A stream of random words that follows from a key, 32 bytes, and a purpose alone."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._words = _words(key, purpose.encode())

    def word(self) -> int:
        """Take the next word, 0 ≤ word < 2³²."""
        return next(self._words)

    def pick(self, items: Sequence[T]) -> T:
        """Return one of the items. Each is as likely as the others to one part in 2³² of their number."""
        return items[next(self._words) * len(items) >> _WORD_BITS]


def _words(key: bytes, purpose: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from _WORDS.unpack(digest(key, purpose + counter.to_bytes(8, "big"), "sha256"))
        counter += 1


def derive_seed(key: bytes, purpose: str) -> str:
    """Return a seed, 64 hex digits, that follows from a key and a purpose."""
    return digest(key, purpose.encode(), "sha256").hex()
