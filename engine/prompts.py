"""Prompts: sentences that tell a seat which legal moves it has now, or which seats it is waiting for."""

from collections.abc import Mapping
from functools import lru_cache

from engine.core.game import Game, zone_map_of
from engine.core.moves import name_task
from engine.core.templates import blanks_of
from engine.core.values import Options, Question, State
from engine.games import game_of
from engine.operations import legal_moves, public_of
from engine.sentences import ACT, WAIT, Wording, speaker


def prompt(state: State, seat: int | None, wording: Wording | None = None) -> str | None:
    """Return the task of `seat`, or the seats that it, or a spectator (None), is waiting for; None after the end.

    A task offers exactly the legal moves of the seat. The prompt of a waiting seat also offers its moves out of turn.
    Show a prompt to its seat alone: like the legal moves, it can reveal the seat's cards.
    """
    public = public_of(state)
    rules = game_of(state)
    if public.outcome is not None:
        return None
    asked = str(public.facts.get("asked", ""))
    waits = "" if seat in public.turn else _say_wait(rules.name, public.turn, asked, wording)
    moves = () if seat is None else legal_moves(state, seat)
    if seat is None or not moves:
        return waits
    question = Question(name_task("reaction" if waits else asked, [move.verb for move in moves]))
    if rules.question is not None:
        question = rules.question(state, seat, moves)
    template = rules.primer.prompts.get(question.prompt, "")
    if not template:
        return waits or speaker(rules.name, wording).common(ACT)
    blanks = _fill_prompt(rules, state, {**public.facts, **question.filled}, template)
    return f"{waits} {_say_task(rules.name, question.prompt, template, blanks, wording)}".strip()


def _fill_prompt(
    rules: Game[State, Options], state: State, known: Mapping[str, str | int], template: str
) -> tuple[tuple[str, str], ...]:
    """Return the value of each blank of a prompt: a known value of that name, or the top card of a zone."""
    top = zone_map_of(rules, state.options).top
    return tuple(
        [(name, str(known[name]) if name in known else top(name, state.zones)) for name in blanks_of(template)]
    )


# The same few sentences are needed again and again.
@lru_cache(maxsize=4096)
def _say_wait(game: str, turn: tuple[int, ...], asked: str, wording: Wording | None) -> str:
    said = speaker(game, wording)
    seats = said.fill("SEATS", ",".join(map(str, turn)), "")
    return said.common(WAIT, seats=seats, word=said.word("", ("asked", asked)))


@lru_cache(maxsize=4096)
def _say_task(
    game: str, question: str, template: str, blanks: tuple[tuple[str, str], ...], wording: Wording | None
) -> str:
    """Say a task; `blanks` holds values of facts and of the question, and codes of the top cards of zones."""
    return speaker(game, wording).task(question, template, dict(blanks))
