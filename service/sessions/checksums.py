"""A checksum before what a store keeps, so that a value that was spoilt, cut short or moved elsewhere is found out.

It is CRC-32 (ISO/IEC 3309, as in gzip), which finds every error of up to 32 bits in a row. It also covers the place
that the value belongs to. The first byte names this form.
"""

import zlib

CHECKED = b"\x01"
_BYTES = 4
_HEAD = len(CHECKED) + _BYTES


def add_checksum(value: bytes, place: str) -> bytes:
    """Return a value with the checksum of it and of its place before it."""
    return CHECKED + checksum(value, place) + value


def take_checked(stored: bytes, place: str) -> bytes:
    """Return the value without its checksum. Raises `ValueError` if it was spoilt."""
    value = stored[_HEAD:]
    if stored[:_HEAD] != CHECKED + checksum(value, place):
        raise ValueError("the checksum does not fit")
    return value


def checksum(value: bytes, place: str) -> bytes:
    """Return the checksum of a value and its place."""
    return zlib.crc32(value, zlib.crc32(place.encode())).to_bytes(_BYTES, "big")
