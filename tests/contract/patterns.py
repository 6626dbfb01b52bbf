"""Compare regular expressions: find a text that one of them matches and another does not.

Both become automata, which are followed at the same time: so the answer is exact, and the text is a shortest one.
"""

# The library's own parser, which has no types.
import re._constants as operation  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Node = int
# The first and the last code point of a range.
Range = tuple[int, int]
EVERYTHING: tuple[Range, ...] = ((0, 0x10FFFF),)
CLASSES: dict[Any, tuple[Range, ...]] = {
    operation.CATEGORY_DIGIT: ((0x30, 0x39),),
    operation.CATEGORY_WORD: ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A)),
}


def find_excluded(sent: str, taken: str) -> str | None:
    """Return a shortest text that the first pattern matches and the second does not, None if there is none."""
    return next(each_excluded(sent, taken), None)


def each_excluded(sent: str, taken: str) -> Iterator[str]:
    """Yield a shortest text for each way in which the second pattern excludes what the first one matches."""
    one = Automaton(sent)
    other = Automaton(taken)
    letters = sorted(one.letters | other.letters)
    left = [(one.start, other.start, "")]
    known = {left[0][:2]}
    for mine, others, text in left:
        if one.end in mine and other.end not in others:
            yield text
        for letter in letters:
            pair = (one.follow(mine, letter), other.follow(others, letter))
            if pair[0] and pair not in known:
                known.add(pair)
                left.append((*pair, text + chr(letter)))


class Automaton:
    """What a pattern of JSON Schema matches: a text of which it matches a part, unless it is anchored."""

    def __init__(self, pattern: str) -> None:
        self._steps: list[list[tuple[tuple[Range, ...], Node]]] = []
        self._empty: list[list[Node]] = []
        begin = self._add()
        after = self._add()
        self.end = self._add()
        parsed = parser.parse(pattern)
        if not _is_anchored(parsed):
            self._steps[begin].append((EVERYTHING, begin))
        self._empty[self._sequence(begin, parsed)].append(after)
        # What is not anchored may be followed by anything.
        self._steps[after].append((EVERYTHING, after))
        self._empty[after].append(self.end)
        self.start = self._close([begin])
        self.letters = set(self._bounds())

    def follow(self, nodes: frozenset[Node], letter: int) -> frozenset[Node]:
        """Return where a letter leads."""
        reached = []
        for node in nodes:
            for ranges, to in self._steps[node]:
                if any(first <= letter <= last for first, last in ranges):
                    reached.append(to)
        return self._close(reached)

    def _bounds(self) -> Iterator[int]:
        """Yield the letters at which a range begins or has just ended."""
        for steps in self._steps:
            for ranges, _ in steps:
                for first, last in ranges:
                    yield first
                    if last < 0x10FFFF:
                        yield last + 1

    def _add(self) -> Node:
        self._steps.append([])
        self._empty.append([])
        return len(self._steps) - 1

    def _close(self, nodes: Iterable[Node]) -> frozenset[Node]:
        """Return nodes with those that they lead to without a letter."""
        found = set[Node]()
        left = [*nodes]
        while left:
            node = left.pop()
            if node not in found:
                found.add(node)
                left += self._empty[node]
        return frozenset(found)

    def _sequence(self, begin: Node, parts: Iterable[tuple[Any, Any]]) -> Node:
        """Add the parts of a pattern after a node, and return the node after them."""
        for kind, value in parts:
            begin = self._part(begin, kind, value)
        return begin

    def _part(self, begin: Node, kind: Any, value: Any) -> Node:  # noqa: ANN401  what the parser gives
        if kind is operation.AT:
            return self._anchor(begin, value)
        if kind is operation.SUBPATTERN:
            return self._sequence(begin, value[-1])
        if kind is operation.BRANCH:
            return self._branches(begin, value[1])
        if kind is operation.MAX_REPEAT:
            return self._repeat(begin, *value)
        after = self._add()
        self._steps[begin].append((_read_ranges(kind, value), after))
        return after

    def _anchor(self, begin: Node, place: Any) -> Node:  # noqa: ANN401
        if place is operation.AT_BEGINNING:
            return begin
        # Nothing may follow, so what comes after leads nowhere.
        self._empty[begin].append(self.end)
        return self._add()

    def _branches(self, begin: Node, branches: Sequence[Iterable[tuple[Any, Any]]]) -> Node:
        after = self._add()
        for branch in branches:
            self._empty[self._sequence(begin, branch)].append(after)
        return after

    def _repeat(self, begin: Node, least: int, most: int, parts: Sequence[tuple[Any, Any]]) -> Node:
        for _ in range(least):
            begin = self._sequence(begin, parts)
        after = self._add()
        self._empty[begin].append(after)
        if most is operation.MAXREPEAT:
            self._empty[self._sequence(after, parts)].append(after)
            return after
        for _ in range(most - least):
            begin = self._sequence(begin, parts)
            self._empty[begin].append(after)
        return after


def _is_anchored(parsed: Iterable[tuple[Any, Any]]) -> bool:
    """Return whether a pattern matches from the beginning alone."""
    for kind, value in parsed:
        if kind is operation.BRANCH:
            return all(_is_anchored(branch) for branch in value[1])
        return (kind, value) == (operation.AT, operation.AT_BEGINNING)
    return False


def _read_ranges(kind: Any, value: Any) -> tuple[Range, ...]:  # noqa: ANN401
    """Return the code points of one character of a pattern. Raises `KeyError` for what is not known here."""
    if kind is operation.LITERAL:
        return ((value, value),)
    if kind is operation.RANGE:
        return (value,)
    if kind is operation.CATEGORY:
        return CLASSES[value]
    if kind is operation.ANY:
        return EVERYTHING
    if kind is operation.NOT_LITERAL:
        return _invert(((value, value),))
    return _read_set(value) if kind is operation.IN else CLASSES[kind]


def _read_set(items: Sequence[tuple[Any, Any]]) -> tuple[Range, ...]:
    if items[0][0] is operation.NEGATE:
        return _invert(_read_set(items[1:]))
    return tuple(part for kind, value in items for part in _read_ranges(kind, value))


def _invert(ranges: Iterable[Range]) -> tuple[Range, ...]:
    return tuple(_gaps(sorted(ranges)))


def _gaps(ranges: Iterable[Range]) -> Iterator[Range]:
    begin = 0
    for first, last in ranges:
        if begin < first:
            yield begin, first - 1
        begin = max(begin, last + 1)
    if begin <= 0x10FFFF:
        yield begin, 0x10FFFF
