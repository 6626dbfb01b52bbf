"""Score random tables by the second reading of the page, too: `python -m tests.engine.readings zar vincent=true`.

Options that are named have their value at every table; the others are random. `--tables` says how many.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from engine import InvalidOption, describe_options, find_game, result
from engine.options import Plain
from tests.engine.naive.reading import Played, reading_of, score
from tests.engine.play import Table, play_on, random_table, reproduce


def seldom_options(game: str) -> tuple[str, ...]:
    """Return options that random tables of a game seldom have, as the second reading of its page lists them."""
    rows: tuple[str, ...] = reading_of(game).SELDOM_OPTIONS
    return rows


def choose_table(game: str, options: Mapping[str, Plain], random: Random) -> Table:
    """Return a random table with these options, which the rules allow."""
    while True:
        made = random_table(game, random)
        table = replace(made, options={**made.options, **options})
        try:
            table.deal()
        except InvalidOption:
            continue
        return table


def check(table: Table, random: Random) -> Played:
    """Play a table to its end and assert that both readings score it alike."""
    start = table.deal()
    played = Played(start, tuple(play_on(start, random)))
    assert score(played) == result(played.end)
    return played


def read_options(game: str, texts: Iterable[str]) -> dict[str, Plain]:
    """Return options from `name=value`; a value is a choice of the option, or else JSON."""
    choices = {option.name: option.choices for option in describe_options(find_game(game).options)}
    pairs = [text.split("=", 1) for text in texts]
    return {name: value if value in choices[name] else msgspec.json.decode(value) for name, value in pairs}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; return 1 when the readings differ."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.readings", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    options = read_options(given.game, given.options)
    seen = Counter[str]()
    moves = 0
    for number in range(given.tables):
        random = Random(f"readings {given.game} {given.seed} {number}")
        table = choose_table(given.game, options, random)
        try:
            played = check(table, random)
        except AssertionError as failure:
            print(f"table {number}: {failure}: {reproduce(table)}")
            return 1
        seen.update(played.situations)
        moves += len(played.steps)
    print(f"{given.game} {given.options}: {given.tables} tables, {moves} moves, {dict(seen)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
