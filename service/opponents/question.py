"""What a bot is asked, and what it answers, as data that goes to another process and comes back."""

from collections.abc import Callable

import msgspec

import bots
import engine
from bots import Choice
from bots.search import Stop
from engine import Memory, State


class Question(msgspec.Struct, frozen=True):
    """Which move a seat should make in a `world`: a serialized state, in which all that it cannot see is dealt again.

    `seed` (64 hex digits) decides all chance. With a time box of so many `seconds` the search may end early, but not
    before the effort of level 2; without one, the same question always gets the same answer.
    """

    world: bytes
    seat: int
    level: int
    seed: str
    memory: Memory | None = None
    seconds: float | None = None


class Thought(msgspec.Struct, frozen=True):
    """The answer, and the level at which it was found: below that of the question if time was short."""

    choice: Choice
    level: int


class Reply(msgspec.Struct, frozen=True):
    """The answer of a process that thinks; without a choice, the reason why the question cannot be answered."""

    choice: Choice | None = None
    problem: str = ""


def ask_about(state: State, seat: int, level: int, seed: str, memory: Memory | None) -> Question:
    """Return the question for a seat's move, which holds nothing that the seat cannot know.

    Raises `engine.InvalidInput` for a seat, a seed or a memory that cannot be.
    """
    world = engine.redeal(state, seat, seed, memory)
    return Question(engine.dumps(world), seat, level, seed, memory)


def answer(question: Question, clock: Callable[[], float]) -> Choice:
    """Decide. Raises `engine.EngineError` for a world or a seat without a decision."""
    world = engine.loads(question.world)
    effort = bots.LEVELS[question.level].effort
    return bots.choose(world, question.seat, effort, question.seed, question.memory, _time_box(question.seconds, clock))


def _time_box(seconds: float | None, clock: Callable[[], float]) -> Stop | None:
    if seconds is None:
        return None
    end, floor = clock() + seconds, bots.LEVELS[2].effort
    return lambda spent: spent >= floor and clock() >= end
