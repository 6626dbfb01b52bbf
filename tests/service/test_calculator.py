"""Calculations in a separate process: the same answers, within bounds, across crashes, without growing memory."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from random import Random

import pytest

from service.process import calculator as calculating
from service.process.calculator import Calculator
from service.sessions.problems import Problem
from service.tournaments.tournament import Drawn, Kept, pair, rank
from service.use_cases.tournaments import calculations as stateless
from service.use_cases.tournaments.inputs import PairingEntrantInput, PairingPlanInput, StandingsInput
from tools.measuring.processes import resident_bytes
from tools.random_tournaments import SEED, make_entrants, play
from tournaments import Plan, Round

pytestmark = pytest.mark.anyio

MEBIBYTE = 1024 * 1024
SWISS = Plan(format="SWISS", seats=2, rounds=100)
SMALL = Kept(SWISS, make_entrants(4), ())
# It takes a fifth of a second, in which others can wait, or the process can be stopped.
LARGE = Kept(SWISS, make_entrants(5000), (Round(()),) * 100)


@pytest.fixture
async def calculator() -> AsyncIterator[Calculator]:
    calculator = Calculator(0)
    yield calculator
    await calculator.close()


def process_of(calculator: Calculator) -> int:
    assert calculator._process is not None
    return calculator._process.pid


async def test_the_answers_are_those_of_the_functions(calculator: Calculator) -> None:
    plan = Plan(format="SWISS", seats=3, rounds=4)
    entrants = make_entrants(14)
    rounds = tuple(play(plan, entrants, Random(3), most=2))
    kept = Kept(plan, entrants, rounds)
    drawn = Drawn(plan, entrants, rounds, SEED)
    assert await calculator.run(rank, kept) == rank(kept)
    assert await calculator.run(pair, drawn) == pair(drawn)
    assert await calculator.run(pair, Drawn(SWISS, make_entrants(1), (), SEED)) is None


async def test_a_problem_comes_back_as_it_was_raised(calculator: Calculator) -> None:
    with pytest.raises(Problem) as expected:
        stateless.rank(standings_of("CUP"))
    with pytest.raises(Problem) as raised:
        await calculator.run(stateless.rank, standings_of("CUP"))
    assert (raised.value.code, raised.value.message, raised.value.path) == (
        expected.value.code,
        expected.value.message,
        expected.value.path,
    )
    # A number that is no rating is refused there, and one of more than 64 bits before it is sent.
    with pytest.raises(Problem) as raised:
        await calculator.run(stateless.rank, standings_of("SWISS", rating=float("inf")))
    assert raised.value.path == ("entrants", "0", "rating")
    with pytest.raises(Problem, match="64 bits"):
        await calculator.run(stateless.rank, standings_of("SWISS", from_round=10**30))


def standings_of(kind: str, rating: float = 0.0, from_round: int = 1) -> StandingsInput:
    entrants = [PairingEntrantInput(rating=rating, from_round=from_round), PairingEntrantInput()]
    return StandingsInput(plan=PairingPlanInput(format=kind, seats=2), entrants=entrants)


async def test_no_memory_is_kept(calculator: Calculator) -> None:
    await calculator.run(rank, SMALL)
    before = resident_bytes(process_of(calculator))
    await calculator.run(rank, LARGE)
    assert resident_bytes(process_of(calculator)) - before < 5 * MEBIBYTE


async def test_a_calculation_that_takes_too_long_is_given_up_and_the_next_is_answered() -> None:
    calculator = Calculator(0, 0.02)
    try:
        with pytest.raises(Problem) as raised:
            await calculator.run(rank, LARGE)
        assert raised.value.code == "BUSY"
        assert len(await calculator.run(rank, SMALL)) == 4
    finally:
        await calculator.close()


async def test_a_process_that_hangs_is_replaced(calculator: Calculator, monkeypatch: pytest.MonkeyPatch) -> None:
    await calculator.run(rank, SMALL)
    os.kill(stopped := process_of(calculator), signal.SIGSTOP)
    monkeypatch.setattr(calculating, "ANSWER_SECONDS", 0.1)
    with pytest.raises(Problem) as raised:
        await calculator.run(rank, SMALL)
    assert raised.value.code == "BUSY"
    monkeypatch.undo()
    assert await calculator.run(rank, SMALL) == rank(SMALL)
    assert process_of(calculator) != stopped


async def test_a_caller_that_goes_leaves_a_process_that_answers_the_next(calculator: Calculator) -> None:
    await calculator.run(rank, SMALL)
    gone = asyncio.create_task(calculator.run(rank, LARGE))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait((gone,))
    assert await calculator.run(rank, SMALL) == rank(SMALL)


async def test_the_smallest_comes_first(calculator: Calculator) -> None:
    ended: list[str] = []

    async def run(name: str, kept: Kept) -> None:
        await calculator.run(rank, kept)
        ended.append(name)

    medium = Kept(SWISS, make_entrants(500), ())
    await asyncio.gather(run("first", LARGE), run("large", LARGE), run("medium", medium), run("small", SMALL))
    assert ended == ["first", "small", "medium", "large"]


async def test_too_many_who_wait_are_refused(calculator: Calculator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calculating, "MOST_WAITING", 1)
    answers = await asyncio.gather(*(calculator.run(rank, SMALL) for _ in range(3)), return_exceptions=True)
    assert [isinstance(answer, Problem) for answer in answers] == [False, False, True]
    refused = answers[2]
    assert isinstance(refused, Problem)
    assert (refused.code, refused.retry_after) == ("BUSY", calculating.RETRY_MILLIS)
