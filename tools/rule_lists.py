"""The lists at the end of each game's rule page: its card codes, and every notation that a move can have.

They are made from the engine: `python -m tools.rule_lists [GAME …]` writes them, in every language of the pages.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from pathlib import Path

import msgspec

import engine
from engine import Move, Option, Plain
from engine.core.moves import fits_pattern
from tools.servers import REPOSITORY

PAGES = REPOSITORY / "docs" / "rules"
# A longer run of numbers is written as a range.
LONGEST_RUN = 4
# Fewer cards than these may be named as exceptions where all others are meant.
FEW_CARDS = 6
# Enough for most games; more would only make the lists of piles and seats longer.
MOST_SEATS = 6

Tail = tuple[str | None, int | None, str | None]
Shape = tuple[str, int, bool, bool, bool]
Difference = tuple[str, Sequence[Move], Sequence[Move]]


class Words(msgspec.Struct, frozen=True):
    """What stands around the lists in one language."""

    folder: str
    heading: str
    cards: str
    notations: str
    columns: str
    default: str
    every_card: str
    every_card_but: str


LANGUAGES = (
    Words(
        folder="",
        heading="### Card codes and notations",
        cards="The cards in canonical order, a line for each first character:",
        notations=(
            "At a table of {seats} seats with the default options, a move has one of these {count} notations.\n"
            "The rows of an option say what it adds to them (+) or removes (−); with …, other values of the option do "
            "so, too, in other numbers. Options that are set together can add more.\n"
            "`GET /v1/games/{game}/notations?seats={seats}` and `possible_moves` (`engine` 2) list all notations of "
            "any table, in canonical order."
        ),
        columns="| table | notation | values | number |",
        default="default",
        every_card="every card",
        every_card_but="every card but",
    ),
    Words(
        folder="de",
        heading="### Kartencodes und Notationen",
        cards="Die Karten in fester Reihenfolge, eine Zeile für jedes erste Zeichen:",
        notations=(
            "An einem Tisch mit {seats} Plätzen und ohne Optionen hat ein Spielzug eine dieser {count} Notationen.\n"
            "Die Zeilen einer Option nennen, was sie hinzufügt (+) oder wegnimmt (−); bei … tun das auch andere Werte "
            "der Option, in anderer Zahl. Optionen, die zusammen gesetzt sind, können weitere hinzufügen.\n"
            "`GET /v1/games/{game}/notations?seats={seats}` und `possible_moves` (`engine` 2) nennen alle Notationen "
            "jedes Tisches, in fester Reihenfolge."
        ),
        columns="| Tisch | Notation | Werte | Zahl |",
        default="ohne",
        every_card="jede Karte",
        every_card_but="jede Karte außer",
    ),
)


def page_of(game: str, words: Words) -> Path:
    """Return the rule page of a game in a language."""
    return PAGES / words.folder / f"{game}.md"


def write_lists(game: str, words: Words) -> str:
    """Return the lists of a game as Markdown."""
    seats = seats_shown(game)
    count = len(engine.possible_moves(game, seats=seats))
    text = words.notations.format(seats=seats, count=count, game=game)
    rows = "\n".join(_write_rows(game, seats, words))
    table = f"{words.columns}\n|---|---|---|---|\n{rows}"
    return f"{words.heading}\n{words.cards}\n\n{_write_cards(game)}\n\n{text}\n\n{table}\n"


def seats_shown(game: str) -> int:
    """Return the number of seats of the tables in the lists."""
    return min(engine.find_game(game).max_seats, MOST_SEATS)


def with_lists(text: str, lists: str, words: Words) -> str:
    """Return the text of a rule page that ends with the lists, in the place of older ones."""
    return f"{text.partition(words.heading)[0].rstrip()}\n\n{lists}"


# ---- cards


def _write_cards(game: str) -> str:
    by_letter = groupby(engine.find_game(game).cards, key=lambda code: code[0])
    return "\n".join(f"- `{' '.join(codes)}`" for _, codes in by_letter)


# ---- notations


def _write_rows(game: str, seats: int, words: Words) -> Iterator[str]:
    plain = engine.possible_moves(game, seats=seats)
    yield from _write_moves(game, plain, words, words.default, "")
    for name, added, removed in _differences(game, seats, plain):
        yield from _write_moves(game, added, words, name, "+")
        yield from _write_moves(game, removed, words, name, "−")


def _differences(game: str, seats: int, plain: Sequence[Move]) -> Iterator[Difference]:
    """Yield the moves that options add and remove; of option values with the same kinds of moves, only the first."""
    for option in engine.describe_options(engine.find_game(game).options):
        found: dict[object, list[Difference]] = {}
        for value in _values_of(option):
            changed = _moves_with(game, seats, option.name, value)
            more = [move for move in changed if move not in plain]
            fewer = [move for move in plain if move not in changed]
            name = f"`{option.name}={_write_value(value)}`"
            found.setdefault((_shapes(more), _shapes(fewer)), []).append((name, more, fewer))
        for (name, added, removed), *others in found.values():
            yield f"{name} …" if others else name, added, removed


def _values_of(option: Option) -> list[Plain]:
    """Return the values of an option besides its default; for a number, the values up to a few above the default."""
    if option.kind == "boolean":
        return [not option.default]
    values: list[Plain] = [choice for choice in option.choices if option.kind == "choice"]
    if option.minimum is not None and option.maximum is not None and type(option.default) is int:
        values += range(option.minimum, min(option.maximum, option.default + LONGEST_RUN) + 1)
    return [value for value in values if value != option.default]


def _moves_with(game: str, seats: int, option: str, value: Plain) -> Sequence[Move]:
    """Return the moves of a table with an option; the same as without it where it needs others beside it."""
    try:
        return engine.possible_moves(game, seats=seats, options={option: value})
    except engine.InvalidOption:
        return engine.possible_moves(game, seats=seats)


def _write_value(value: Plain) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _write_moves(game: str, moves: Sequence[Move], words: Words, table: str, sign: str) -> Iterator[str]:
    """Yield a row for each set of moves that are all combinations of some cards, places, seats and choices."""
    by_shape: dict[Shape, list[Move]] = {}
    for move in moves:
        by_shape.setdefault(_shape(move), []).append(move)
    for alike in by_shape.values():
        pattern = _pattern_of(game, alike[0])
        for codes, tails in _products(alike):
            values = "; ".join([*_write_codes(game, codes, words), *_write_tails(tails)])
            yield f"| {table} | `{pattern}` | {values} | {sign}{max(1, len(codes)) * len(tails)} |"


def _shape(move: Move) -> Shape:
    """Return the verb of a move and which parts it has."""
    return (move.verb, len(move.cards), move.place is None, move.seat is None, move.choice is None)


def _shapes(moves: Iterable[Move]) -> frozenset[Shape]:
    return frozenset(map(_shape, moves))


def _products(moves: Iterable[Move]) -> Iterator[tuple[list[str], list[Tail]]]:
    """Yield cards, and what follows each of them, which is every combination of places, seats and choices."""
    tails_of: dict[tuple[str, ...], list[Tail]] = {}
    for move in moves:
        tails_of.setdefault(move.cards, []).append((move.place, move.seat, move.choice))
    cards_of: dict[tuple[Tail, ...], list[str]] = {}
    for cards, tails in tails_of.items():
        cards_of.setdefault(tuple(tails), []).extend(cards)
    for same_tails, codes in cards_of.items():
        assert set(same_tails) == set(product(*(dict.fromkeys(values) for values in zip(*same_tails, strict=True))))
        yield codes, list(same_tails)


def _pattern_of(game: str, move: Move) -> str:
    """Return the pattern of a move's verb with the parts that the move has."""
    patterns = (verb.pattern for verb in engine.find_game(game).verbs if verb.name == move.verb)
    pattern = next(pattern for pattern in patterns if fits_pattern(move, pattern))
    has = {"@": move.place is not None, "#": move.seat is not None, "=": move.choice is not None}
    return " ".join(word.strip("[]") for word in pattern.split() if has.get(word.strip("[")[0], True))


def _write_codes(game: str, codes: list[str], words: Words) -> Iterator[str]:
    others = [code for code in engine.find_game(game).cards if code not in codes]
    if codes and not others:
        yield words.every_card
    elif codes and len(others) < FEW_CARDS:
        yield f"{words.every_card_but} `{' '.join(others)}`"
    elif codes:
        yield f"`{' '.join(codes)}`"


def _write_tails(tails: list[Tail]) -> Iterator[str]:
    for sign, values in zip("@#=", zip(*tails, strict=True), strict=True):
        found = [value for value in dict.fromkeys(values) if value is not None]
        if _is_run(found):
            yield f"`{sign}{found[0]}`–`{sign}{found[-1]}`"
        elif found:
            yield f"`{' '.join(f'{sign}{value}' for value in found)}`"


def _is_run(values: Sequence[str | int]) -> bool:
    """Tell whether values are many consecutive numbers."""
    numbers = [int(value) for value in values if str(value).isdigit()]
    if len(numbers) < len(values) or len(values) <= LONGEST_RUN:
        return False
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def write_pages(games: Sequence[str]) -> None:
    """Write the lists of the named games, or of all, into their pages."""
    for game, words in product(games or list(engine.GAMES), LANGUAGES):
        page = page_of(game, words)
        text = page.read_text(encoding="utf-8")
        page.write_text(with_lists(text, write_lists(game, words), words), encoding="utf-8")


if __name__ == "__main__":
    write_pages(sys.argv[1:])
