"""Play random tables with a bot in every seat: `python -m tests.bots.tables --tables 100 [--game zar]`.

Every decision is a legal move, or to wait for a seat that is asked, and every table ends.
"""

import sys
from random import Random

import bots
from engine import Memory, State, active_seats, apply, asked_seats, begin_memory, legal_moves, result
from tests.bots.twins import follow, random_seed
from tests.engine.long_run import Run, Summary, main, noting
from tests.engine.play import LONGEST_TABLE, Step, random_table, reproduce

EFFORTS = (0, 0, 1, 20)
MOVES = "moves"
DECISIONS = "decisions"


def check(game: str, random: Random, summary: Summary) -> None:
    """Play a table to its end."""
    table = random_table(game, random)
    with noting(lambda: f"table: {reproduce(table)}"):
        state = table.deal()
        effort = random.choice(EFFORTS)
        memories = [begin_memory(state, seat) for seat in range(state.seats)]
        for _ in range(LONGEST_TABLE):
            if not active_seats(state):
                break
            state, memories = _move(state, memories, effort, random, summary)
        assert result(state) is not None


def _move(
    state: State, memories: list[Memory], effort: int, random: Random, summary: Summary
) -> tuple[State, list[Memory]]:
    """Make the move of the first seat that decides to move; those that are not asked decide first."""
    asked = asked_seats(state)
    for seat in sorted(active_seats(state), key=lambda seat: (seat in asked, random.random())):
        choice = bots.choose(state, seat, effort, random_seed(random), memories[seat])
        summary.count(DECISIONS)
        if choice.move is None:
            assert seat not in asked
            continue
        assert choice.move in map(str, legal_moves(state, seat))
        after, events = apply(state, seat, choice.move)
        summary.count(MOVES)
        step = Step(state, seat, choice.move, events, after)
        return after, [follow(memory, step) for memory in memories] if active_seats(after) else memories
    raise AssertionError("Every seat waits for another.")


RUN = Run("tables", "tables", 100, check, 10, package="tests.bots")

if __name__ == "__main__":
    sys.exit(main(RUN, __doc__))
