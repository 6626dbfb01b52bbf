"""The lesson of a game in a language."""

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from engine.core.lesson import Lesson, LessonStep
from engine.sentences import Speaker, Wording, speaker
from engine.translations import SOURCE_LANGUAGE
from engine.validation import find_game


@lru_cache(maxsize=64)
def lesson(game: str, language: str = SOURCE_LANGUAGE) -> Lesson | None:
    """Return the lesson of a game, None if it has none; what a language lacks is in English."""
    found = find_game(game).lesson
    if found is None:
        return None
    said = speaker(game, Wording(language))
    steps = tuple(_translate_steps(found, said))
    return replace(found, steps=steps, closing=said.translate("lesson closing", found.closing))


def _translate_steps(found: Lesson, said: Speaker) -> Iterator[LessonStep]:
    for number, step in enumerate(found.steps, 1):
        yield replace(step, sentence=said.translate(f"lesson {number}", step.sentence))
