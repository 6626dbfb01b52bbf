"""Lessons: guided first hands, which any client plays over the ordinary operations."""

from functools import lru_cache
from typing import Annotated

import engine
from service.views.catalogue import format_option
from service.views.fields import SEATS, ContractStruct, described, fill, sized
from service.views.session_view import SetOption
from service.views.wording import wanted_language


@sized(20, moves=2)
class LessonStep(ContractStruct, frozen=True):
    """A move of a lesson, and the sentence about it."""

    seat: Annotated[int, described("The seat that moves.")]
    moves: Annotated[
        tuple[str, ...],
        described("The notations that carry out the step. The first one is the move to show to the learner."),
    ]
    sentence: Annotated[
        str,
        described(
            "Before a move of the learner: what to do, and why. After a move of another seat: what happened, or "
            "nothing where the sentence of a neighbouring step says enough."
        ),
    ]
    rule: Annotated[str | None, described("The number of the rule that the step shows.")]


@sized(names=SEATS, deck=max(len(game.cards) for game in engine.GAMES.values()))
class Lesson(ContractStruct, frozen=True):
    """A guided first hand: a fixed deal, and the moves of all seats in their order."""

    seats: Annotated[int, described("The number of seats.")]
    learner: Annotated[int, described("The learner's seat.")]
    names: Annotated[
        tuple[str, ...],
        described("The names that the sentences give to the seats; the learner's is empty."),
    ]
    options: Annotated[tuple[SetOption, ...], described("The options that differ from their defaults.")]
    seed: Annotated[str, described("The table's key.")]
    deck: Annotated[tuple[str, ...], described("The stacked deck, the top card first.")]
    steps: Annotated[tuple[LessonStep, ...], described("The moves, in their order.")]
    closing: Annotated[str, described("What to say after the last move.")]


def project_lesson(name: str) -> Lesson | None:
    """Return the lesson of a game in the language that this request wants; None if the game has none."""
    return _project_lesson(name, wanted_language.get() or engine.languages()[0])


@lru_cache(maxsize=64)
def _project_lesson(name: str, language: str) -> Lesson | None:
    found = engine.lesson(name, language)
    if found is None:
        return None
    options = [SetOption(name=option, value=format_option(value)) for option, value in found.options.items()]
    return fill(Lesson, found, options=tuple(options), steps=tuple([fill(LessonStep, step) for step in found.steps]))
