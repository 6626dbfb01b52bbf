"""Bodies that are the same for everybody, compressed once (RFC 9110, section 8.4.1).

A body that tells a secret is not compressed: its length would tell of it.
"""

import gzip
from functools import lru_cache

import brotli


@lru_cache(maxsize=1000)
def compress(body: bytes, accepted: str) -> tuple[bytes, str]:
    """Return a body in the best coding of an `Accept-Encoding`, and the coding's name; "" for the body as it is."""
    if "br" in accepted:
        packed: bytes = brotli.compress(body)
        return packed, "br"
    return (gzip.compress(body, 9, mtime=0), "gzip") if "gzip" in accepted else (body, "")
