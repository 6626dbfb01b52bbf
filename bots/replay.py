"""Repeat the decisions of bots from the record of a table.

A decision depends on what the seat could know, which follows from the moves before it, and on its level, effort and
seed, which the record lists. So nobody needs to trust the operator of the bots.
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

import engine
from bots.choice import Choice
from bots.choose import VERSION, choose
from bots.levels import LEVELS
from engine import Check, Decision, Memory, Record, State

NAME = "bots"


class Repeated(msgspec.Struct, frozen=True):
    """A decision of a record, the move that was made, and the one that is found again.

    `found` is None if the decision cannot be repeated here; `problem` then says why.
    """

    decision: Decision
    made: str
    found: str | None = None
    problem: str = ""


def choose_again(state: State, seat: int, decision: Decision, memory: Memory | None) -> Choice:
    """Repeat a bot's decision from the true state, which the bot did not see: the state is redealt for its seat.

    Raises `engine.InvalidInput` for a seat, a seed or a memory that cannot be.
    """
    world = engine.redeal(state, seat, decision.seed, memory)
    effort = LEVELS[decision.level].effort
    return choose(world, seat, effort, decision.seed, memory, lambda spent: spent >= decision.effort)


def repeat_decisions(record: Record) -> Iterator[Repeated]:
    """Yield each decision of a record, made again. Raises `engine.InvalidRecord` if the record does not replay."""
    states = engine.replay(record)
    memories = {seat: engine.begin_memory(states[0], seat) for seat in range(record.seats)}
    decisions = {decision.ply: decision for decision in record.decisions}
    for ply, line in enumerate(record.moves):
        seat, move = engine.split_line(line)
        if ply in decisions:
            yield _repeat(states[ply], seat, move, decisions[ply], memories[seat])
        memories = _remember(memories, states[ply], seat, move)


def check_decisions(record: Record, repeated: Sequence[Repeated]) -> Check:
    """Return the finding about all decisions of a record."""
    if not record.decisions:
        return Check(NAME, None, "The record tells of no decisions of bots.")
    if len(repeated) < len(record.decisions):
        return Check(NAME, False, "The record tells of decisions for moves that it does not have, or twice for one.")
    for one in repeated:
        if one.found not in (None, one.made):
            at = f"At ply {one.decision.ply} the bot chooses `{one.found}`, not `{one.made}`."
            return Check(NAME, False, at)
    unknown = next((one.problem for one in repeated if one.found is None), None)
    if unknown is not None:
        return Check(NAME, None, unknown)
    return Check(NAME, True, f"The bots choose all {len(repeated)} of their moves again.")


def _repeat(state: State, seat: int, move: str, decision: Decision, memory: Memory) -> Repeated:
    if decision.version != VERSION or decision.level not in LEVELS:
        problem = f"This repeats bots of version {VERSION}, levels 1–{max(LEVELS)}, not all of the record's."
        return Repeated(decision, move, problem=problem)
    try:
        return Repeated(decision, move, choose_again(state, seat, decision, memory).move or "")
    except engine.EngineError as problem:
        return Repeated(decision, move, problem=problem.message)


def _remember(memories: Mapping[int, Memory], state: State, seat: int, move: str) -> dict[int, Memory]:
    _, events = engine.apply(state, seat, move)
    return {viewer: engine.remember(memory, engine.events_for(events, viewer)) for viewer, memory in memories.items()}
