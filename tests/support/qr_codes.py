"""Read QR codes (ISO/IEC 18004): small ones of bytes, without errors."""

from collections.abc import Callable, Iterator, Sequence

MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda x, y: (x + y) % 2,
    lambda _, y: y % 2,
    lambda x, _: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
FORMAT_MASK = 0b101010000010010
# In versions 2 to 6 there is one alignment pattern; in version 1 there is none.
MOST_MODULES = 41
BYTES = 0b0100


def read_code(rows: Sequence[Sequence[bool]]) -> str:
    """Return the text of a code without its border; true is dark. Its data must be in one block."""
    size = len(rows)
    assert size <= MOST_MODULES
    assert all(len(row) == size for row in rows)
    assert all(has_finder(rows, x, y) for x, y in ((0, 0), (size - 7, 0), (0, size - 7)))
    mask = MASKS[read_mask(rows)]
    bits = "".join("1" if rows[y][x] != (mask(x, y) == 0) else "0" for x, y in data_places(size))
    assert int(bits[:4], 2) == BYTES
    length = int(bits[4:12], 2)
    return bytes(int(bits[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8)).decode()


def has_finder(rows: Sequence[Sequence[bool]], left: int, top: int) -> bool:
    """Tell whether there is a dark square in a light ring in a dark ring."""
    rings = [[max(abs(x - 3), abs(y - 3)) for x in range(7)] for y in range(7)]
    return all(rows[top + y][left + x] == (rings[y][x] != 2) for y in range(7) for x in range(7))


def read_mask(rows: Sequence[Sequence[bool]]) -> int:
    """Return the number of the mask, from the format beside the first finder."""
    places = [*((x, 8) for x in (0, 1, 2, 3, 4, 5, 7, 8)), *((8, y) for y in (7, 5, 4, 3, 2, 1, 0))]
    found = sum(rows[y][x] << (14 - index) for index, (x, y) in enumerate(places))
    return (found ^ FORMAT_MASK) >> 10 & 0b111


def data_places(size: int) -> Iterator[tuple[int, int]]:
    """Yield the places of data, from the right in pairs of columns, up and down in turn."""
    pairs = [right for right in range(size - 1, 0, -2) if right > 6] + [5, 3, 1]
    for number, right in enumerate(pairs):
        ys = range(size - 1, -1, -1) if number % 2 == 0 else range(size)
        yield from ((x, y) for y in ys for x in (right, right - 1) if not is_fixed(x, y, size))


def is_fixed(x: int, y: int, size: int) -> bool:
    """Tell whether a module is of the code's frame."""
    far = size - 8
    is_corner = (x <= 8 and y <= 8) or (x >= far and y <= 8) or (x <= 8 and y >= far)
    is_alignment = size > 21 and abs(x - size + 7) <= 2 and abs(y - size + 7) <= 2
    return is_corner or is_alignment or 6 in (x, y)
