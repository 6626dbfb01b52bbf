"""Project the reason why the rules refuse a move: its message, the data of its blanks, and similar legal moves."""

from collections.abc import Iterable

import engine
from engine import State
from service.sessions.session import Session
from service.views.parts import project_moves
from service.views.table_view import Argument, Refusal
from service.views.wording import wording_for


def project_refusal(state: State, seat: int, refusal: engine.Refusal, people: Session | None = None) -> Refusal:
    """Return the reason why a seat may not make a move; its words name the players of the session `people`."""
    game = engine.game_of(state).name
    nearest = (engine.describe(state, seat, move) for move in refusal.alternatives)
    return Refusal(
        code=refusal.code,
        rule=refusal.rule or None,
        message=project_message(game, refusal.message, refusal.sentence, people),
        template=None if refusal.sentence is None else refusal.sentence.template,
        arguments=arguments_of_sentence(refusal.sentence),
        alternatives=project_moves(game, nearest, people),
    )


def project_message(game: str, message: str, sentence: engine.Sentence | None, people: Session | None = None) -> str:
    """Return the message of a refusal in the language that this request wants."""
    wording = wording_for(people)
    return message if wording is None or sentence is None else engine.say(game, sentence, wording)


def arguments_of_sentence(sentence: engine.Sentence | None) -> tuple[Argument, ...]:
    """Return the data that fills the blanks of a refusal."""
    return () if sentence is None else project_arguments(sentence.arguments)


def project_arguments(arguments: Iterable[engine.Argument]) -> tuple[Argument, ...]:
    """Return the data that fills the blanks of a template."""
    return tuple(Argument(name=name, kind=kind, value=value) for name, kind, value in arguments)
