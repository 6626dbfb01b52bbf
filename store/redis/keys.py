"""The keys of documents, lists and watermarks.

A document's keys share a hash tag, so that a cluster keeps them together: `g:{id}:s` (hash: version, history_hash,
document), `g:{id}:e` (the log: a stream whose ids are the versions), `g:{id}:i` (hash: idempotency key to receipt) and
`g:{id}:a` (string: the archive). The channel `g:{id}` carries wake-ups. A list is `l:{name}` (a sorted set, see
`lists.lua`), a watermark is `m:{name}` (hash: height, token).
"""

from functools import lru_cache
from typing import NamedTuple

from store.port import encode_name


class DocumentKeys(NamedTuple):
    """The keys of a document, and the channel of its wake-ups."""

    document: bytes
    log: bytes
    receipts: bytes
    archive: bytes
    channel: bytes


# Every commit needs its document's keys twice.
@lru_cache(maxsize=1024)
def document_keys(document_id: str) -> DocumentKeys:
    """Return the keys of a document."""
    channel = _key(b"g", document_id)
    return DocumentKeys(channel + b":s", channel + b":e", channel + b":i", channel + b":a", channel)


def list_key(name: str) -> bytes:
    """Return the key of a list."""
    return _key(b"l", name)


def watermark_key(name: str) -> bytes:
    """Return the key of a watermark."""
    return _key(b"m", name)


def name_of(key: bytes) -> str:
    """Return the id of the document, or the name of the list or watermark, that a key belongs to."""
    return key.partition(b"{")[2].rpartition(b"}")[0].decode("utf-8", "replace")


def _key(kind: bytes, name: str) -> bytes:
    encoded = encode_name(name)
    # A cluster ignores an empty hash tag, which ends at the first closing brace.
    tag = b"\0" + encoded if encoded[:1] in (b"", b"}", b"\0") else encoded
    return kind + b":{" + tag + b"}"
