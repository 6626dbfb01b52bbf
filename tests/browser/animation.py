"""An animated PNG of some pictures, without any library: one palette, and of each frame only what has changed."""

import struct
import zlib
from collections import Counter
from collections.abc import Sequence

import msgspec

SIGNATURE = b"\x89PNG\r\n\x1a\n"
# The first colour of the palette is none: what it covers stays as it was.
UNSEEN = 0
COLOURS = 255
# Eight bits for the index of a colour in the palette; nothing interlaced.
INDEXED = struct.pack(">BBBBB", 8, 3, 0, 0, 0)


class Picture(msgspec.Struct, frozen=True):
    """A picture as rows of pixels, four bytes each: red, green, blue, and opacity, which is not used."""

    width: int
    height: int
    pixels: bytes


def animate(pictures: Sequence[Picture], millis: Sequence[int]) -> bytes:
    """Return an animated PNG that shows pictures of one size for some milliseconds each, again and again."""
    width = pictures[0].width
    height = pictures[0].height
    indexed, palette = _index([memoryview(picture.pixels).cast("I").tolist() for picture in pictures])
    chunks = [
        _chunk(b"IHDR", struct.pack(">II", width, height) + INDEXED),
        _chunk(b"acTL", struct.pack(">II", len(pictures), 0)),
        _chunk(b"PLTE", palette),
        _chunk(b"tRNS", b"\0"),
    ]
    for place, (frame, shown) in enumerate(zip(indexed, millis, strict=True)):
        # The first picture has one number, that of its control; each later one has two.
        number = max(0, 2 * place - 1)
        chunks.append(_chunk(b"fcTL", _control(number, width, height, shown)))
        data = _compress(_changes(indexed[place - 1], frame) if place else frame, width)
        chunks.append(_chunk(b"fdAT", struct.pack(">I", number + 1) + data) if place else _chunk(b"IDAT", data))
    return b"".join([SIGNATURE, *chunks, _chunk(b"IEND", b"")])


def _index(frames: Sequence[Sequence[int]]) -> tuple[list[bytes], bytes]:
    """Return frames of colours as frames of places in a palette, and the palette: the most frequent colours of all."""
    counted = Counter[int]()
    for frame in frames:
        counted.update(frame)
    chosen = [_split(colour) for colour, _ in counted.most_common(COLOURS)]
    nearest = {colour: 1 + _nearest(_split(colour), chosen) for colour in counted}
    return [bytes(map(nearest.__getitem__, frame)) for frame in frames], bytes(3) + b"".join(map(bytes, chosen))


def _split(colour: int) -> tuple[int, int, int]:
    return colour & 255, colour >> 8 & 255, colour >> 16 & 255


def _nearest(colour: tuple[int, int, int], chosen: Sequence[tuple[int, int, int]]) -> int:
    red, green, blue = colour
    distances = [abs(red - one) + abs(green - two) + abs(blue - three) for one, two, three in chosen]
    return distances.index(min(distances))


def _changes(before: bytes, after: bytes) -> bytes:
    """Return a frame that can be seen only where it differs from the one before."""
    return bytes(new if new != old else UNSEEN for old, new in zip(before, after, strict=True))


def _control(number: int, width: int, height: int, millis: int) -> bytes:
    """Return what is said of a frame: its place, how long it stays, and that it is laid over what was before."""
    return struct.pack(">IIIIIHHBB", number, width, height, 0, 0, millis, 1000, 0, 1)


def _compress(frame: bytes, width: int) -> bytes:
    rows = (frame[start : start + width] for start in range(0, len(frame), width))
    return zlib.compress(b"".join(b"\0" + row for row in rows), 9)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
