"""Agents at the tables of a tournament whose deal other tables still play."""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from service.mcp.handles import make_handle
from tests.service.mcp.requests_by_hand import answer_of, headers_of, post_call, request_of
from tests.support.graphql_client import Json
from tests.support.graphql_sessions import Live
from tests.support.rest_client import Rest
from tests.support.services import service_with
from tests.support.shared_deals import SharedDeal
from tools.services import Service

service = service_with()

READING: Sequence[tuple[str, Mapping[str, object]]] = (
    ("look", {}),
    ("wait_for_turn", {"seconds": 0}),
    ("play", {"move": "pass"}),
    ("act", {"action": "claim_deadline"}),
    ("explain", {}),
    ("explain", {"move": "pass"}),
    ("review", {}),
    ("board", {"about": "table"}),
    ("board", {"about": "frames", "after": "1"}),
    ("board", {"about": "hand"}),
    ("leave", {}),
)


@pytest.fixture
def deal(service: Service) -> SharedDeal:
    return SharedDeal(service)


def ask(deal: SharedDeal, table: Live, token: str | None, tool: str, **given: object) -> Json:
    """Call a tool with a token as the one of a seat of the table."""
    return answer_of(post_call(deal.server, tool, {"seat": make_handle(table.id, token or "nobody"), **given}))


def ask_as(deal: SharedDeal, table: Live, seat: int, tool: str, **given: object) -> Json:
    """Call a tool at a seat, which must not fail."""
    answer = ask(deal, table, table.players[seat].token, tool, **given)
    assert not answer["isError"], answer
    return answer


def read_record(deal: SharedDeal, table: Live) -> Json:
    """Read the record of a table as a resource, and return the answer with its error, if it has one."""
    uri = f"croupier://records/{table.id}"
    body = request_of("resources/read", {"uri": uri})
    answer: Json = deal.server.http.post(
        f"{deal.server.root}/mcp", content=body, headers=headers_of("resources/read", uri)
    ).json()
    return answer


def read_all(deal: SharedDeal, table: Live, token: str | None) -> list[bytes]:
    """Return every byte that the bearer of a token gets of a table without changing it, and of its deal."""
    handle = make_handle(table.id, token or "nobody")
    asked = [(tool, {"seat": handle, **given}) for tool, given in READING if tool != "leave"]
    asked += [("act", {"seat": handle, "action": action}) for action in ("undo", "ask_take_back", "start")]
    asked.append(("list_games", {"game": "zar"}))
    answers = [post_call(deal.server, tool, given).content for tool, given in asked]
    return [*answers, str(read_record(deal, table)).encode()]


def hidden_codes(deal: SharedDeal, table: Live) -> set[str]:
    """Return the cards that lie hidden from seat 0 at the end, and open the deal: then everybody sees them."""
    before = seen_codes(deal, table)
    deal.open(table)
    return seen_codes(deal, table) - before


def seen_codes(deal: SharedDeal, table: Live) -> set[str]:
    """Return the cards that seat 0 sees."""
    session = Rest(deal.server, table.players[0].token).ask("GET", f"/v1/sessions/{table.id}").json()
    return {card["code"] for zone in session["view"]["zones"] for card in zone["cards"] if card}


@pytest.mark.parametrize("is_over", [False, True], ids=["in play", "over"])
def test_nobody_without_a_seat_reads_the_table(deal: SharedDeal, is_over: bool) -> None:
    table = deal.table()
    other = deal.table()
    if is_over:
        table.play_to_the_end(Random(1))
    for token in (None, deal.host.token, "stranger", other.players[0].token):
        for tool, given in READING:
            refused = ask(deal, table, token, tool, **given)
            assert refused["isError"]
            assert "UNAUTHORIZED" in str(refused)
            assert "legalMoves" not in str(refused)
            assert "moves" not in refused.get("structuredContent", {})
    record = read_record(deal, table)
    assert record["error"]["data"]["code"] == "UNAUTHORIZED"


def test_a_seat_learns_no_hidden_card_at_the_end_until_the_deal_is_open(deal: SharedDeal) -> None:
    table = deal.table()
    deal.table()
    table.play_to_the_end(Random(1))
    told = str([ask_as(deal, table, 0, tool) for tool in ("look", "review", "explain")])
    told += str([ask_as(deal, table, 0, "board", about=about) for about in ("table", "hand")])
    told += str(ask_as(deal, table, 0, "board", about="frames", after="1"))
    assert "The moves cannot be judged: The deal is still being played at other tables." in told
    uncovered = hidden_codes(deal, table)
    assert uncovered
    assert not any(f"[{code}]" in told or f"'{code}'" in told for code in uncovered)
    assert all(code in ask_as(deal, table, 0, "look")["content"][0]["text"] for code in uncovered)
    assert "- Move 0" in ask_as(deal, table, 0, "review")["content"][0]["text"]
    assert "result" in read_record(deal, table)


@pytest.mark.parametrize("is_over", [False, True], ids=["in play", "over"])
def test_a_seat_does_not_learn_how_far_another_table_of_the_deal_is(deal: SharedDeal, is_over: bool) -> None:
    table = deal.table()
    other = deal.table()
    if is_over:
        table.play_to_the_end(Random(1))
    token = table.players[0].token
    before = read_all(deal, table, token)
    other.play(Random(2), 5)
    assert read_all(deal, table, token) == before
    other.play_to_the_end(Random(3))
    assert read_all(deal, table, token) == before
    deal.open(other)
    assert read_all(deal, table, token) == before


def test_a_seat_of_another_table_of_the_deal_reads_the_same_whatever_happens_at_a_table(deal: SharedDeal) -> None:
    table = deal.table()
    stranger = deal.table().players[0].token
    before = read_all(deal, table, stranger)
    table.play(Random(2), 5)
    assert read_all(deal, table, stranger) == before
    table.play_to_the_end(Random(3))
    assert read_all(deal, table, stranger) == before
