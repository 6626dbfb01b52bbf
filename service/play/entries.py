"""The stored form of log entries: JSON, packed with a dictionary of what most entries say.

The first byte of a packed entry names its packing and dictionary: after a 2, which is written now, comes a Zstandard
frame (RFC 8878), and after a 1, which an earlier release wrote, a raw deflate stream (RFC 1951). An entry that begins
with a brace is plain JSON, as releases before wrote it. A dictionary is never changed, since what it has packed must be
read for ever: a better one gets the next number. `tests/service/entry_dictionary.py` made the second, of the entries of
random tables.
"""

import zlib
from importlib.resources import files

import msgspec
from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor

from service.play.changes import LogEntry

_FOLDER = files("service.play")
DEFLATED, DEFLATE_DICTIONARY = b"\x01", (_FOLDER / "entries-1.dict").read_bytes()
PACKED, DICTIONARY = b"\x02", (_FOLDER / "entries-2.dict").read_bytes()
LEVEL = 3
RAW = -15

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(LogEntry).decode

_LEARNED = ZstdCompressionDict(DICTIONARY)
# Once digested it is not read again for each entry: that is a fifth of what deflate took.
_LEARNED.precompute_compress(level=LEVEL)
# The form names the dictionary already.
_pack = ZstdCompressor(dict_data=_LEARNED, write_dict_id=False).compress
_unpack = ZstdDecompressor(dict_data=_LEARNED).decompress
# Copying one that has read the dictionary is faster than letting another read it.
_INFLATER = zlib.decompressobj(RAW, zdict=DEFLATE_DICTIONARY)


def encode_entry(entry: LogEntry) -> bytes:
    """Return a log entry as the bytes that a store keeps."""
    return PACKED + _pack(_encode(entry))


def decode_entry(body: bytes) -> LogEntry:
    """Return a log entry from its stored bytes."""
    form = body[:1]
    if form == PACKED:
        return _decode(_unpack(body[1:]))
    return _decode(_inflate(body[1:]) if form == DEFLATED else body)


def _inflate(packed: bytes) -> bytes:
    inflater = _INFLATER.copy()
    return inflater.decompress(packed) + inflater.flush()
