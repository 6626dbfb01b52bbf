"""Bodies that are the same for everybody, compressed once (RFC 9110, section 8.4.1).

A body that tells a secret is not compressed: its length would tell of it.
"""

import gzip
import re
from functools import lru_cache

import brotli

# What is accepted, unless its weight is 0.
_ACCEPTED = re.compile(r"\b(br|gzip)\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


def compress(body: bytes, accepted: str) -> tuple[bytes, str]:
    """Return a body in the best coding of an `Accept-Encoding`, and the coding's name; "" for the body as it is."""
    # The header may have any form, so only what it comes to is a key of the cache: callers cannot ask for work twice.
    coding = min(_ACCEPTED.findall(accepted), default="")
    return _packed(body, coding), coding


@lru_cache(maxsize=1000)
def _packed(body: bytes, coding: str) -> bytes:
    packed: bytes = brotli.compress(body) if coding == "br" else gzip.compress(body, 9, mtime=0) if coding else body
    return packed
