"""The questions to bots and their answers, as data that goes to another process and back."""

from collections.abc import Callable

import msgspec

import bots
import engine
from bots import Choice, Comparison
from bots.search import Stop
from engine import Memory, State


class Question(msgspec.Struct, frozen=True):
    """Which move a seat should make in a `world`: a serialized state, in which all that it cannot see is dealt again.

    `seed` (64 hex digits) decides all chance. With a time box of so many `seconds` the search may end early, but not
    before the effort of level 2; without one, the same question always gets the same answer. If a move was `played`,
    the question is also by how much the preferred one is better.
    """

    world: bytes
    seat: int
    level: int
    seed: str
    memory: Memory | None = None
    seconds: float | None = None
    played: str | None = None


class Thought(msgspec.Struct, frozen=True):
    """The answer, and the level at which it was found: below that of the question if time was short.

    `loss` compares the preferred move with the one that was played, if that is another.
    """

    choice: Choice
    level: int
    loss: Comparison | None = None


class Reply(msgspec.Struct, frozen=True):
    """The answer of a process that thinks: a thought, or the problem of a question that has none."""

    thought: Thought | None = None
    problem: str = ""


def ask_about(state: State, seat: int, level: int, seed: str, memory: Memory | None) -> Question:
    """Return the question for a seat's move, which holds nothing that the seat cannot know.

    Raises `engine.InvalidInput` for a seat, a seed or a memory that cannot be.
    """
    world = engine.redeal(state, seat, seed, memory)
    return Question(engine.dumps(world), seat, level, seed, memory)


def answer(question: Question, clock: Callable[[], float]) -> Thought:
    """Decide. Raises `engine.EngineError` for a world or a seat without a decision."""
    world, effort = engine.loads(question.world), bots.LEVELS[question.level].effort
    seat, seed, memory, played = question.seat, question.seed, question.memory, question.played
    if played is not None and not engine.legal_moves(world, seat):
        # An offence out of turn, which a game punishes: the seat had better wait.
        choice = Choice(None, 0, (), {})
    else:
        choice = bots.choose(world, seat, effort, seed, memory, _time_box(question.seconds, clock))
    if played is None or played == choice.move:
        return Thought(choice, question.level)
    loss = bots.compare(world, seat, choice.move, played, effort, seed, memory)
    return Thought(choice, question.level, loss)


def _time_box(seconds: float | None, clock: Callable[[], float]) -> Stop | None:
    if seconds is None:
        return None
    end, floor = clock() + seconds, bots.LEVELS[2].effort
    return lambda spent: spent >= floor and clock() >= end
