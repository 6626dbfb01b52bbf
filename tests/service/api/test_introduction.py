"""How a table is introduced to a newcomer, over both APIs."""

import engine
from tests.service.api.test_wording import HEADER
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import opened
from tests.support.rest_client import Rest
from tools.services import Service

POLL = {"matching": "poll", "stacking": "false"}
IN_GRAPHQL = """
query Told($id: ID!) { session(id: $id) { introduction { goal howToPlay powers { code text } } } }
"""


def introduction(service: Service, session_id: str, language: str = "en") -> Json:
    """Return how a session is introduced, about which both APIs agree."""
    rest = Rest(service).ask("GET", f"/v1/sessions/{session_id}/introduction", headers={HEADER: language})
    body = {"query": IN_GRAPHQL, "variables": {"id": session_id}}
    graphql = service.http.post(f"{service.root}/graphql", json=body, headers={HEADER: language})
    assert graphql.json() == {"data": {"session": {"introduction": rest.json()}}}
    return rest.json()


def test_a_table_is_introduced_by_its_options(service: Service) -> None:
    table = opened(service, "zar", 3, POLL)
    for language in ("en", "de"):
        told = introduction(service, table.id, language)
        wanted = engine.introduction("zar", {"matching": "poll", "stacking": False}, language)
        assert told["goal"] == wanted.goal
        assert told["howToPlay"] == list(wanted.how_to_play)
        assert {power["code"]: power["text"] for power in told["powers"]} == wanted.powers
    assert "at any time" not in " ".join(introduction(service, table.id)["howToPlay"])


def test_a_table_without_options_is_introduced_like_its_game(service: Service) -> None:
    table = opened(service, "bazaar", 2)
    game = Rest(service).get("/v1/games/bazaar").json()
    told = introduction(service, table.id)
    assert (told["goal"], told["howToPlay"]) == (game["goal"], game["howToPlay"])


def test_an_introduction_comes_packed_and_is_kept(service: Service) -> None:
    path = f"/v1/sessions/{opened(service, 'zar', 2, POLL).id}/introduction"
    first = Rest(service).ask("GET", path, headers={"Accept-Encoding": "br"})
    assert (first.headers["Content-Encoding"], first.headers["Cache-Control"]) == ("br", "private, max-age=300")
    tag = first.headers["ETag"]
    again = Rest(service).ask("GET", path, headers={"Accept-Encoding": "br", "If-None-Match": tag})
    assert again.status_code == 304


def test_a_session_that_is_not_there_has_no_introduction(service: Service) -> None:
    answer = Rest(service).get("/v1/sessions/none/introduction")
    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
