"""The decisions of bots are repeated from the record of their table."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

import bots
import engine
from bots.search import Stop
from engine import Decision, Record
from tests.bots.test_choose import GAMES

SEED = "ab" * 32
MOVES = 12


def stop_at(most: int) -> Stop:
    """Return a time box that allows exactly so much effort."""
    return lambda spent: spent >= most


def recorded_table(game: str, levels: Sequence[int], moves: int = MOVES) -> Record:
    """Play a table, in which bots of these levels (0: somebody at random) stop early at any time, and record it."""
    chance = Random(f"{game} {levels}")
    state = engine.new_game(game, seats=len(levels), seed=SEED)
    memories = [engine.begin_memory(state, seat) for seat in range(len(levels))]
    lines = list[str]()
    decisions = list[Decision]()
    while len(lines) < moves and (active := engine.active_seats(state)):
        asked = engine.asked_seats(state)
        seat = asked[0] if asked else active[0]
        move: str | None = str(chance.choice(engine.legal_moves(state, seat)))
        if levels[seat]:
            stop = stop_at(chance.choice([60, 200, 10**6]))
            seed = f"{chance.getrandbits(256):064x}"
            world = engine.redeal(state, seat, seed, memories[seat])
            effort = bots.LEVELS[levels[seat]].effort
            choice = bots.choose(world, seat, effort, seed, memories[seat], stop)
            decisions.append(Decision(len(lines), levels[seat], bots.VERSION, choice.effort, seed))
            move = choice.move
        assert move is not None
        lines.append(f"{seat} {move}")
        state, events = engine.apply(state, seat, move)
        memories = [engine.remember(one, engine.events_for(events, viewer)) for viewer, one in enumerate(memories)]
    return engine.make_record(
        game=game, seats=len(levels), options={}, seed=SEED, moves=lines, decisions=decisions, outcome=None
    )


def check(record: Record) -> tuple[bool | None, str]:
    """Return the finding about a record's decisions."""
    found = bots.check_decisions(record, list(bots.repeat_decisions(record)))
    assert found.name == "bots"
    return found.holds, found.message


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_table_is_found_again(game: str) -> None:
    record = recorded_table(game, (2, 0, 1))
    assert {decision.level for decision in record.decisions} == {1, 2}
    assert check(engine.parse_record(engine.dump_record(record))) == (
        True,
        f"The bots choose all {len(record.decisions)} of their moves again.",
    )


def test_another_move_is_found_out() -> None:
    record = recorded_table("zlam", (1, 1))
    ply, other = next(_other_moves(record))
    lines = (*record.moves[:ply], other)
    holds, message = check(replace(record, moves=lines, decisions=record.decisions[: ply + 1]))
    assert holds is False
    assert message.startswith(f"At ply {ply} the bot chooses `")


def _other_moves(record: Record) -> Iterator[tuple[int, str]]:
    """Yield moves that could have been made instead, as lines, each with its ply."""
    for ply, (state, line) in enumerate(zip(engine.replay(record), record.moves, strict=False)):
        seat, made = engine.split_line(line)
        yield from [(ply, f"{seat} {move}") for move in engine.legal_moves(state, seat) if str(move) != made]


def test_a_decision_that_belongs_to_no_move_is_found_out() -> None:
    record = recorded_table("door", (1, 0))
    first = record.decisions[0]
    for decisions in ((*record.decisions, replace(first, ply=99)), (first, first)):
        holds, _ = check(replace(record, decisions=decisions))
        assert holds is False


@pytest.mark.parametrize("change", [{"version": 99}, {"level": 9}, {"level": 0}, {"seed": "no seed"}])
def test_a_decision_that_cannot_be_repeated_neither_holds_nor_fails(change: dict[str, object]) -> None:
    record = recorded_table("door", (1, 0))
    decisions = (replace(record.decisions[0], **change), *record.decisions[1:])
    holds, message = check(replace(record, decisions=decisions))
    assert holds is None
    assert message


def test_a_record_without_bots_has_nothing_to_repeat() -> None:
    assert check(recorded_table("door", (0, 0))) == (None, "The record tells of no decisions of bots.")


def test_a_record_that_is_cut_before_the_end_keeps_its_decisions_to_itself() -> None:
    record = recorded_table("door", (1, 0))
    assert engine.cut_record(record, 0).decisions == ()
