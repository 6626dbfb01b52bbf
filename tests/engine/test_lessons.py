"""The lesson of a game can be played as it stands, and says in every language what its steps show."""

import pytest

import engine
from engine import Lesson
from service.views.catalogue import rules_of
from tests.engine.example_game import register_example
from tests.engine.test_catalogues import REAL

# No sentence is longer: the smallest phone shows it above the board.
LONGEST = 140

WITH_LESSON = [game for game in REAL if engine.GAMES[game].lesson]

every_game = pytest.mark.parametrize("game", WITH_LESSON)


def lesson_of(game: str, language: str = "en") -> Lesson:
    found = engine.lesson(game, language)
    assert found is not None
    return found


def sentences_of(lesson: Lesson) -> list[str]:
    return [step.sentence for step in lesson.steps if step.sentence] + [lesson.closing]


@every_game
def test_every_move_of_a_lesson_is_legal_when_its_time_comes(game: str) -> None:
    lesson = lesson_of(game)
    state = engine.new_game(game, seats=lesson.seats, options=lesson.options, seed=lesson.seed, deck=lesson.deck)
    for step in lesson.steps:
        assert set(step.moves) <= {str(move) for move in engine.legal_moves(state, step.seat)}
        state = engine.next_state(state, step.seat, step.moves[0])


@every_game
def test_a_learner_makes_five_to_eight_moves(game: str) -> None:
    lesson = lesson_of(game)
    assert len(lesson.names) == lesson.seats
    assert lesson.names.count("") == 1
    assert 5 <= sum(step.seat == lesson.learner for step in lesson.steps) <= 8


@every_game
def test_every_step_of_the_learner_has_a_sentence_and_a_rule(game: str) -> None:
    lesson = lesson_of(game)
    own = [step for step in lesson.steps if step.seat == lesson.learner]
    assert all(step.sentence and step.rule for step in own)


@every_game
def test_a_learner_is_told_what_the_others_have_done(game: str) -> None:
    lesson = lesson_of(game)
    told = ""
    for before, step in zip(lesson.steps, lesson.steps[1:], strict=False):
        told = "" if before.seat == lesson.learner else told + before.sentence
        assert told or step.seat != lesson.learner or before.seat == lesson.learner


@every_game
def test_the_sentences_of_a_lesson_are_short_in_every_language(game: str) -> None:
    english = lesson_of(game)
    for language in engine.languages():
        lesson = lesson_of(game, language)
        said = sentences_of(lesson)
        assert max(map(len, said)) <= LONGEST
        assert len(said) == len(sentences_of(english))
        assert language == "en" or not set(said).intersection(sentences_of(english))


@every_game
def test_a_lesson_names_rules_that_exist(game: str) -> None:
    named = {step.rule for step in lesson_of(game).steps if step.rule}
    assert named <= rules_of(game).keys()


def test_a_game_may_have_a_lesson_and_need_not() -> None:
    assert {"zeven", "bazaar", "door", "zar", "zlam"} <= set(WITH_LESSON)
    register_example()
    assert engine.lesson("high") is None
