"""The stored form of log entries: JSON, packed with a dictionary of what most entries say.

A packed entry is the byte 1, which names the dictionary, and a raw deflate stream (RFC 1951). One that begins with a
brace is plain JSON, as earlier releases wrote it. A dictionary is never changed, since what it has packed must be read
for ever: a better one gets the next number. `tests/service/entry_dictionary.py` made this one, of the entries of random
tables.
"""

import zlib
from importlib.resources import files

import msgspec

from service.play.changes import LogEntry

# Level 6 takes a third longer for a tenth less. Copying a packer copies all its memory, so it has less than usual: what
# it packs is short.
LEVEL = 5
MEMORY = 6
RAW = -15
FORM = b"\x01"
DICTIONARY = (files("service.play") / "entries-1.dict").read_bytes()

_decode = msgspec.json.Decoder(LogEntry).decode
# Copying one that has read the dictionary is faster than letting another read it.
_PACKER = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW, MEMORY, zdict=DICTIONARY)
_UNPACKER = zlib.decompressobj(RAW, zdict=DICTIONARY)


def encode_entry(entry: LogEntry) -> bytes:
    """Return a log entry as the bytes that a store keeps."""
    packer = _PACKER.copy()
    return FORM + packer.compress(msgspec.json.encode(entry)) + packer.flush()


def decode_entry(body: bytes) -> LogEntry:
    """Return a log entry from its stored bytes."""
    if body.startswith(b"{"):
        return _decode(body)
    unpacker = _UNPACKER.copy()
    return _decode(unpacker.decompress(body.removeprefix(FORM)) + unpacker.flush())
