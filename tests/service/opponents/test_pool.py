"""The pool of processes that think for bots: the same decisions as `bots.choose`, within its bounds, whatever dies."""

import asyncio
import os
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from typing import Any

import anyio
import pytest
from msgspec.structs import replace

import bots
import engine
from service.observability import metrics
from service.opponents.pool import Bounds, Pool
from service.opponents.worker_process import MOST_BYTES, Question, Thought, answer, ask_about
from service.sessions.problems import Problem
from tests.service.api.test_catalogue import GAMES
from tests.service.opponents.processes import is_worker_process, worker_processes_of
from tests.support.stores import until
from tools.services import environment

pytestmark = pytest.mark.anyio

SEED = "5e" * 32
# Long enough that no test ends in it, where a question must be under way.
ENDLESS = 4


@pytest.fixture(scope="module")
def anyio_backend() -> tuple[str, dict[str, Any]]:
    """The event loop of the service."""
    return "asyncio", {"use_uvloop": True}


# The event loops start and end processes each in its own way.
ON_BOTH_LOOPS = pytest.mark.parametrize(
    "anyio_backend", [("asyncio", {"use_uvloop": use}) for use in (False, True)], ids=["asyncio", "uvloop"]
)


@pytest.fixture
async def pool() -> AsyncIterator[Pool]:
    """A pool of one process with room for two questions, which wait however busy the machine is."""
    pool = Pool(Bounds(processes=1, queue=2, patience_seconds=3600, niceness=1))
    yield pool
    await pool.close()
    assert not worker_processes_of()


def ask(level: int, game: str = "door", seed: str = SEED) -> Question:
    """Return a question of the asked seat of a new table."""
    state = engine.new_game(game, seats=3, options={}, seed=seed)
    seat = engine.asked_seats(state)[0]
    return ask_about(state, seat, level, SEED, engine.begin_memory(state, seat))


async def gone(process: int) -> bool:
    """Tell whether a process has ended."""
    return not is_worker_process(process)


async def are_open(count: int) -> bool:
    """Tell whether so many questions have no answer yet."""
    return metrics.REGISTRY.get_sample_value("croupier_bot_questions") == count


async def test_a_process_decides_as_the_bots_do(pool: Pool) -> None:
    for game in GAMES:
        question = ask(2, game)
        world = engine.loads(question.world)
        chosen = bots.choose(world, question.seat, bots.LEVELS[2].effort, SEED, question.memory)
        assert await pool.think(question) == Thought(chosen, 2), game


async def test_a_question_holds_nothing_that_its_seat_cannot_know() -> None:
    state = engine.new_game("zar", seats=3, options={}, seed=SEED)
    seat = engine.asked_seats(state)[0]
    other = engine.redeal(state, seat, "01" * 32)
    assert engine.dumps(other) != engine.dumps(state)
    memory = engine.begin_memory(state, seat)
    assert ask_about(other, seat, 3, SEED, memory) == ask_about(state, seat, 3, SEED, memory)


async def test_a_process_starts_with_a_question_and_is_nice(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_SEAL_KEYS", "ab" * 32)
    assert not worker_processes_of()
    await pool.think(ask(1))
    (worker,) = worker_processes_of()
    assert b"CROUPIER_SEAL_KEYS" not in await anyio.Path(f"/proc/{worker}/environ").read_bytes()
    assert os.getpriority(os.PRIO_PROCESS, worker) == os.getpriority(os.PRIO_PROCESS, 0) + 1


async def test_a_process_of_a_large_parent_thinks(pool: Pool) -> None:
    # The system counts the parent's usage until the fork as the child's.
    large = b"x" * (MOST_BYTES + (1 << 20))
    assert (await pool.think(ask(1))).level == 1
    assert len(large) > MOST_BYTES


@ON_BOTH_LOOPS
async def test_a_killed_process_is_replaced_and_asked_again(pool: Pool) -> None:
    before = await pool.think(ask(2))
    (first,) = worker_processes_of()
    under_way = asyncio.create_task(pool.think(ask(3)))
    os.kill(first, signal.SIGKILL)
    assert (await under_way).level == 3
    assert worker_processes_of() != {first}
    assert await pool.think(ask(2)) == before


async def test_a_process_that_ended_between_questions_is_replaced(pool: Pool) -> None:
    await pool.think(ask(1))
    (first,) = worker_processes_of()
    os.kill(first, signal.SIGKILL)
    await until(lambda: gone(first))
    assert (await pool.think(ask(2))).level == 2


async def test_a_process_that_takes_too_long_is_replaced_and_its_question_refused() -> None:
    pool = Pool(Bounds(processes=1, patience_seconds=3600, niceness=0, slack=0.001))
    with pytest.raises(Problem, match="Too many questions are waiting"):
        await pool.think(ask(ENDLESS))
    assert not worker_processes_of()
    await pool.close()


async def test_a_question_that_two_processes_leave_open_is_answered_at_level_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.LEVELS, ENDLESS, replace(bots.LEVELS[ENDLESS], seconds=0.01))
    pool = Pool(Bounds(processes=1, patience_seconds=3600, niceness=0, slack=6.0))
    assert (await pool.think(ask(ENDLESS))).level == 1
    with pytest.raises(Problem, match="Too many questions are waiting"):
        await pool.think_exactly(ask(ENDLESS))
    await pool.close()


async def test_a_stopped_process_is_killed_and_its_question_asked_again() -> None:
    pool = Pool(Bounds(processes=1, patience_seconds=3600, niceness=0, slack=1.0))
    before = await pool.think(ask(1))
    (first,) = worker_processes_of()
    os.kill(first, signal.SIGSTOP)
    assert await pool.think(ask(1)) == before
    assert not is_worker_process(first)
    await pool.close()


async def test_all_who_ask_hear_that_a_question_has_no_answer_and_the_next_one_is_answered(pool: Pool) -> None:
    question = ask(1)
    wrong = replace(question, seat=(question.seat + 1) % 3, memory=None)
    with pytest.raises(engine.InvalidInput, match="no legal move"):
        await pool.think(wrong)
    outcomes = await asyncio.gather(*(pool.think_exactly(wrong) for _ in range(3)), return_exceptions=True)
    assert all(isinstance(outcome, engine.InvalidInput) for outcome in outcomes)
    assert (await pool.think(question)).level == 1


async def test_a_time_box_ends_a_search_but_not_before_the_effort_of_level_2() -> None:
    ticks: Iterator[float] = iter(range(1_000_000))
    spent = answer(replace(ask(4), seconds=0.0), lambda: next(ticks)).choice.effort
    assert bots.LEVELS[2].effort <= spent < bots.LEVELS[3].effort


async def test_a_full_queue_leaves_greedy_moves_which_come_first_and_then_nothing(pool: Pool) -> None:
    last: list[int] = []

    async def think(level: int) -> Thought:
        thought = await pool.think(ask(level))
        last.append(thought.level)
        return thought

    tasks = [asyncio.create_task(think(3))]
    await until(lambda: are_open(1))  # and under way
    tasks += [asyncio.create_task(think(3)) for _ in range(4)]
    await until(lambda: are_open(5))
    for refused in (pool.think(ask(3)), pool.think_exactly(ask(3))):
        with pytest.raises(Problem, match="Too many questions") as caught:
            await refused
        assert (caught.value.code, caught.value.retry_after) == ("BUSY", 1000)
    thoughts = await asyncio.gather(*tasks)
    assert [thought.level for thought in thoughts] == [3, 3, 3, 1, 1]
    assert last == [3, 1, 1, 3, 3]


async def test_a_question_that_waits_too_long_loses_a_level_or_is_refused() -> None:
    pool = Pool(Bounds(processes=1, patience_seconds=0.001, niceness=0))
    under_way = asyncio.create_task(pool.think(ask(2)))
    late = asyncio.create_task(pool.think(ask(4)))
    exact = asyncio.create_task(pool.think_exactly(ask(4)))
    assert (await late).level < 4
    with pytest.raises(Problem, match="Too many questions"):
        await exact
    await under_way
    await pool.close()


async def test_a_caller_that_goes_leaves_its_place(pool: Pool) -> None:
    first = asyncio.create_task(pool.think(ask(3)))
    await until(lambda: are_open(1))
    waits = [asyncio.create_task(pool.think(ask(ENDLESS))) for _ in range(2)]
    await until(lambda: are_open(3))
    for one in waits:
        one.cancel()
    await asyncio.gather(*waits, return_exceptions=True)
    # A caller that goes while the process thinks for it leaves the process to the next.
    first.cancel()
    assert (await pool.think(ask(2))).level == 2


async def test_a_question_asked_several_times_at_once_is_computed_once(pool: Pool) -> None:
    askers = [asyncio.create_task(pool.think_exactly(ask(3))) for _ in range(16)]
    await until(lambda: are_open(16))
    first, *others = await asyncio.gather(*askers)
    assert first.level == 3
    assert all(thought is first for thought in others)
    # Nothing is cached: a later question is computed again, with the same answer.
    later = await pool.think_exactly(ask(3))
    assert later == first
    assert later is not first


async def test_a_caller_that_goes_takes_the_answer_from_no_other(pool: Pool) -> None:
    under_way = asyncio.create_task(pool.think(ask(3)))
    await until(lambda: are_open(1))
    askers = [asyncio.create_task(pool.think_exactly(ask(2))) for _ in range(3)]
    await until(lambda: are_open(4))
    for gone_one in askers[:2]:
        gone_one.cancel()
    assert (await askers[2]).level == 2
    assert (await under_way).level == 3


async def test_an_exact_question_of_which_all_callers_have_gone_leaves_its_place(pool: Pool) -> None:
    under_way = asyncio.create_task(pool.think(ask(3)))
    await until(lambda: are_open(1))
    gone_ones = [asyncio.create_task(pool.think_exactly(ask(ENDLESS, seed=seed))) for seed in 2 * (SEED, "5f" * 32)]
    await until(lambda: are_open(5))
    for one in gone_ones:
        one.cancel()
    await asyncio.gather(*gone_ones, return_exceptions=True)
    waits = [asyncio.create_task(pool.think_exactly(ask(2, seed=seed))) for seed in (SEED, "5f" * 32)]
    assert [thought.level for thought in await asyncio.gather(*waits, under_way)] == [2, 2, 3]


@ON_BOTH_LOOPS
async def test_closing_ends_what_is_under_way_and_what_waits(pool: Pool) -> None:
    await pool.think(ask(1))
    tasks = [asyncio.create_task(pool.think(ask(ENDLESS))) for _ in range(2)]
    await until(lambda: are_open(2))
    await pool.close()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [getattr(outcome, "code", None) for outcome in outcomes] == ["BUSY", "BUSY"]


# Starts a process, gives it a question that takes long, and waits to be killed.
PARENT = """
import asyncio, sys
from service.opponents.pool import Bounds, Pool
from tests.service.opponents.processes import worker_processes_of
from tests.service.opponents.test_pool import ask

async def main():
    pool = Pool(Bounds(niceness=0))
    await pool.think(ask(1))
    thought = asyncio.create_task(pool.think(ask(4)))
    await asyncio.sleep(0)
    print(*worker_processes_of(), flush=True)
    await thought
    sys.stdin.read()

asyncio.run(main())
"""


async def test_a_process_ends_with_its_parent_even_if_that_is_killed_and_even_in_thought() -> None:
    parent = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PARENT), env=environment(), stdin=PIPE, stdout=PIPE
    )
    assert parent.stdout is not None
    worker = int(await parent.stdout.readline())
    assert is_worker_process(worker)
    parent.kill()
    await parent.wait()
    await until(lambda: gone(worker))


# Starts a process that reads from an end that this one does not hold alone, and waits to be killed.
SHARING_PARENT = """
import os, signal, subprocess, sys
command = [sys.executable, "-P", "-m", "service.opponents.worker_process", "0", str(os.getpid())]
print(subprocess.Popen(command).pid, flush=True)
signal.pause()
"""


async def test_a_process_ends_with_its_parent_even_if_another_holds_its_questions_open() -> None:
    questions, held = os.pipe()
    command = [sys.executable, "-c", SHARING_PARENT]
    with subprocess.Popen(  # noqa: ASYNC220 - uvloop would wait for its output, which the worker shares
        command, env=environment(), stdin=questions, stdout=subprocess.PIPE
    ) as parent:
        os.close(questions)
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
    await until(lambda: gone(worker))
    os.close(held)
