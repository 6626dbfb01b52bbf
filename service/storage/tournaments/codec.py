"""The stored forms of tournaments and their log entries: JSON, compressed, after a checksum of value and place.

A tournament lies in the store like a session, under an id that no session has.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from zstandard import ZstdCompressor, ZstdDecompressor, ZstdError

from service.storage.codec import add_checksum, take_checked
from service.tournaments.changes import LogEntry
from service.tournaments.tournament import Tournament

# A colon is no part of a session's id.
PREFIX = "tournament:"
# The largest tournaments take some megabytes; whatever claims to be larger was not written here.
MOST_BYTES = 256 * 1024 * 1024

T = TypeVar("T")

_encode = msgspec.json.Encoder(order="deterministic").encode
_decode_tournament = msgspec.json.Decoder(Tournament).decode
_decode_entry = msgspec.json.Decoder(LogEntry).decode
_pack = ZstdCompressor(level=1).compress
_unpack = ZstdDecompressor().decompress


def stored_id(tournament_id: str) -> str:
    """Return the id under which a tournament is stored."""
    return PREFIX + tournament_id


def encode_tournament(tournament: Tournament) -> bytes:
    """Return a tournament as the bytes that a store keeps."""
    return add_checksum(_pack(_encode(tournament)), stored_id(tournament.id))


def decode_tournament(document: bytes, tournament_id: str) -> Tournament:
    """Return a tournament from its stored bytes. Raises `ValueError` for anything else."""
    tournament = _read(_decode_tournament, document, stored_id(tournament_id))
    if tournament.id != tournament_id:
        raise ValueError(f"it is the document of tournament {tournament.id}")
    return tournament


def encode_entry(entry: LogEntry, tournament_id: str, version: int) -> bytes:
    """Return the log entry of a version as the bytes that a store keeps."""
    return add_checksum(_pack(_encode(entry)), f"{stored_id(tournament_id)} {version}")


def decode_entry(body: bytes, tournament_id: str, version: int) -> LogEntry:
    """Return the log entry of a version from its stored bytes. Raises `ValueError` for anything else."""
    return _read(_decode_entry, body, f"{stored_id(tournament_id)} {version}")


def _read(decode: Callable[[bytes], T], stored: bytes, place: str) -> T:
    packed = take_checked(stored, place)
    try:
        return decode(_unpack(packed, max_output_size=MOST_BYTES))
    except (ZstdError, msgspec.MsgspecError, UnicodeError, RecursionError):
        # The library's message may quote what is hidden.
        raise ValueError("it cannot be read") from None
