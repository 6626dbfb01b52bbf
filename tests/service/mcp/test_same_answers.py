"""The same table, looked at over all three APIs: the same moves, sentences, refusals and result."""

from random import Random

import pytest

import engine
from tests.service.api.test_catalogue import GAMES
from tests.service.mcp.requests_by_hand import answer_of, post_call
from tests.support.apis import ask_both, over_rest
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import ONLY_THREES, Live, open_table
from tools.services import LocalService

GARBAGE = "match Y1 Y1"
MOVES = 12


def ask_agent(server: LocalService, live: Live, seat: int, tool: str, **given: object) -> Json:
    """Call a tool as the holder of a seat."""
    handle = f"{live.id}.{live.players[seat].token}"
    return answer_of(post_call(server, tool, {"seat": handle, **given}))


def assert_same(server: LocalService, live: Live, seat: int) -> None:
    """Check that a seat is told the same by all three APIs."""
    token = live.players[seat].token
    session = over_rest(server, "readSession", token, sessionId=live.id)
    view = session["view"]
    looked = ask_agent(server, live, seat, "look")
    table = looked["structuredContent"]
    text = looked["content"][0]["text"]
    assert table["version"] == session["version"]
    told = [(move["notation"], move["label"]) for move in table["moves"]]
    assert told == [(move["notation"], move["label"]) for move in view["legalMoves"]]
    assert table["yourTurn"] == (seat in view["turn"] and bool(told))
    if view["prompt"] is not None:
        assert view["prompt"] in text
        assert table.get("decision", view["prompt"]) == view["prompt"]
    for zone in view["zones"]:
        shown = [card["code"] for card in zone["cards"] if card is not None]
        if shown and (zone["owner"] in (None, seat) or zone["count"]):
            (line,) = (line for line in text.splitlines() if line.startswith(f"- {zone['label']}"))
            assert all(code in line for code in shown)
    assert table.get("result") == view["result"]
    assert table.get("outcome") == session["outcome"]


def assert_same_refusal(server: LocalService, live: Live, seat: int, move: str) -> None:
    """Check that all three APIs refuse a move by the same rule and sentence."""
    problem = ask_both(server, "applyMove", live.players[seat].token, sessionId=live.id, move=move)
    refused = ask_agent(server, live, seat, "play", move=move)
    assert refused["isError"]
    found = refused["structuredContent"]["problem"]
    assert (found["code"], found["message"]) == (problem["code"], problem["message"])
    explained = ask_both(server, "explainMove", live.players[seat].token, sessionId=live.id, move=move)
    told = ask_agent(server, live, seat, "explain", move=move)["content"][0]["text"]
    assert explained["refusal"]["message"] in told
    if explained["refusal"]["rule"]:
        assert found["rule"] == explained["refusal"]["rule"]
        assert f"Rule {explained['refusal']['rule']}" in told


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_is_told_the_same_over_all_apis(server: LocalService, game: str) -> None:
    chance = Random(game)
    live = open_table(server, game, max(2, engine.find_game(game).min_seats))
    for number in range(MOVES):
        for seat in range(len(live.players)):
            if number % 4 == 0:
                assert_same(server, live, seat)
        if number % 6 == 0:
            assert_same_refusal(server, live, live.turn()[0], GARBAGE)
        live.play(chance, 1)


def test_the_end_is_told_the_same_over_all_apis(server: LocalService) -> None:
    live = open_table(server, "zlam", 2, ONLY_THREES)
    while live.is_active():
        live.play(Random(1), 20)
    for seat in range(2):
        assert_same(server, live, seat)
