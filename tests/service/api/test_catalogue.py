"""The catalogue: the games as a client learns about them without knowing any."""

import re

import msgspec
import pytest

import engine
from tests.support.graphql_client import NEW_TABLE, Client, Json
from tests.support.rest_client import Rest
from tools.servers import REPOSITORY
from tools.services import Service

# The example of a game joins the register when those are collected; the service does not know it.
GAMES = [name for name in engine.GAMES if name != "high"]

GAME = """
query Game($id: ID!) {
  game(id: $id) {
    id title summary minSeats maxSeats rulesVersion
    options { name kind default choices minimum maximum description label choiceLabels isSeat }
    verbs { name pattern description }
    rules { number section text }
  }
}
"""
RULE = "query Rule($game: ID!, $number: String!) { game(id: $game) { rule(number: $number) { number section text } } }"


def rule(service: Service, game: str, number: str) -> Json:
    return Client(service).ask(RULE, game=game, number=number)["rule"]


def test_the_games_are_those_of_the_register(one_service: Service) -> None:
    games = Client(one_service).ask("{ games { id title minSeats maxSeats } }")
    assert [game["id"] for game in games] == GAMES
    assert games[:5] == [
        {"id": "zeven", "title": "Zeven", "minSeats": 2, "maxSeats": 4},
        {"id": "bazaar", "title": "Bazaar", "minSeats": 2, "maxSeats": 6},
        {"id": "door", "title": "Door to Zont", "minSeats": 2, "maxSeats": 6},
        {"id": "zar", "title": "Zar", "minSeats": 2, "maxSeats": 9},
        {"id": "zlam", "title": "ZLAM!", "minSeats": 2, "maxSeats": 100},
    ]


@pytest.mark.parametrize("name", ["", "chess", "Zeven", "engine", "../zeven", "zeven\0"])
def test_a_game_that_is_not_there_is_null(one_service: Service, name: str) -> None:
    assert Client(one_service).ask(GAME, id=name) is None


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_as_the_engine_has_it(one_service: Service, name: str) -> None:
    served = Client(one_service).ask(GAME, id=name)
    game = engine.find_game(name)
    assert (served["title"], served["rulesVersion"]) == (game.title, game.rules)
    assert [verb["name"] for verb in served["verbs"]] == [verb.name for verb in game.verbs]
    assert [verb["pattern"] for verb in served["verbs"]] == [verb.pattern for verb in game.verbs]
    described = engine.game_options(game)
    assert [option["name"] for option in served["options"]] == [option.name for option in described]
    for shown, option in zip(served["options"], described, strict=True):
        assert shown["kind"] == option.kind.upper()
        assert (shown["minimum"], shown["maximum"]) == (option.minimum, option.maximum)
        assert (shown["choices"], shown["description"]) == (list(option.choices), option.description)
        assert shown["isSeat"] is (option.name == "firstSeat")


@pytest.mark.parametrize(
    ("game", "name", "expected"),
    [
        ("zeven", "rounds", ("INTEGER", "seats", ["seats"], 1, 12)),
        ("zeven", "changeMovesItself", ("BOOLEAN", "true", [], None, None)),
        ("zeven", "greatZont", ("CHOICE", "activated", ["activated", "always"], None, None)),
        ("zlam", "teams", ("LIST", "null", [], 0, 99)),
        ("zar", "deal", ("INTEGER", "0", ["0"], 3, 10)),
        ("zeven", "firstSeat", ("INTEGER", "random", ["random"], 0, 3)),
        ("zlam", "zlams", ("INTEGER", "15", [], 0, 60)),
    ],
)
def test_an_option_is_data_for_a_form(one_service: Service, game: str, name: str, expected: tuple[Json, ...]) -> None:
    options = {option["name"]: option for option in Client(one_service).ask(GAME, id=game)["options"]}
    assert tuple(options[name][field] for field in ("kind", "default", "choices", "minimum", "maximum")) == expected


@pytest.mark.parametrize("name", GAMES)
def test_every_default_can_be_sent_back_as_it_is_shown(one_service: Service, name: str) -> None:
    game = Client(one_service).ask(GAME, id=name)
    options = [{"name": option["name"], "value": option["default"]} for option in game["options"]]
    wish = {"game": name, "seats": game["minSeats"], "seed": "0" * 64}
    plain = Client(one_service).ask(NEW_TABLE, input=wish)
    assert plain["__typename"] == "Table"
    assert Client(one_service).ask(NEW_TABLE, input=wish | {"options": options}) == plain


@pytest.mark.parametrize("name", GAMES)
def test_every_numbered_rule_of_the_page_is_served_with_its_text(one_service: Service, name: str) -> None:
    page = (REPOSITORY / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    served = {rule["number"]: rule for rule in Client(one_service).ask(GAME, id=name)["rules"]}
    starts = re.findall(r"^(\d+\.\d+) (.*?)(?: \d+\.\d+ \*\*.*)?$", page, re.MULTILINE)
    sections = re.findall(r"^## (\d+) (.*)", page, re.MULTILINE)
    assert list(served) == in_page_order(name, page)
    for number, first_line in starts:
        assert served[f"{name} {number}"]["text"].startswith(first_line)
    for number, title in sections:
        assert served[f"{name} {number}"]["section"] == title
    assert "".join(rule["text"] for rule in served.values()).count("\n## ") == 0


def in_page_order(name: str, page: str) -> list[str]:
    numbers = re.findall(r"^(?:## (\d+)|(\d+\.\d+)) | (\d+\.\d+) \*\*", page, re.MULTILINE)
    return [f"{name} {section or rule or rule_in_line}" for section, rule, rule_in_line in numbers]


def test_a_rule_ends_where_the_next_one_begins(one_service: Service) -> None:
    assert rule(one_service, "zeven", "2.3") == {
        "number": "zeven 2.3",
        "section": "A turn",
        "text": "A seat without cards is passed over.",
    }
    assert rule(one_service, "zeven", "4.5")["text"].endswith("Reason of the end: `rounds`.")


def test_rules_are_found_by_number_and_by_full_number(one_service: Service) -> None:
    assert rule(one_service, "zeven", "zeven 3.4") == rule(one_service, "zeven", "3.4")
    assert rule(one_service, "zeven", "engine 3")["text"].count("[") > 1
    assert rule(one_service, "zlam", "3")["section"] == rule(one_service, "zlam", "3.1")["section"]


def test_rules_are_told_in_the_wanted_language_and_kept_apart_by_it(one_service: Service) -> None:
    path = "/v1/games/zeven/rules"
    german = {"Croupier-Language": "de"}
    answers = [Rest(one_service).ask("GET", path, headers=headers) for headers in ({}, german)]
    english, translated = ([rule["number"] for rule in answer.json()["rules"]] for answer in answers)
    assert english == translated
    assert {"Accept-Language", "Croupier-Language"} <= set(answers[0].headers["vary"].split(", "))
    asked = {"query": RULE, "variables": {"game": "zeven", "number": "2.3"}}
    told = Client(one_service).post(msgspec.json.encode(asked), Croupier_Language="de").json()["data"]["game"]["rule"]
    assert told == Rest(one_service).ask("GET", f"{path}/2.3", headers=german).json()
    assert (told["section"], told["text"]) == ("Ein Zug", "Ein Platz ohne Karten wird übergangen.")


@pytest.mark.parametrize(
    "number", ["", "9.9", "3.", " 3.4", "chess 1", "../engine 3", "architecture 1", "zeven", "3.4\0"]
)
def test_a_rule_that_is_not_there_is_null(one_service: Service, number: str) -> None:
    assert rule(one_service, "zeven", number) is None


def tried_moves(game: str) -> list[str]:
    """Return one move for every pattern of the game's verbs, with and without its optional parts, and None."""
    words = {"CARD": next(iter(engine.find_game(game).cards)), "@": "@1", "#": "#1", "=": "=art"}
    patterns = [verb.pattern for verb in engine.find_game(game).verbs]
    filled = [
        [words.get(w.strip("[]"), words.get(w.strip("[]")[0], w)) for w in pattern.split()] for pattern in patterns
    ]
    return [*(" ".join(words) for words in filled), *(" ".join(words[:-1]) for words in filled if len(words) > 2), "x"]
