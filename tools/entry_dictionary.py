"""The dictionary that compresses log entries: `python -m tools.entry_dictionary FILE` makes one.

Zstandard's own trainer makes it from the entries of random tables of every game.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
from zstandard import train_dictionary

import engine
from service.sessions.apply_change import apply_change, create
from service.sessions.changes import Change, Created, Joined, LogEntry, Moved
from service.sessions.session import Dealing, Seat, Session, Setup, asked_seats
from service.sessions.tokens import Secret

BYTES = 32_000
TABLES = 12
MOVES = 60


def entries_of(game: str, chance: Random) -> Iterator[LogEntry]:
    """Yield the entries of a random table, from its creation on."""
    seats = chance.randint(engine.find_game(game).min_seats, 4)
    secret = Secret(chance.randbytes(32).hex(), chance.randbytes(32).hex()[:43])
    dealing = Dealing(server_seed=chance.randbytes(32).hex())
    vacant = (Seat(code=chance.randbytes(32).hex()),) * seats
    made = Created(1_790_000_000_000, 604_800, 86_400, game, vacant, {}, Setup(), dealing, secret, "k" * 43)
    session, entry = create(chance.randbytes(12).hex(), made)
    yield entry
    for number in range(seats + MOVES):
        at = made.at + chance.randrange(10**7)
        change: Change = Joined(at, number, secret, "Ada") if number < seats else _choose(session, at, chance)
        session, entry = apply_change(session, change)
        yield entry
        if session.is_over:
            return


def _choose(session: Session, at: int, chance: Random) -> Moved:
    assert session.state is not None
    seat = chance.choice(asked_seats(session))
    return Moved(at, seat, str(chance.choice(engine.legal_moves(session.state, seat))))


def collect(chance: Random, tables: int) -> list[bytes]:
    """Return the entries of random tables as JSON, the same number for each game."""
    found: list[bytes] = []
    for game in engine.GAMES:
        of_game = [msgspec.json.encode(entry) for _ in range(tables) for entry in entries_of(game, chance)]
        chance.shuffle(of_game)
        found += of_game[: tables * MOVES]
    chance.shuffle(found)
    return found


def make_dictionary(chance: Random, tables: int = TABLES) -> bytes:
    """Return a dictionary, trained on so many random tables of each game."""
    return train_dictionary(BYTES, [*collect(chance, tables)]).as_bytes()


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(make_dictionary(Random(1)))
