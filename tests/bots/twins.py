"""Decide for a seat at pairs of states that look alike to it: `python -m tests.bots.twins --pairs 2000 [--game zar]`.

At random positions of random tables, with all numbers of seats and all options, everything hidden is dealt again, with
the seat's memory or without it. The two decisions are the same, byte for byte, and legal.
"""

import sys
from random import Random

import msgspec

import bots
from engine import Memory, State, active_seats, apply, begin_memory, events_for, legal_moves, redeal, remember
from tests.engine.long_run import Run, Summary, main, noting
from tests.engine.play import Step, play_on, random_table, reproduce
from tests.engine.redeal import look_alike

EFFORTS = (0, 30, 100)
TEMPERATURES = (0.0, 0.0, 0.3)
LONGEST = 300
# Pairs of states whose hidden cards differ; in the others nothing could be dealt differently.
DIFFERENT = "pairs that differ"
WITH_MEMORY = "of them with memory"
WAITED = "decisions to wait"


class Position(msgspec.Struct, frozen=True):
    """A state in which a seat may move, with the seat's memory."""

    state: State
    seat: int
    memory: Memory


def check(game: str, random: Random, summary: Summary) -> None:
    """Check a pair."""
    table = random_table(game, random)
    with noting(lambda: f"table: {reproduce(table)}"):
        check_pair(find_position(table.deal(), random), random, summary)


def find_position(state: State, random: Random) -> Position:
    """Play a random table to a random position before its end, in which a random seat decides."""
    seat = random.randrange(state.seats)
    length = int(LONGEST * random.random() ** 2)
    memory = begin_memory(state, seat)
    found = None
    for step in play_on(state, random):
        if seat in active_seats(step.before):
            found = Position(step.before, seat, memory)
        if found is not None and (step.before.ply >= length or not active_seats(step.after)):
            return found
        memory = follow(memory, step)
    return found or find_position(state, random)


def follow(memory: Memory, step: Step) -> Memory:
    """Return a seat's memory after a step."""
    return remember(memory, events_for(step.events, memory.viewer))


def check_pair(position: Position, random: Random, summary: Summary) -> None:
    """Compare the decision at a position with that at another one that looks alike."""
    if random.random() < 0.5:
        other = redeal(position.state, position.seat, random_seed(random), position.memory)
        memory = position.memory
    else:
        # This deal has nothing in common with the one that the bots use.
        other = look_alike(position.state, position.seat, random) or position.state
        memory = None
    effort = random.choice(EFFORTS)
    seed = random_seed(random)
    temperature = random.choice(TEMPERATURES)
    with noting(lambda: f"effort {effort}, seed {seed}, temperature {temperature}, seat {position.seat}"):
        mine = bots.choose(position.state, position.seat, effort, seed, memory, temperature=temperature)
        check_legal(position, mine)
        same = bots.choose(other, position.seat, effort, seed, memory, temperature=temperature)
        assert msgspec.json.encode(mine) == msgspec.json.encode(same)
    summary.count(WAITED, mine.move is None)
    summary.count(DIFFERENT, other.zones != position.state.zones)
    summary.count(WITH_MEMORY, other.zones != position.state.zones and memory is not None)


def check_legal(position: Position, choice: bots.Choice) -> None:
    """Make a decision's move; only a seat that is not asked may wait instead."""
    if choice.move is None:
        assert choice.candidates
        return
    assert choice.move in [str(move) for move in legal_moves(position.state, position.seat)]
    apply(position.state, position.seat, choice.move)


def random_seed(random: Random) -> str:
    """Return 64 random hex digits."""
    return f"{random.getrandbits(256):064x}"


RUN = Run("twins", "pairs", 2000, check, 50, package="tests.bots")

if __name__ == "__main__":
    sys.exit(main(RUN, __doc__))
