"""The stored form of log entries: JSON, packed with a dictionary of what most entries say.

A checksum of the entry and of the version that it belongs to comes first (`checksums.py`), then a byte that names the
packing and its dictionary, then a Zstandard frame (RFC 8878). A dictionary is never changed, since what it has packed
must be read for ever: a better one gets the next number. `tests/service/entry_dictionary.py` made it, of the entries of
random tables.
"""

from importlib.resources import files

import msgspec
from zstandard import ZstdCompressionDict, ZstdCompressor, ZstdDecompressor, ZstdError

from service.sessions.changes import LogEntry
from service.sessions.checksums import add_checksum, take_checked

_FOLDER = files("service.storage")
PACKED, DICTIONARY = b"\x01", (_FOLDER / "entries-1.dict").read_bytes()
LEVEL = 3

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(LogEntry).decode

_LEARNED = ZstdCompressionDict(DICTIONARY)
# Once digested it is not read again for each entry: that is a fifth of what deflate took.
_LEARNED.precompute_compress(level=LEVEL)
# The form names the dictionary already.
_pack = ZstdCompressor(dict_data=_LEARNED, write_dict_id=False).compress
_unpack = ZstdDecompressor(dict_data=_LEARNED).decompress


def encode_entry(entry: LogEntry, session_id: str, version: int) -> bytes:
    """Return the log entry of a version as the bytes that a store keeps."""
    return add_checksum(PACKED + _pack(_encode(entry)), _place(session_id, version))


def decode_entry(body: bytes, session_id: str, version: int) -> LogEntry:
    """Return the log entry of a version from its stored bytes. Raises `ValueError` for anything else."""
    packed = take_checked(body, _place(session_id, version))
    if packed[:1] != PACKED:
        raise ValueError("it is packed in another way")
    try:
        return _decode(_unpack(packed[1:]))
    except (ZstdError, msgspec.MsgspecError, UnicodeError, RecursionError):
        raise ValueError("it cannot be read") from None


def _place(session_id: str, version: int) -> str:
    return f"{session_id} {version}"
