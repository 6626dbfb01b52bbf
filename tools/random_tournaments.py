"""Tournaments of all formats, played at random."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from tournaments import Board, Entrant, Plan, Round, Table, next_round

SEED = "5a" * 32


def make_board(scores: Sequence[int], lowest_wins: bool = False) -> Board:
    """Return a board with these scores, ranked as the engine ranks them."""
    keys = [score if lowest_wins else -score for score in scores]
    return Board(tuple(scores), tuple(1 + sum(other < key for other in keys) for key in keys))


def play_table(plan: Plan, table: Table, random: Random) -> Table:
    """Return a table with random results, of which some are ties."""
    boards = [make_board([random.randrange(6) for _ in table.entrants]) for _ in range(plan.boards)]
    return replace(table, boards=tuple(boards))


def play_round(plan: Plan, paired: Round, random: Random) -> Round:
    """Return a round with random results."""
    return Round(tuple(play_table(plan, table, random) for table in paired.tables), paired.byes)


def play(plan: Plan, entrants: Sequence[Entrant], random: Random, seed: str = SEED, most: int = 100) -> list[Round]:
    """Play a tournament to its end, or for so many rounds."""
    rounds: list[Round] = []
    while len(rounds) < most and (paired := next_round(plan, entrants, rounds, seed)) is not None:
        rounds.append(play_round(plan, paired, random))
    return rounds


def make_entrants(number: int) -> tuple[Entrant, ...]:
    """Return entrants who are seeded in the order of their numbers."""
    return tuple(Entrant(rating=3000.0 - place) for place in range(number))


def won(table: Table, winner: int) -> Table:
    """Return a table of two that an entrant has won."""
    return replace(table, boards=(make_board([int(entrant == winner) for entrant in table.entrants]),))
