"""A store that has lost acknowledged changes: every client that knows one of them is told so, and it is counted."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from redis import Redis

from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import Live, open_table
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tools.redis.server import RedisServer, rolled_back_after
from tools.services import Service

ROLLED_BACK = "query($id: ID!, $seen: String!) { session(id: $id) { rolledBack(seen: $seen) } }"
MOVE_FROM = """
mutation($input: ApplyMoveInput!) { applyMove(input: $input) {
  __typename ... on MoveApplied { version head } ... on Problem { code message path }
  ... on StaleVersion { currentVersion session { version head } } } }
"""

Counted = Callable[[], float]

FRAME_KNOWS = """
subscription($id: ID!, $after: String!, $seen: String!) { sessionUpdates(sessionId: $id, after: $after) {
  session { rolledBack(seen: $seen) events(after: $seen) { nodes { sentence } } } } }
"""


@pytest.fixture(scope="module")
def server() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@pytest.fixture(scope="module")
def served(server: RedisServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(server.url, tmp_path_factory.mktemp("service")) as service:
        yield service


@pytest.fixture
def table(served: Service) -> Live:
    table = open_table(served, "zeven", 2)
    table.play(Random(1), 4)
    return table


def rollbacks(service: Service) -> float:
    """Return how many rollbacks the service has counted."""
    lines = service.http.get(f"{service.root}/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("croupier_rollbacks_total "))


@pytest.fixture
def counted(served: Service) -> Counted:
    """Tell how many rollbacks the service has counted since the test began."""
    before = rollbacks(served)
    return lambda: rollbacks(served) - before


def lose(server: RedisServer, table: Live, moves: int) -> Json:
    """Make moves that the store loses; return the session as it was shown after them."""
    with rolled_back_after(server):
        table.play(Random(2), moves)
        return table.read()


def seat_of(table: Live) -> int:
    (seat,) = table.turn()
    return seat


def try_move(table: Live, seen: Json, **more: object) -> Json:
    """Send a legal move, chosen from a position that was shown earlier."""
    seat = seat_of(table)
    wish = {"sessionId": table.id, "move": table.legal(seat)[0], "expectedVersion": seen["version"], **more}
    return table.players[seat].ask(MOVE_FROM, input=wish)


def test_each_version_has_a_head_of_its_own_and_an_answer_tells_it(served: Service) -> None:
    table = open_table(served, "zeven", 2)
    heads = [table.read()["head"]]
    for _ in range(5):
        made = try_move(table, table.read(), expectedHead=heads[-1])
        assert made["__typename"] == "MoveApplied"
        assert table.read()["head"] == made["head"]
        heads.append(made["head"])
    assert len(set(heads)) == 6
    assert table.read(0)["head"] == table.read(None)["head"]
    assert table.read()["cursor"] == f"{table.read()['version']}-{heads[-1]}"


def test_a_move_from_a_version_that_is_lost_is_told_so(server: RedisServer, table: Live, counted: Counted) -> None:
    before = table.read()
    seen = lose(server, table, 3)
    refused = try_move(table, seen, expectedHead=seen["head"])
    assert (refused["__typename"], refused["code"], refused["path"]) == (
        "StaleVersion",
        "ROLLED_BACK",
        ["expectedVersion"],
    )
    assert "lost your version 10" in refused["message"]
    assert refused["currentVersion"] == before["version"]
    assert refused["session"] == {"version": before["version"], "head": before["head"]}
    # The service's memory, and the client's cursor.
    assert counted() == 2


def test_a_version_that_was_lost_and_made_again_is_recognized_by_its_head(
    server: RedisServer, table: Live, counted: Counted
) -> None:
    seen = lose(server, table, 3)
    table.play(Random(3), 3)
    assert table.read()["version"] == seen["version"]
    assert table.read()["head"] != seen["head"]
    assert try_move(table, seen, expectedHead=seen["head"])["code"] == "ROLLED_BACK"
    table.play(Random(4), 2)
    assert try_move(table, seen, expectedHead=seen["head"])["code"] == "ROLLED_BACK"
    assert try_move(table, seen)["code"] == "STALE_VERSION"
    assert counted() == 3


def test_an_old_version_with_its_own_head_is_only_stale(table: Live, counted: Counted) -> None:
    seen = table.read()
    table.play(Random(3), 2)
    assert try_move(table, seen, expectedHead=seen["head"])["code"] == "STALE_VERSION"
    assert counted() == 0


def claim_everywhere(served: Service, table: Live, token: str | None, cursor: str) -> None:
    """Claim over every route that a cursor was seen that the store does not have; each response must report it."""
    version, _, head = cursor.partition("-")
    path = f"/v1/sessions/{table.id}"
    rest = Rest(served, token)
    for address in (f"{path}?seen={cursor}", f"{path}/events?after={cursor}"):
        assert rest.get(address).json()["code"] == "ROLLED_BACK"
    moved = rest.post(f"{path}/moves", {"move": "draw"}, If_Match=f'"{cursor}"')
    assert moved.json()["code"] == "ROLLED_BACK"
    client = Client(served, token)
    assert client.ask(ROLLED_BACK, id=table.id, seen=cursor) == {"rolledBack": True}
    wish = {"sessionId": table.id, "move": "draw", "expectedVersion": int(version), "expectedHead": head or None}
    assert client.ask(MOVE_FROM, input=wish)["code"] == "ROLLED_BACK"
    with Stream(served, token) as stream:
        assert stream.subscribe(table.id, cursor).frame()["rolledBack"]


def test_a_cursor_that_anybody_can_invent_raises_no_alarm(served: Service, table: Live, counted: Counted) -> None:
    player = table.players[0].token
    for cursor in ("999", "999-AAAAAAAAAAAAAAAA", f"999-{table.read()['head']}"):
        for token in (None, player):
            claim_everywhere(served, table, token, cursor)
    other = open_table(served, "zeven", 2)
    other.play(Random(1), 9)
    claim_everywhere(served, table, player, other.read()["cursor"])
    assert counted() == 0


def test_a_members_lost_cursor_raises_the_alarm_anywhere(served: Service, server: RedisServer, table: Live) -> None:
    lost = lose(server, table, 3)["cursor"]
    served.kill()
    before = len(served.log)
    served.start()
    for token, alarms in ((None, 0), (table.players[0].token, 6)):
        claim_everywhere(served, table, token, lost)
        assert rollbacks(served) == served.log[before:].count("a client knows what the store has lost") == alarms


def test_a_head_without_its_version_or_of_another_form_is_refused(table: Live) -> None:
    seat = seat_of(table)
    move = {"sessionId": table.id, "move": table.legal(seat)[0]}
    for wish in ({"expectedHead": "x" * 16}, {"expectedVersion": 7, "expectedHead": "short"}):
        refused = table.players[seat].ask(MOVE_FROM, input=move | wish)
        assert (refused["code"], refused["path"]) == ("INVALID_INPUT", ["expectedHead"])


def test_a_key_whose_move_is_lost_makes_the_move_again(server: RedisServer, table: Live) -> None:
    seat = seat_of(table)
    version = table.read()["version"]
    move = table.legal(seat)[0]

    def send() -> Json:
        wish = {"sessionId": table.id, "move": move, "expectedVersion": version, "idempotencyKey": "a-key"}
        return table.players[seat].ask(MOVE_FROM, input=wish)

    with rolled_back_after(server):
        first = send()
        assert send() == first
    # It names no head, so it gets one report that something is lost.
    assert send()["code"] == "ROLLED_BACK"
    second = send()
    assert (second["__typename"], second["version"]) == ("MoveApplied", first["version"])
    assert table.read()["version"] == first["version"]


def test_a_reader_can_ask_whether_what_it_knows_is_lost(served: Service, server: RedisServer, table: Live) -> None:
    kept = table.read()["cursor"]
    lost = lose(server, table, 2)["cursor"]
    table.play(Random(3), 5)

    def is_lost(seen: str) -> bool | None:
        rolled_back: bool | None = Client(served).ask(ROLLED_BACK, id=table.id, seen=seen)["rolledBack"]
        return rolled_back

    assert [is_lost(cursor) for cursor in (kept, lost, table.read()["cursor"], "nonsense")] == [
        False,
        True,
        False,
        None,
    ]
    rest = Rest(served)
    assert rest.get(f"/v1/sessions/{table.id}?seen={kept}").status_code == 200
    refused = rest.get(f"/v1/sessions/{table.id}?seen={lost}")
    assert (refused.status_code, refused.json()["code"]) == (412, "ROLLED_BACK")
    assert refused.json()["path"] == ["seen"]
    assert refused.json()["session"]["version"] == table.read()["version"]


def test_an_etag_of_a_version_that_was_made_again_does_not_match(
    served: Service, server: RedisServer, table: Live
) -> None:
    seat = seat_of(table)
    path = f"/v1/sessions/{table.id}"
    with rolled_back_after(server):
        table.play(Random(2), 1)
        tag = Rest(served).get(path).headers["etag"]
    table.play(Random(3), 1)
    assert Rest(served).get(path, If_None_Match=tag).status_code == 200
    seat = seat_of(table)
    player = Rest(served, table.players[seat].token)
    refused = player.post(f"{path}/moves", {"move": table.legal(seat)[0]}, If_Match=tag)
    assert (refused.status_code, refused.json()["code"]) == (412, "ROLLED_BACK")


@pytest.mark.parametrize("moves", [0, 2, 4])
def test_a_stream_from_a_lost_version_is_told_so(served: Service, server: RedisServer, table: Live, moves: int) -> None:
    cursor = lose(server, table, 2)["cursor"]
    table.play(Random(3), moves)
    with Stream(served) as stream:
        frame = stream.subscribe(table.id, cursor).frame()
        assert (frame["rolledBack"], frame["resync"], frame["events"]) == (True, True, [])
        assert frame["session"] == table.read()
        table.step(Random(5))
        following = stream.frame()
        assert (following["version"], following["rolledBack"]) == (frame["version"] + 1, False)


def test_a_cursor_of_a_part_of_a_lost_version_is_told_so(served: Service, server: RedisServer, table: Live) -> None:
    with rolled_back_after(server):
        table.play(Random(2), 1)
        lost = table.read()
    table.play(Random(3), 1)
    assert table.read()["version"] == lost["version"]
    part = f"{lost['version']}.0-{lost['head']}"
    with Stream(served) as stream:
        frame = stream.subscribe(table.id, part).frame()
        assert (frame["version"], frame["rolledBack"]) == (lost["version"], True)


def test_a_frame_of_the_past_knows_that_later_versions_are_kept(served: Service, table: Live, counted: Counted) -> None:
    first = table.read()
    table.play(Random(3), 2)
    seen = table.read()
    with Stream(served) as stream:
        stream.ask(FRAME_KNOWS, "s", id=table.id, after=first["cursor"], seen=seen["cursor"])
        sessions = [stream.frame()["session"] for _ in range(2)]
    assert sessions == [{"rolledBack": False, "events": {"nodes": []}}] * 2
    assert counted() == 0


@pytest.mark.parametrize("moves", [1, 4])
def test_a_stream_is_told_that_a_store_went_back(served: Service, server: RedisServer, table: Live, moves: int) -> None:
    with Stream(served) as stream:
        first = stream.subscribe(table.id).frame()["version"]
        with rolled_back_after(server):
            table.play(Random(2), 2)
            assert [frame["rolledBack"] for frame in stream.until(first + 2)] == [False, False]
        frames: list[Json] = []
        for _ in range(moves):
            table.step(Random(3))
            frame = stream.frame() if not frames or frames[-1]["version"] < table.read()["version"] else None
            frames += [] if frame is None else [frame]
    assert frames[0]["rolledBack"]
    assert frames[0]["version"] == first + 1
    assert [frame["version"] for frame in frames] == list(range(first + 1, first + moves + 1))
    assert not any(frame["rolledBack"] for frame in frames[1:])


def test_a_stream_notices_when_its_connection_is_mended_and_is_told_nothing_of_what_is_lost(
    served: Service, server: RedisServer, table: Live, counted: Counted
) -> None:
    with Stream(served) as stays, Stream(served) as comes:
        kept = stays.subscribe(table.id).frame()
        with rolled_back_after(server):
            table.play(Random(2), 2)
            stays.until(kept["version"] + 2)
        server.ask("CLIENT KILL TYPE pubsub")
        back = stays.frame()
        assert (back["version"], back["rolledBack"], counted()) == (kept["version"], True, 1)
        comes.subscribe(table.id, kept["cursor"])
        for _ in range(3):
            table.step(Random(3))
            frames = [stays.frame(), comes.frame()]
            assert [frame["session"] for frame in frames] == [table.read()] * 2
            assert not any(frame["rolledBack"] for frame in frames)


def test_the_key_of_the_history_is_told_to_nobody(server: RedisServer, table: Live) -> None:
    redis = Redis.from_url(server.url)
    document = redis.hget(f"g:{{{table.id}}}:s", "document")
    redis.close()
    assert isinstance(document, bytes)
    history_key = document.partition(b'"history_key":"')[2].partition(b'"')[0].decode()
    assert len(history_key) == 43
    responses: list[Json] = [table.read(viewer) for viewer in table.viewers()]
    responses.append(table.events(0))
    assert history_key not in repr(responses)


POLL = """
mutation($input: NextDecisionInput!) { nextDecision(input: $input) {
  ... on DecisionPoll { seats { state cursor session { version head view { decision { asked } } } } } } }
"""


def poll(service: Service, table: Live, seat: int, after: str | None, wait: int = 25) -> Json:
    seats = [{"sessionId": table.id, "seatToken": table.players[seat].token, "after": after}]
    (told,) = Client(service).ask(POLL, input={"seats": seats, "waitSeconds": wait})["seats"]
    return told


def test_a_lost_decision_is_told_again_at_a_version_seen(served: Service, server: RedisServer, table: Live) -> None:
    seen = lose(server, table, 3)
    for seat in table.turn():
        told = poll(served, table, seat, seen["cursor"])
        assert (told["state"], told["session"]["version"]) == ("DECIDING", seen["version"] - 3)
    # The numbers come again, with other heads.
    table.play(Random(3), 3)
    for seat in table.turn():
        told = poll(served, table, seat, seen["cursor"])
        assert (told["state"], told["session"]["version"]) == ("DECIDING", seen["version"])
        assert poll(served, table, seat, told["cursor"], wait=0)["state"] == "WAITING"
