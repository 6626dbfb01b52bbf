"""The prompt of a view: one sentence that says to its viewer what is asked for now."""

from functools import lru_cache

from engine.core.game import zone_map_of
from engine.core.templates import blanks_of, parse_template
from engine.core.values import State
from engine.games import GAME_OF_STATE
from engine.operations import Public, public_of
from engine.sentences import ACT, WAIT, Wording, speaker
from engine.validation import find_game


def prompt(state: State, seat: int | None, wording: Wording | None = None) -> str | None:
    """Return what `seat` is to do, or on whom it, or a spectator (None), waits; None when the table is over.

    It says nothing that a spectator does not see.
    """
    kept: dict[str, Public] = state.__dict__
    public, rules = kept.get("public") or public_of(state), GAME_OF_STATE[type(state)]
    if public.outcome is not None:
        return None
    asked = str(public.facts.get("asked", ""))
    if seat not in public.turn:
        return _say_wait(rules.name, public.turn, asked, wording)
    question = asked if rules.question is None else rules.question(public.facts)
    template = rules.primer.prompts.get(question, "")
    facts = public.facts
    blanks = [
        (name, str(facts[name]) if name in facts else zone_map_of(rules, state.options).top(name, state.zones))
        for name in blanks_of(template)
    ]
    return _say_task(rules.name, question, template, tuple(blanks), wording)


# The same few sentences are said again and again.
@lru_cache(maxsize=4096)
def _say_wait(game: str, turn: tuple[int, ...], asked: str, wording: Wording | None) -> str:
    said = speaker(game, wording)
    seats = said.fill("SEATS", ",".join(map(str, turn)), "")
    return said.common(WAIT, seats=seats, word=said.word("", ("asked", asked)))


@lru_cache(maxsize=4096)
def _say_task(
    game: str, question: str, template: str, blanks: tuple[tuple[str, str], ...], wording: Wording | None
) -> str:
    """Say what is to be done; `blanks` are values of facts, and codes of the top cards of zones."""
    said, values, facts = speaker(game, wording), dict(blanks), find_game(game).facts
    if not template:
        return said.common(ACT)
    told = ""
    for text, name, form in parse_template(said.translate(f"prompt {question}", template)):
        told += text
        if name is not None:
            told += said.fact_value(name, values[name], form) if name in facts else said.card(values[name])
    return told
