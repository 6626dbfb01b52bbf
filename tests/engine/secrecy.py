"""Deal the hidden cards again at every state: `python -m tests.engine.secrecy --tables 2000 [--game zar]`.

Before and after every move of random tables, for every seat and the spectator: the view, the legal moves, their labels,
the answers to tried moves, the explanations of the hand, the events and the view after are the same for another
deal of the cards that the viewer cannot see.
"""

import sys
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from engine import Move, State, view
from tests.engine.long_run import Run, Summary, main, noting
from tests.engine.play import Step, Table, play_on, random_table, reproduce
from tests.engine.possible_moves import sampled_moves
from tests.engine.redeal import Viewer, check_looks_alike, check_moves_alike, check_same, look_alike, unlike_viewers

# The number of moves that each seat tries at every state, and how often one of them is an unreadable text, which takes
# ten times as long to answer.
PROBES = 2
UNREADABLE = 1 / 12

OTHER_SEED = "5eed" * 16
MOVES = "moves"
STATES_COMPARED = "states of a viewer compared"
MOVES_COMPARED = "moves of a viewer compared"


def check(game: str, random: Random, summary: Summary) -> None:
    """Check a random table."""
    table = random_table(game, random)
    with noting(lambda: f"table: {reproduce(table)}"):
        check_table(table, random, summary)


def check_table(table: Table, random: Random, summary: Summary) -> None:
    """Play a table to its end and compare, at every state and for every viewer, with another deal.

    The counts: moves, pairs of a state and a viewer, and pairs of a move and a viewer that could be dealt again.
    """
    for step in play_on(table.deal(), random):
        summary.count(MOVES)
        pool = sampled_moves(step.before, table.game, random, 1)
        for viewer in unlike_viewers(step.before, step.seat, random):
            summary.count(STATES_COMPARED, check_state(step.before, viewer, pool, random))
            summary.count(MOVES_COMPARED, check_moves_alike(step, viewer, random))
        check_key(step, random)


def check_state(state: State, viewer: Viewer, pool: Sequence[Move], random: Random) -> int:
    """Compare every query of a viewer with one other deal; return how many deals were compared."""
    other = look_alike(state, viewer, random)
    if other is None:
        return 0
    check_looks_alike(state, other, viewer, probes(pool, random))
    return 1


def probes(pool: Sequence[Move], random: Random) -> Iterator[Move | str]:
    """Return the moves that a seat tries: moves of the pool, and now and then a text that is nearly one."""
    yield from random.sample(pool, min(PROBES, len(pool)))
    if random.random() < UNREADABLE:
        yield str(random.choice(pool)) + random.choice((" ", "!", " @", " #x", " R9 R9", "=", " é"))


def check_key(step: Step, random: Random) -> None:
    """Check that no view depends on the key, or on how many random words were used."""
    viewer = random.choice((None, *range(step.after.seats)))
    other = msgspec.structs.replace(step.after, seed=OTHER_SEED, words=step.after.words + 1)
    check_same(view(step.after, viewer), view(other, viewer), f"the view of {viewer}")


RUN = Run("secrecy", "tables", 200, check, 50)

if __name__ == "__main__":
    sys.exit(main(RUN, __doc__))
