"""Compare the prompts of random tables with the legal moves: `python -m tests.engine.prompts --tables 500`.

Whatever a prompt offers is legal, what is legal is covered, and what it claims is true, in both languages alike.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import engine
from engine import State, Wording
from engine.options import Plain
from tests.engine.long_run import Run, Summary, main, noting
from tests.engine.play import Table, choices_of, play_on, random_table, reproduce
from tests.engine.prompt_clauses import CLAUSES, Asked, Clause, Offer

LANGUAGES = ("en", "de")
COLOURS = {
    "en": {"red": "R", "yellow": "Y", "blue": "B", "green": "G"},
    "de": {"Rot": "R", "Gelb": "Y", "Blau": "B", "Grün": "G"},
}
COMMANDS = {
    "en": {"skip": "S", "draw two": "D", "reverse": "R"},
    "de": {"Aussetzen": "S", "Zieh zwei": "D", "Richtungswechsel": "R"},
}
WAITS = {
    "en": re.compile(r"Waiting for ([a-z]+ [0-9, and]+) to (.+?)\."),
    "de": re.compile(r"Warten auf (.+?): (.+?)\."),
}
# What stands between two clauses, and after the last.
JOINT = re.compile(r"\.$|(?:,|;|:)? (?:or |oder |and |und )?|(?:,|;|:) ")
# What others read about a question to a seat, by the fact that asks it, and the verbs of the possible answers.
ANSWERS: Mapping[str, Mapping[str, str]] = {
    "zar": {
        "play": "match play double take draw",
        "drawn": "match play pass",
        "poll": "match pass",
        "accept": "match accept",
    },
    "zeven": {"play": "play", "art": "add", "change": "move", "favors": "add"},
    "zlam": {"draw": "close draw", "place": "place give", "given": "place", "gain": "gain skip", "lose": "lose"},
    "bazaar": {"play": "play", "art": "add skip", "change": "take skip", "bank": "bank skip"},
    "door": {
        "play": "play",
        "add": "add skip",
        "take": "take skip",
        "shuffle": "shuffle skip",
        "scoring": "score",
        "final": "play score",
    },
}


class Said(NamedTuple):
    """A clause of a prompt, by its number in the game's list, and its argument."""

    number: int
    argument: str


# ---- reading


@cache
def patterns_of(game: str, language: str) -> tuple[re.Pattern[str], ...]:
    """Return the clauses of a game as expressions, in their order."""
    return tuple(_compile(game, language, clause) for clause in CLAUSES[game])


def _compile(game: str, language: str, clause: Clause) -> re.Pattern[str]:
    text = clause.english if language == "en" else clause.german
    for name, values in blanks(game, language).items():
        text = text.replace(f"{{{name}}}", f"(?P<{name}>{'|'.join(sorted(values, key=len, reverse=True))})")
    text = text.replace("{seat}", r"(?:seat|Platz) (?P<seat>\d+)")
    return re.compile(text.replace("{number}", r"(?P<number>\d+)").replace("{area}", r"(?P<area>\d)"), re.IGNORECASE)


@cache
def blanks(game: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """Return what fills blanks, in lower case, and what it means."""
    cards = {phrase.template: phrase.key for phrase in engine.vocabulary(game, language).cards}
    words = {**COLOURS[language], **COMMANDS[language], **{str(number): str(number) for number in range(1, 7)}}
    found = {"card": cards, "colour": COLOURS[language], "word": words}
    return {name: {said.lower(): code for said, code in values.items()} for name, values in found.items()}


def read_task(game: str, language: str, text: str) -> list[Said]:
    """Return the clauses of a task; every word must belong to one."""
    said = list[Said]()
    begin = 0
    while begin < len(text):
        found = [(number, pattern.match(text, begin)) for number, pattern in enumerate(patterns_of(game, language))]
        matches = [(match.end(), number, match) for number, match in found if match is not None]
        assert matches, f"it is not clear what {text[begin:]!r} means"
        end, number, match = max(matches, key=lambda each: each[0])
        said.append(Said(number, argument_of(game, language, match)))
        joint = JOINT.match(text, end)
        assert joint is not None, f"it is not clear what {text[end:]!r} means"
        begin = joint.end()
    return said


def argument_of(game: str, language: str, match: re.Match[str]) -> str:
    """Return the argument of a clause as data: the code of a card, a seat counted from 0, a number."""
    (name, value), *_ = match.groupdict().items() or [("", "")]
    if name == "seat":
        return str(int(value) - 1)
    return blanks(game, language)[name][value.lower()] if name in ("card", "colour", "word") else value


# ---- checking


def check_prompts(state: State) -> int:
    """Check the prompts of every seat and a spectator at a table that is not over; return the number of prompts."""
    game = engine.game_of(state).name
    viewers = (None, *range(state.seats))
    for viewer in viewers:
        read = [check_waits(state, viewer, language, told_to(state, viewer, language)) for language in LANGUAGES]
        tasks = [read_task(game, language, task) for language, task in zip(LANGUAGES, read, strict=True)]
        assert tasks[0] == tasks[1], f"{viewer} is told different things: {read}"
        with noting(lambda read=read, viewer=viewer: f"{viewer} is told {read}"):  # type: ignore[misc]
            check_task(state, viewer, tasks[0])
    return len(viewers)


def told_to(state: State, viewer: int | None, language: str) -> str:
    """Return the prompt of a viewer."""
    told = engine.prompt(state, viewer, Wording(language))
    assert told, f"{viewer} is told nothing"
    return told


def check_waits(state: State, viewer: int | None, language: str, told: str) -> str:
    """Check whom a viewer waits for, and for what; return the rest of the prompt: what the viewer is to do."""
    asked = engine.asked_seats(state)
    waits = WAITS[language].match(told)
    assert (waits is None) is (viewer in asked)
    if waits is None:
        return told
    seats, wanted = waits.groups()
    assert {int(number) - 1 for number in re.findall(r"\d+", seats)} == set(asked)
    game = engine.game_of(state).name
    question = Asked(state, asked[0]).facts["asked"]
    assert wanted == engine.fact_display(game, "asked", question, Wording(language))
    answers = {move.verb for seat in asked for move in engine.legal_moves(state, seat)}
    assert answers <= set(ANSWERS[game][question].split()), f"they may also {answers}"
    return told[waits.end() :].strip()


def check_task(state: State, viewer: int | None, said: Sequence[Said]) -> None:
    """Check that the clauses of a task are true, and offer the legal moves of the viewer: these, and no others."""
    legal = () if viewer is None else engine.legal_moves(state, viewer)
    if viewer is None or not legal:
        assert not said, "something is offered, and nothing is legal"
        return
    clauses = CLAUSES[engine.game_of(state).name]
    asked = Asked(state, viewer)
    offers = [clauses[number].means(asked, argument) for number, argument in said]
    made = [offer for offer in offers if offer is not None]
    for offer in made:
        check_offer(asked, offer)
    for move in legal:
        assert any(offer.is_meant(move) for offer in made), f"{move} is legal, and not offered"


def check_offer(asked: Asked, offer: Offer) -> None:
    """Check that an offer stands: some move, and one with each card that is offered."""
    meant = [move for move in asked.legal if offer.is_meant(move)]
    assert meant, "something is offered that is not legal"
    refused = set(offer.cards).difference(card for move in meant for card in move.cards)
    assert not refused, f"{refused} are offered, and refused"


# ---- runs


def tables_of_options(game: str, random: Random) -> Iterator[Table]:
    """Yield a random table for each value that each option can have, or for some if it is a number."""
    for option in engine.describe_options(engine.find_game(game).options):
        values: list[Plain] = [False, True] if option.kind == "boolean" else choices_of(option)
        if option.minimum is not None and option.maximum is not None:
            values.extend((option.minimum, option.minimum + 1, option.maximum))
        for value in values:
            yield with_option(game, option.name, value, random)


def with_option(game: str, name: str, value: Plain, random: Random) -> Table:
    """Return a random table with this value of an option; any table where it goes with none of some."""
    for _ in range(20):
        table = random_table(game, random)
        changed = Table(game, table.seats, {**table.options, name: value}, table.seed)
        try:
            changed.deal()
        except engine.InvalidOption:
            continue
        return changed
    return random_table(game, random)


def check_table(table: Table, random: Random, moves: int) -> int:
    """Check the prompts at the first so many states of a table; return how many there were."""
    state = table.deal()
    checked = 0
    with noting(lambda: f"table: {reproduce(table)}"):
        checked += check_prompts(state)
        for _, step in zip(range(moves), play_on(state, random), strict=False):
            with noting(lambda step=step: f"after {step.seat} {step.move}, ply {step.after.ply}"):  # type: ignore[misc]
                checked += check_prompts(step.after) if engine.result(step.after) is None else 0
    return checked


def check(game: str, random: Random, summary: Summary) -> None:
    """Play a random table and check the prompts of all its states."""
    if game in CLAUSES:
        summary.count("prompts", check_table(random_table(game, random), random, 400))


RUN = Run("prompts", "tables", 200, check, 20)

if __name__ == "__main__":
    sys.exit(main(RUN, __doc__))
