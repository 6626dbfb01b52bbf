"""How a table is introduced to a newcomer, over both front ends."""

import engine
from tests.service.api.test_wording import HEADER
from tests.support.front_ends import ask_both
from tests.support.graphql_sessions import opened
from tests.support.rest_client import Rest
from tools.services import Service

POLL = {"matching": "poll", "stacking": "false"}


def test_a_table_is_introduced_by_its_options(service: Service) -> None:
    table = opened(service, "zar", 3, POLL)
    told = ask_both(service, "introduction", sessionId=table.id)
    wanted = engine.introduction("zar", {"matching": "poll", "stacking": False})
    assert told["goal"] == wanted.goal
    assert told["howToPlay"] == list(wanted.how_to_play)
    assert {power["code"]: power["text"] for power in told["powers"]} == wanted.powers
    assert "at any time" not in " ".join(told["howToPlay"])


def test_a_table_without_options_is_introduced_like_its_game(service: Service) -> None:
    table = opened(service, "bazaar", 2)
    told, rest = ask_both(service, "introduction", sessionId=table.id), Rest(service)
    game = rest.get("/v1/games/bazaar").json()
    assert (told["goal"], told["howToPlay"]) == (game["goal"], game["howToPlay"])


def test_it_is_told_in_the_language_that_is_wanted(service: Service) -> None:
    table = opened(service, "zar", 2, POLL)
    path = f"/v1/sessions/{table.id}/introduction"
    told = Rest(service).ask("GET", path, headers={HEADER: "de"}).json()
    wanted = engine.introduction("zar", {"matching": "poll", "stacking": False}, "de")
    assert told["howToPlay"] == list(wanted.how_to_play)


def test_a_session_that_is_not_there_has_no_introduction(service: Service) -> None:
    assert ask_both(service, "introduction", sessionId="none")["code"] == "NOT_FOUND"
