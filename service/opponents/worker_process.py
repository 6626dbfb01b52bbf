"""A worker process that thinks for bots: it answers its parent's questions, one line of JSON each, and ends with it.

`pool.py` starts it. It imports the engine and the bots, but not the service. So it is small, starts fast, and has no
store, no settings and no key that could leak.
"""

import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

import msgspec

import bots
import engine
from bots import Choice, Comparison
from bots.search import Stop
from engine import Memory, State
from service.children import give_way


class Question(msgspec.Struct, frozen=True):
    """Which move should a seat make in a `world`? The world is a serialized state with all hidden cards redealt.

    `seed` (64 hex digits) decides all random choices. With a time box of `seconds`, the search may end early, but not
    before the effort of level 2; without a time box, the same question always gets the same answer. With
    `is_assessment`, the answer also tells how much worse the other moves are, including the `played` move, if any.
    """

    world: bytes
    seat: int
    level: int
    seed: str
    memory: Memory | None = None
    seconds: float | None = None
    is_assessment: bool = False
    played: str | None = None


class Thought(msgspec.Struct, frozen=True):
    """The answer, and the level at which it was found; the level is lower than the question's if time was short.

    In an assessment, `losses` tell by how much each candidate is worse than the first.
    """

    choice: Choice
    level: int
    losses: tuple[Comparison, ...] = ()


class WorkerReply(msgspec.Struct, frozen=True):
    """The reply of a worker process: a thought, the problem with the question, or the stack of a failure."""

    thought: Thought | None = None
    problem: str = ""
    failure: str = ""


def ask_about(state: State, seat: int, level: int, seed: str, memory: Memory | None) -> Question:
    """Return the question for a seat's move; it contains nothing that the seat cannot know.

    Raises `engine.InvalidInput` for an invalid seat, seed or memory.
    """
    world = engine.redeal(state, seat, seed, memory)
    return Question(engine.dumps(world), seat, level, seed, memory)


def answer(question: Question, clock: Callable[[], float]) -> Thought:
    """Decide. Raises `engine.EngineError` for a world or a seat without a decision."""
    world = engine.loads(question.world)
    effort = bots.LEVELS[question.level].effort
    seat = question.seat
    seed = question.seed
    memory = question.memory
    if question.is_assessment:
        assessment = bots.assess(world, seat, effort, seed, memory, question.played)
        return Thought(assessment.choice, question.level, assessment.losses)
    return Thought(bots.choose(world, seat, effort, seed, memory, _time_box(question.seconds, clock)), question.level)


def _time_box(seconds: float | None, clock: Callable[[], float]) -> Stop | None:
    if seconds is None:
        return None
    end = clock() + seconds
    floor = bots.LEVELS[2].effort
    return lambda spent: spent >= floor and clock() >= end


# ---- the process

# A worker process whose memory has grown by more ends after its answer and is replaced.
MOST_BYTES = 512 * 1024 * 1024
# The interval at which a worker process checks whether its parent lives.
PARENT_SECONDS = 1.0

_decode = msgspec.json.Decoder(Question).decode


def main() -> int:
    """Answer questions until the parent ends.

    The arguments are the niceness of the process and the id of its parent.
    """
    give_way(int(sys.argv[1]))
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(questions,), daemon=True).start()
    Thread(target=_end_with, args=(int(sys.argv[2]),), daemon=True).start()
    # The peak memory of a process includes what its parent used at the fork.
    inherited = _most_memory()
    while _most_memory() - inherited < MOST_BYTES:
        _write(_reply(questions.get()))
    return 0


def _read(questions: SimpleQueue[bytes]) -> None:
    """Read questions while the main thread thinks; when the parent ends, end this process, even while it thinks."""
    for line in sys.stdin.buffer:
        # A killed parent may leave an incomplete line.
        if line.endswith(b"\n"):
            questions.put(line)
    os.kill(os.getpid(), signal.SIGTERM)


def _end_with(parent: int) -> None:
    """End this process soon after its parent, even if another process has inherited the other end of its input."""
    while os.getppid() == parent:
        time.sleep(PARENT_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)


def _most_memory() -> int:
    """Return the peak memory of this process, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def _reply(line: bytes) -> WorkerReply:
    try:
        return WorkerReply(answer(_decode(line), time.monotonic))
    except engine.EngineError as problem:
        return WorkerReply(problem=problem.message)
    except Exception:  # noqa: BLE001 - a bug; the parent logs it in its own format
        return WorkerReply(failure=traceback.format_exc())


def _write(reply: WorkerReply) -> None:
    """Send an answer; if the parent has ended, `_read` ends this process."""
    with suppress(BrokenPipeError):
        sys.stdout.buffer.write(msgspec.json.encode(reply) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
