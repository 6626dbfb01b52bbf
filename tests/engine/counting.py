"""Count the move sequences from a stacked deal, to a depth: a missing or an additional rule changes the number.

`counts/<game>.json`, and `counts/<game>-options.json` with the options that random tables seldom have, are counted by
the engine and written by `regenerate`. `counts/<game>-small.json` is written by hand and never written over: deals
small enough to follow, some of them worked out on paper from the rule page alone, with the working beside the numbers.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from engine import State, active_seats, apply, legal_moves, new_game, split_line
from engine.options import Plain
from tests.engine.play import play_on, stackable
from tests.engine.readings import choose_table, read_options, seldom_options

COUNTS = Path(__file__).with_name("counts")
TABLES = 18
# Of each row of options.
OPTION_TABLES = 3
LONGEST_TABLE = 130
MOST_SEQUENCES = 4000


class Count(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A stacked deal (top card first), the moves made, and the numbers of sequences of 1, 2, … more moves.

    `about` describes the position in sentences; with `by_hand` they are the working behind the numbers.
    """

    about: tuple[str, ...] = ()
    by_hand: bool = False
    seats: int
    options: dict[str, Plain]
    seed: str
    deck: tuple[str, ...]
    moves: tuple[str, ...]
    sequences: tuple[int, ...]

    def position(self, game: str) -> State:
        """Return the state from which sequences are counted."""
        state = new_game(game, seats=self.seats, options=self.options, seed=self.seed, deck=self.deck)
        for line in self.moves:
            state, _ = apply(state, *split_line(line))
        return state


def sequences(state: State, depth: int) -> int:
    """Return the number of sequences of `depth` moves."""
    moves = [(seat, move) for seat in active_seats(state) for move in legal_moves(state, seat)]
    if depth == 1 or not moves:
        return len(moves)
    return sum(sequences(apply(state, seat, move)[0], depth - 1) for seat, move in moves)


def count_until(state: State, most: int) -> tuple[int, ...]:
    """Return the numbers of sequences for depths 1, 2, … to the end of the table, or while they stay below `most`."""
    counted = [sequences(state, 1), sequences(state, 2)]
    while 0 < counted[-1] ** 2 < most * counted[-2]:
        counted.append(sequences(state, len(counted) + 1))
    return tuple(counted)


def stacked_table(game: str, number: int, options: str = "") -> Count:
    """Return a table with a stacked deal; of three, one is at its beginning, one anywhere, one near its end."""
    random = Random(f"count {game} {number}")
    while True:
        table = choose_table(game, read_options(game, options.split()), random)
        deck = stackable(table)
        random.shuffle(deck)
        made = Count(
            seats=table.seats, options=dict(table.options), seed=table.seed, deck=tuple(deck), moves=(), sequences=()
        )
        lines = [f"{step.seat} {step.move}" for step in play_on(made.position(game), random)]
        if len(lines) <= LONGEST_TABLE:
            break
    kept = (0, random.randrange(len(lines)), max(0, len(lines) - 7))[number % 3]
    return replace(made, moves=tuple(lines[:kept]))


def game_of(file: Path) -> str:
    """Return the game of a file."""
    return file.stem.partition("-")[0]


def file_of(game: str) -> Path:
    """Return the file with the engine's counts of a game."""
    return COUNTS / f"{game}.json"


def options_file_of(game: str) -> Path:
    """Return the file with the engine's counts of a game with options that random tables seldom have."""
    return COUNTS / f"{game}-options.json"


def small_file_of(game: str) -> Path:
    """Return the file with the counts of small deals of a game, written by hand."""
    return COUNTS / f"{game}-small.json"


def load(file: Path) -> list[Count]:
    """Return the counts of a file."""
    return msgspec.json.decode(file.read_bytes(), type=list[Count])


def regenerate(game: str) -> None:
    """Count again and write the files."""
    COUNTS.mkdir(exist_ok=True)
    _write(file_of(game), game, [stacked_table(game, number) for number in range(TABLES)])
    seldom = [stacked_table(game, number, row) for row in seldom_options(game) for number in range(OPTION_TABLES)]
    if seldom:
        _write(options_file_of(game), game, seldom)


def _write(file: Path, game: str, tables: Sequence[Count]) -> None:
    counted = [replace(table, sequences=count_until(table.position(game), MOST_SEQUENCES)) for table in tables]
    lines = ",\n".join(msgspec.json.encode(count).decode() for count in counted)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
