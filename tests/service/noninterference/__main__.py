"""Compare random tables of every game, sealed and shared ones too, with alternative deals; name the tables that leak.

`python -m tests.service.noninterference --tables 50 [--game zar] [--store redis://…]`
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from random import Random

import engine
from service.observability.logs import configure_logging
from tests.service.noninterference.comparison import app_on, compare, compare_sealed, compare_shared
from tests.service.noninterference.deals import invent
from tests.service.noninterference.shared_worlds import invent_to_end
from tools.services import LocalService


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare many random tables; return an exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="tables of each game")
    parser.add_argument("--game", choices=engine.GAMES, action="append", help="only these games")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other tables")
    parser.add_argument("--store", help="the address of an empty store; a file of its own by default")
    options = parser.parse_args(arguments)
    configure_logging("console", "error")
    with tempfile.TemporaryDirectory() as folder:
        store = options.store or f"sqlite:{folder}/croupier.db"
        failures = [compare_game(store, game, options.seed, options.tables) for game in options.game or engine.GAMES]
    return 1 if any(failures) else 0


def compare_game(store: str, game: str, seed: int, tables: int) -> int:
    """Compare random tables of one game, print the findings, and return how many leak."""
    compared = leaks = 0
    for number in range(tables):
        name = f"{game} {seed} {number}"
        with LocalService(app_on(store)) as server:
            try:
                host_seat = number % 2 or None
                compared += compare(server, invent(game, Random(name), 20), name, host_seat)
                compared += compare_sealed(server, invent(game, Random(name), 20, only_moves=True), name)
                compared += compare_shared(server, invent_to_end(game, Random(name)), name)
            except AssertionError as leak:
                leaks += 1
                print(f"{name}: {leak}", flush=True)
    print(f"{game}: {tables} tables, {compared} alternative deals, {leaks} leaks", flush=True)
    return leaks


if __name__ == "__main__":
    sys.exit(main())
