"""The lesson of a game: a guided first hand, from the file `lesson.toml` of its package."""

from collections.abc import Mapping
from importlib.resources import files

import msgspec


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move of a lesson and what is said about it.

    `moves` are the notations that carry out the step; the first one is shown to the learner. Before a move of the
    learner, `sentence` says what to do and why. After the move of another seat, it says what happened; it is empty
    where the sentence of a neighbouring step says enough. `rule` is the number of the rule that the step shows.
    """

    seat: int
    moves: tuple[str, ...]
    sentence: str = ""
    rule: str | None = None


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided first hand: a fixed deal, and the moves of all seats in order.

    `deck` stacks the deal, top card first; random choices after the deal follow from the key `seed`. `names` has the
    name that the sentences give to each seat, which is empty for the seat of the learner. `closing` is said at the end.
    """

    seats: int
    names: tuple[str, ...]
    deck: tuple[str, ...]
    steps: tuple[LessonStep, ...]
    closing: str
    options: Mapping[str, object] = {}
    seed: str = "0" * 64

    @property
    def learner(self) -> int:
        """The seat of the learner."""
        return self.names.index("")


def read_lesson(package: str) -> Lesson:
    """Return the lesson of a game's package."""
    text = files(package).joinpath("lesson.toml").read_text(encoding="utf-8")
    return msgspec.toml.decode(text, type=Lesson)
