"""Randomness that a player can check (engine 4): SHA-256 in counter mode over the table's key."""

import re
from functools import partial
from hashlib import sha256
from itertools import chain, count, islice
from struct import Struct as ByteLayout
from typing import TypeVar

T = TypeVar("T")

_WORDS_OF_A_BLOCK = ByteLayout(">8I")
_WORD_RANGE = 2**32


_SEED = re.compile("[0-9a-f]{64}")


def is_seed(text: str) -> bool:
    """Tell whether a text is 64 lower-case hex digits (32 bytes), the form of keys and server seeds."""
    return _SEED.fullmatch(text) is not None


def block(key: bytes, index: int) -> tuple[int, ...]:
    """Return the eight 32-bit words of block `index` (0 or more): SHA-256(key ‖ uint64_be(index))."""
    return _WORDS_OF_A_BLOCK.unpack(sha256(key + index.to_bytes(8, "big")).digest())


class Randomness:
    """The table's stream of random words, from the first unused one.

    `seed` is the 32-byte key as 64 hex digits. `used` counts the words taken so far, and is stored in the state.
    """

    __slots__ = ("_words", "seed", "used")

    def __init__(self, seed: str, used: int) -> None:
        self.seed = seed
        self.used = used
        self._words = chain.from_iterable(map(partial(block, bytes.fromhex(seed)), count(used >> 3)))
        for _ in range(used & 7):
            next(self._words)

    def word(self) -> int:
        """Take the next word, 0 ≤ word < 2³²."""
        self.used += 1
        return next(self._words)

    def key(self) -> str:
        """Take eight words, and return them as 64 hex digits."""
        self.used += 8
        return _WORDS_OF_A_BLOCK.pack(*islice(self._words, 8)).hex()

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely; `below(1)` takes no word."""
        if n == 1:
            return 0
        limit = _WORD_RANGE - _WORD_RANGE % n
        while (word := self.word()) >= limit:
            pass
        return word % n

    def shuffle(self, items: list[T]) -> None:
        """Shuffle a list in place, from its end down."""
        left = len(items)
        used = self.used
        # `below(left)` is inlined, since a deal spends most of its time here. Any word below `sure` is accepted.
        sure = _WORD_RANGE - left
        for word in self._words if left > 1 else ():
            used += 1
            if word < sure or word < _WORD_RANGE - _WORD_RANGE % left:
                i = word % left
                left -= 1
                items[left], items[i] = items[i], items[left]
                if left == 1:
                    break
        self.used = used
