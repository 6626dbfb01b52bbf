"""The stored form of log entries: JSON, packed with a dictionary of what most entries say.

A checksum of the entry and of the version that it belongs to comes first (`checksums.py`); earlier releases wrote none.
The first byte of a packed entry names its packing and dictionary: after a 2, which is written now, comes a Zstandard
frame (RFC 8878), and after a 1, which an earlier release wrote, a raw deflate stream (RFC 1951). An entry that begins
with a brace is plain JSON, as releases before wrote it. A dictionary is never changed, since what it has packed must be
read for ever: a better one gets the next number. `tests/service/entry_dictionary.py` made the second, of the entries of
random tables.
"""

import zlib
from importlib.resources import files

import msgspec
from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor, ZstdError

from service.sessions.changes import LogEntry
from service.sessions.checksums import add_checksum, take_checked

_FOLDER = files("service.storage")
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


def encode_entry(entry: LogEntry, session_id: str, version: int) -> bytes:
    """Return the log entry of a version as the bytes that a store keeps."""
    return add_checksum(PACKED + _pack(_encode(entry)), _place(session_id, version))


def decode_entry(body: bytes, session_id: str, version: int) -> LogEntry:
    """Return the log entry of a version from its stored bytes. Raises `ValueError` for anything else."""
    packed = take_checked(body, _place(session_id, version))
    try:
        return _decode(_unpack_any(packed))
    except (ZstdError, zlib.error, msgspec.MsgspecError, UnicodeError, RecursionError):
        raise ValueError("it cannot be read") from None


def _place(session_id: str, version: int) -> str:
    return f"{session_id} {version}"


def _unpack_any(packed: bytes) -> bytes:
    form = packed[:1]
    if form == PACKED:
        return _unpack(packed[1:])
    return _inflate(packed[1:]) if form == DEFLATED else packed


def _inflate(packed: bytes) -> bytes:
    inflater = _INFLATER.copy()
    return inflater.decompress(packed) + inflater.flush()
