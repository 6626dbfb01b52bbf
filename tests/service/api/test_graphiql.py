"""The operations that GraphiQL opens with: they run unchanged, and a move names its version and its head."""

import re

import msgspec

from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import open_table
from tools.servers import REPOSITORY
from tools.services import Service

PAGE = REPOSITORY / "service" / "graphql" / "static" / "page.js"


def run(client: Client, operation: str, **variables: object) -> Json:
    """Run an operation of the page's first document."""
    found = re.search(r"const defaultQuery = `(.*?)`;", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    body = {"query": found[1], "operationName": operation, "variables": variables}
    answer = msgspec.json.decode(client.post(msgspec.json.encode(body)).content)
    assert "errors" not in answer, answer
    return answer["data"]


def test_the_first_operations_of_graphiql_list_the_games_look_and_move(one_service: Service) -> None:
    table = open_table(one_service, "zeven", 2)
    player = table.players[table.turn()[0]]
    assert len(run(player, "Games")["games"]) == 5
    seen = run(player, "Look", session=table.id)["session"]
    move = seen["view"]["legalMoves"][0]["notation"]
    stale = run(player, "Move", session=table.id, move=move, version=seen["version"], head="h" * 16)
    assert stale["applyMove"]["code"] == "ROLLED_BACK"
    made = run(player, "Move", session=table.id, move=move, version=seen["version"], head=seen["head"])
    assert made["applyMove"]["version"] == seen["version"] + 1


def test_a_refused_move_shows_nothing_without_a_selection_of_problems(one_service: Service) -> None:
    table = open_table(one_service, "zeven", 2)
    player = table.players[table.turn()[0]]
    seen = run(player, "Look", session=table.id)["session"]
    legal = seen["view"]["legalMoves"]
    assert run(player, "MoveBlindly", session=table.id, move="play ZZ9 @1") == {"applyMove": {}}
    told = run(player, "Move", session=table.id, move="play ZZ9 @1", version=seen["version"], head=seen["head"])
    assert told["applyMove"]["code"] == "BAD_NOTATION"
    assert told["applyMove"]["legalMoves"] == [{"notation": move["notation"]} for move in legal]
