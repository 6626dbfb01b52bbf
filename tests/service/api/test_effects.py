"""The effects of a move in its preview: enough for a client to write the line itself."""

import re
from collections.abc import Mapping
from random import Random

import pytest

from tests.service.api.test_catalogue import GAMES
from tests.service.api.test_wording import HEADER
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import Live, opened
from tests.support.rest_client import Rest
from tools.services import Service

NAMES = ("Ada", "Bob")
BLANK = re.compile(r"\{(\w+)(?::\w+)?\}")
# The steps that a table plays on, with a preview before each.
STEPS = 12


@pytest.mark.parametrize("game", GAMES)
def test_a_client_can_write_the_line_from_the_code_and_the_values_of_an_effect(one_service: Service, game: str) -> None:
    table = seated(one_service, game)
    words = {language: words_of(one_service, game, language) for language in ("en", "de")}
    chance = Random(game)
    written = 0
    for _ in range(STEPS):
        (seat, *_others) = table.turn()
        move = chance.choice(table.legal(seat))
        for language, said in words.items():
            for effect in preview(one_service, table, seat, move, language):
                written += 1
                assert write(effect, said) == effect["sentence"]
        table.move(seat, move)
    assert written > STEPS


def seated(service: Service, game: str) -> Live:
    """Return a table of people with names."""
    made = opened(service, game, len(NAMES), {"firstSeat": "0"}, seed="5eed" * 16)
    return Live(service, made.id, [made.sit(seat=seat, name=name) for seat, name in enumerate(NAMES)])


def preview(service: Service, table: Live, seat: int, move: str, language: str) -> list[Json]:
    """Return the effects of a move in a language."""
    rest = Rest(service, table.players[seat].token)
    path = f"/v1/sessions/{table.id}/moves/preview"
    told: list[Json] = rest.ask("POST", path, {"move": move}, {HEADER: language}).json()["effects"]
    return told


# ---- a client of its own


def words_of(service: Service, game: str, language: str) -> Json:
    """Return the lists of a game's vocabulary from which a client writes effects, by key."""
    lists = f"/v1/games/{game}/vocabulary?language={language}&lists=effects,common,cards,zones"
    vocabulary = Rest(service).ask("GET", lists).json()
    return {name: {phrase["key"]: phrase for phrase in vocabulary[name]} for name in ("effects", "common", "cards")}


def write(effect: Json, words: Json) -> str:
    """Write an effect as its reader would: the phrase in the form for its first number, with the blanks filled.

    An argument that names a card or a zone in a form of its own takes the words of the service.
    """
    values = {argument["name"]: argument for argument in effect["arguments"]}
    if any(argument["kind"] in ("CARD", "ZONE") for argument in values.values()):
        return str(effect["sentence"])
    phrase = words["effects"][effect["code"]]
    number = count(values[phrase["counted"]]) if phrase["counted"] else 0
    said = BLANK.sub(lambda blank: fill(values[blank[1]], words), choose(phrase, number))
    return said[:1].upper() + said[1:]


def fill(argument: Mapping[str, str], words: Json) -> str:
    """Return what fills a blank."""
    kind = argument["kind"]
    value = argument["value"]
    if kind in ("SEAT", "SEATS"):
        return join([NAMES[int(seat)] for seat in value.split(",")], words)
    if kind == "CARDS":
        number = count(argument)
        return choose(words["common"]["{number} cards"], number).replace("{number}", str(number))
    return value


def join(names: list[str], words: Json) -> str:
    *others, last = names
    both = str(words["common"]["{list} and {last}"]["template"])
    return both.replace("{list}", ", ".join(others)).replace("{last}", last) if others else last


def count(argument: Mapping[str, str]) -> int:
    """Return a number, or the number of seats or of cards."""
    if argument["kind"] == "SEATS":
        return len(argument["value"].split(","))
    return int(argument["value"].removeprefix("*"))


def choose(phrase: Json, number: int) -> str:
    """Return the form of a phrase for a number."""
    singular = [form["template"] for form in phrase["plurals"] if form["category"] == "one"]
    return str(singular[0] if singular and number == 1 else phrase["template"])
