"""The notations of a game, as clients that number their actions read them over both APIs."""

import re

import httpx2
import pytest

import engine
from service.rest.endpoints import ENDPOINTS
from service.rest.models import COMMA_LISTS
from tests.service.api.test_catalogue import GAMES
from tests.support.apis import over_graphql
from tests.support.graphql_client import Json
from tests.support.rest_client import check_problem
from tools.services import Service


def read_over_rest(service: Service, game: str, query: str, **headers: str) -> httpx2.Response:
    address = f"{service.root}/v1/games/{game}/notations?{query}"
    return service.http.get(address, headers={name.replace("_", "-"): value for name, value in headers.items()})


def ask_both(service: Service, game: str, seats: int, **options: str) -> Json:
    """Return the notations of a table, or the problem, which both APIs give alike."""
    pairs = [{"name": name, "value": value} for name, value in options.items()]
    first = over_graphql(service, "listNotations", game=game, seats=seats, options=pairs)
    chosen = ",".join(f"{name}:{value}" for name, value in options.items())
    second = read_over_rest(service, game, f"seats={seats}" + (f"&options={chosen}" if options else "")).json()
    if "code" in second:
        assert (first["code"], first["message"], first["path"]) == (second["code"], second["detail"], second["path"])
    else:
        assert first == second
    return first


@pytest.mark.parametrize("game", GAMES)
def test_both_apis_list_the_notations_of_the_engine(one_service: Service, game: str) -> None:
    seats = engine.find_game(game).min_seats
    listed = [str(move) for move in engine.possible_moves(game, seats=seats)]
    assert ask_both(one_service, game, seats) == {"notations": listed}


@pytest.mark.parametrize(
    ("game", "options", "notation"),
    [
        ("zeven", {"gigletsPower": "may"}, "play GR3 @2 =none"),
        ("zlam", {"atRisk": "true", "stacks": "5", "teams": "[0,1,1]"}, "place @5 =open"),
        ("zlam", {"gainOn": "5"}, "gain"),
    ],
)
def test_options_count(one_service: Service, game: str, options: dict[str, str], notation: str) -> None:
    assert notation in ask_both(one_service, game, 3, **options)["notations"]
    assert notation not in ask_both(one_service, game, 3)["notations"]


@pytest.mark.parametrize(
    ("game", "seats", "options", "code", "message"),
    [
        ("zeven", 5, {}, "INVALID_INPUT", "Zeven is for 2–4 seats, not 5."),
        ("zeven", 2, {"rounds": "13"}, "INVALID_OPTION", "The option rounds cannot be 13"),
        ("zeven", 2, {"nonsense": "1"}, "INVALID_OPTION", "There is no option 'nonsense'"),
        ("zlam", 16, {}, "INVALID_OPTION", "So many seats and stacks need at least 64 cards"),
    ],
)
def test_a_table_that_cannot_be_is_refused(
    one_service: Service, game: str, seats: int, options: dict[str, str], code: str, message: str
) -> None:
    problem = ask_both(one_service, game, seats, **options)
    assert problem["code"] == code
    assert problem["message"].startswith(message)


@pytest.mark.parametrize(
    "text", ["", "atRisk", "atRisk:", ":true", "atRisk=true", "atRisk:true,", "teams:[0,1", "a:b%0A"]
)
def test_options_in_an_address_have_one_form(one_service: Service, text: str) -> None:
    answer = read_over_rest(one_service, "zlam", f"seats=2&options={text}")
    assert (answer.status_code, answer.json()["code"], answer.json()["path"]) == (422, "INVALID_INPUT", ["options"])


def test_an_option_is_given_once(one_service: Service) -> None:
    answer = read_over_rest(one_service, "zlam", "seats=2&options=atRisk:true,atRisk:false")
    assert (answer.status_code, answer.json()["code"]) == (422, "INVALID_OPTION")
    assert answer.json()["detail"] == "The option atRisk is given twice: give it once."


@pytest.mark.parametrize("game", GAMES)
def test_options_in_a_wrong_form_are_told_with_some_of_this_game(one_service: Service, game: str) -> None:
    seats = engine.find_game(game).min_seats
    detail = read_over_rest(one_service, game, f"seats={seats}&options=x").json()["detail"]
    example = re.fullmatch(r"Options are written as in `(\S+)`\.", detail)
    assert example is not None
    assert example[1].count(",") == 1
    asked = read_over_rest(one_service, game, f"seats={seats}&options={example[1]}")
    assert asked.json() == read_over_rest(one_service, game, f"seats={seats}").json()


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        (
            "zlam/notations?seats=2&options=atRisk:true&options=gainCards:2",
            "The parameter `options` is given twice: send it once, with commas between its items.",
        ),
        (
            "zlam/vocabulary?lists=events&lists=zones",
            "The parameter `lists` is given twice: send it once, with commas between its items.",
        ),
        ("zlam/notations?seats=2&seats=3", "The parameter `seats` is given twice: send it once."),
    ],
)
def test_a_parameter_is_given_once(one_service: Service, path: str, detail: str) -> None:
    answer = one_service.http.get(f"{one_service.root}/v1/games/{path}")
    assert check_problem(answer, 422, "INVALID_INPUT")["detail"] == detail


def test_every_list_in_an_address_is_told_to_be_one() -> None:
    lists = set[str]()
    for endpoint in ENDPOINTS:
        for name in endpoint.query_fields:
            schema = endpoint.fields[name].meta.extra_json_schema or {}
            pattern = schema.get("pattern", "")
            if "(?:," in pattern or "(,(" in pattern:
                lists.add(name)
    assert lists == COMMA_LISTS


def test_a_game_that_is_not_there_has_no_notations(one_service: Service) -> None:
    assert ask_both(one_service, "whist", 2)["code"] == "NOT_FOUND"


def test_the_number_of_seats_is_needed(one_service: Service) -> None:
    answer = read_over_rest(one_service, "zlam", "")
    assert (answer.status_code, answer.json()["path"]) == (422, ["seats"])


def test_a_client_keeps_the_list_and_asks_whether_it_has_changed(one_service: Service) -> None:
    first = read_over_rest(one_service, "zeven", "seats=2", accept_encoding="gzip")
    assert (first.headers["content-encoding"], first.headers["cache-control"]) == ("gzip", "private, max-age=300")
    known = {"if_none_match": first.headers["etag"], "accept_encoding": "gzip"}
    assert read_over_rest(one_service, "zeven", "seats=2", **known).status_code == 304
    assert read_over_rest(one_service, "zeven", "seats=2&options=gigletsPower:may", **known).status_code == 200
