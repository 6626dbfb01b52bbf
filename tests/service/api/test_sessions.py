"""Sessions over HTTP: seats, names, keys, versions and races, for both stores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import msgspec
import pytest

import engine
from tests.support.graphql_client import CREATE, MOVE, Client, Json, result_of
from tests.support.graphql_sessions import Live, create, join, new_key, open_table, pairs
from tools.services import Service

KEY = new_key()
NOBODY = "a-token-of-nobody"


def code_of(answer: Json) -> tuple[str, str]:
    return answer["__typename"], answer["code"]


# ---- create


def test_a_new_session_has_open_seats_its_options_and_nothing_dealt(service: Service) -> None:
    session = Client(service).read(create(service, "zeven", 3, {"rounds": "5"}))
    assert (session["status"], session["version"], session["view"]) == ("OPEN", 1, None)
    vacant = {"name": None, "taken": False, "kind": "HUMAN", "bot": None}
    assert session["seats"] == [{"index": seat, **vacant} for seat in range(3)]
    options = {option["name"]: option["value"] for option in session["options"]}
    assert options == {
        "firstSeat": "random",
        "rounds": "5",
        "changeMovesItself": "true",
        "favorsCollector": "pusher",
        "favorsRedraw": "ownTurn",
        "greatZont": "activated",
        "tieSameSum": "allBlocked",
        "gigletsPower": "must",
    }


@pytest.mark.parametrize("other", [{"game": "zeven"}, {"seats": 4}, {"options": pairs({"decks": "2"})}])
def test_a_key_that_made_one_session_makes_no_other(service: Service, other: dict[str, object]) -> None:
    wish = {"game": "zlam", "seats": 3, "idempotencyKey": new_key()}
    Client(service).ask(CREATE, input=wish)
    assert code_of(Client(service).ask(CREATE, input=wish | other)) == ("NotAllowed", "KEY_REUSED")


# ---- join


def test_the_last_seat_starts_the_table(service: Service) -> None:
    session_id = create(service, "zeven", 2)
    first = join(service, session_id, name="Ada")
    assert (first["seat"], first["session"]["status"], first["session"]["view"]) == (0, "OPEN", None)
    last = join(service, session_id)
    assert (last["seat"], last["session"]["status"], last["session"]["version"]) == (1, "ACTIVE", 3)
    assert last["session"]["viewerSeat"] == 1
    assert [seat["name"] for seat in last["session"]["seats"]] == ["Ada", None]
    live = Live(service, session_id, [Client(service, first["seatToken"]), Client(service, last["seatToken"])])
    assert [event["sentence"] for event in live.events()] == [
        "The table is opened.",
        "Seat 0 is taken by Ada.",
        "Seat 1 is taken by somebody.",
        "The cards are dealt.",
    ]


def test_a_taken_seat_is_not_given_again(service: Service) -> None:
    session_id = create(service, "zeven", 2)
    join(service, session_id, seat=1)
    before = Client(service).read(session_id)
    assert code_of(join(service, session_id, seat=1)) == ("NotAllowed", "SEAT_TAKEN")
    assert Client(service).read(session_id) == before
    assert join(service, session_id)["seat"] == 0
    assert code_of(join(service, session_id)) == ("NotAllowed", "SEAT_TAKEN")
    assert code_of(join(service, session_id, seat=0)) == ("NotAllowed", "SEAT_TAKEN")


@pytest.mark.parametrize(
    ("wish", "path"),
    [
        ({"seat": 2}, ["seat"]),
        ({"seat": -1}, ["seat"]),
        ({"idempotencyKey": "short"}, ["idempotencyKey"]),
        ({"idempotencyKey": "ada-joins-the-table-of-bob"}, ["idempotencyKey"]),
        ({"idempotencyKey": "ключ" * 5}, ["idempotencyKey"]),
    ],
)
def test_a_wish_for_an_impossible_seat_is_refused(service: Service, wish: dict[str, object], path: list[str]) -> None:
    session_id = create(service, "zeven", 2)
    refused = join(service, session_id, **wish)
    assert code_of(refused) == ("InvalidInput", "INVALID_INPUT")
    assert refused["path"] == path
    assert Client(service).read(session_id)["version"] == 1


@pytest.mark.parametrize("other", [{"name": "Bob"}, {"seat": 0}, {"seat": 1}])
def test_a_key_that_took_one_seat_takes_no_other(service: Service, other: dict[str, object]) -> None:
    session_id = create(service, "zeven", 2)
    join(service, session_id, idempotencyKey=KEY)
    assert code_of(join(service, session_id, idempotencyKey=KEY, **other)) == ("NotAllowed", "KEY_REUSED")


def test_the_same_key_gives_another_token_in_another_session(service: Service) -> None:
    tokens = [join(service, create(service, "zeven", 2), idempotencyKey=KEY)["seatToken"] for _ in range(2)]
    assert tokens[0] != tokens[1]


# ---- who may move, and when


def test_nobody_moves_before_every_seat_is_taken(service: Service) -> None:
    session_id = create(service, "zeven", 2)
    player = Client(service, join(service, session_id)["seatToken"])
    refused = player.ask(MOVE, input={"sessionId": session_id, "move": "play AR1 @1"})
    assert code_of(refused) == ("NotAllowed", "NOT_STARTED")


@pytest.mark.parametrize("session_id", ["", "nowhere", "}{g:x}:s", "a\0b", "x" * 10_000, "🂡", "../../etc", "%00"])
def test_a_session_that_is_not_there_is_not_found(service: Service, session_id: str) -> None:
    player = Client(service, NOBODY)
    assert player.read(session_id) is None
    assert player.ask("query ($id: ID!) { node(id: $id) { id } }", id=session_id) is None
    moved = player.ask(MOVE, input={"sessionId": session_id, "move": "draw", "idempotencyKey": "k"})
    assert (code_of(moved), moved["path"]) == (("NotAllowed", "NOT_FOUND"), ["sessionId"])
    assert code_of(join(service, session_id)) == ("NotAllowed", "NOT_FOUND")


def test_a_session_and_a_game_are_nodes(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    node = "query ($id: ID!) { node(id: $id) { __typename id ... on Session { viewerSeat } ... on Game { title } } }"
    seen = {"__typename": "Session", "id": table.id, "viewerSeat": 1}
    assert table.players[1].ask(node, id=table.id) == seen
    assert table.spectator.ask(node, id=table.id) == seen | {"viewerSeat": None}
    assert table.spectator.ask(node, id="zlam") == {"__typename": "Game", "id": "zlam", "title": "ZLAM!"}
    assert table.spectator.ask(node, id="chess") is None


def test_a_caller_without_a_seat_sees_what_a_spectator_sees_and_moves_nothing(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    other = open_table(service, "zeven", 2)
    seen = table.read()
    for token in (None, NOBODY, other.players[0].token, "A" * 43):
        outsider = Client(service, token)
        assert outsider.read(table.id) == seen | {"bearer": "NONE" if token is None else "UNKNOWN"}
        move = table.legal(table.turn()[0])[0]
        refused = outsider.ask(MOVE, input={"sessionId": table.id, "move": move, "idempotencyKey": "k"})
        assert (code_of(refused), refused["path"]) == (("NotAllowed", "UNAUTHORIZED"), ["sessionId"])
    assert table.read() == seen


def test_a_seat_does_not_move_for_another(service: Service) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    seen = table.read()
    refused = table.move(1, table.legal(0)[0])
    assert code_of(refused) == ("IllegalMove", "NOT_YOUR_TURN")
    assert (refused["rule"]["number"], refused["legalMoves"]) == ("zeven 2.1", [])
    assert table.read() == seen


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        ("", "BAD_NOTATION", "engine 3"),
        ("play", "BAD_NOTATION", "engine 3"),
        ("fly AR1 @1", "BAD_NOTATION", "engine 3"),
        ("play QQ9 @1", "BAD_NOTATION", "engine 3"),
        ("play AR1 @1\0", "BAD_NOTATION", "engine 3"),
        ("play  AR1 @1", "BAD_NOTATION", "engine 3"),
        ("p" * 100_000, "BAD_NOTATION", "engine 3"),
        ("play {x} @1", "BAD_NOTATION", "engine 3"),
        ("add AR1", "ILLEGAL_MOVE", "zeven 2.1"),
    ],
)
def test_a_forbidden_move_names_its_rule_and_the_legal_ones(service: Service, move: str, code: str, rule: str) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    seen = table.read(0)
    refused = table.move(0, move, key="k")
    assert code_of(refused) == ("IllegalMove", code)
    assert refused["path"] == ["move"]
    assert (refused["rule"]["number"], refused["rule"]["text"] != "") == (rule, True)
    assert [one["notation"] for one in refused["legalMoves"]] == table.legal(0)
    assert len(refused["message"]) < 400
    assert table.read(0) == seen


# ---- versions and keys


@pytest.mark.parametrize("expected", [-1, 0, 2])
def test_a_stale_version_is_answered_with_the_session_as_it_stands(service: Service, expected: int) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "1"})
    stale = table.move(1, table.legal(1)[0], expected)
    assert code_of(stale) == ("StaleVersion", "STALE_VERSION")
    assert (stale["currentVersion"], stale["path"]) == (3, ["expectedVersion"])
    assert stale["session"] == table.read(1)
    assert stale["session"]["view"]["legalMoves"]


def test_without_a_version_a_move_counts_if_it_is_legal_on_arrival(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    (seat,) = table.turn()
    assert table.move(seat, table.legal(seat)[0])["version"] == 4


@pytest.mark.parametrize("key", ["", "x" * 129, "\n", "ключ"])
def test_a_key_that_is_none_is_refused(service: Service, key: str) -> None:
    table = open_table(service, "zeven", 2)
    (seat,) = table.turn()
    refused = table.move(seat, table.legal(seat)[0], key=key)
    assert (code_of(refused), refused["path"]) == (("InvalidInput", "INVALID_INPUT"), ["idempotencyKey"])
    assert table.read()["version"] == 3


@pytest.mark.parametrize("expected", [3, None])
def test_a_move_sent_again_with_its_key_is_made_once_after_others_too(service: Service, expected: int | None) -> None:
    table = open_table(service, "zlam", 2)
    (seat,) = table.turn()
    move = table.legal(seat)[0]
    first = table.move(seat, move, expected, "once")
    again = table.move(seat, move, expected, "once")
    assert again == first | {"replayed": True}
    table.play(Random(3), 6)
    late = table.move(seat, move, expected, "once")
    assert {**late, "session": None} == {**first, "replayed": True, "session": None}
    assert late["session"] == table.read(seat)
    assert table.read()["version"] == 10


def test_a_key_that_made_one_move_makes_no_other(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    (seat,) = table.turn()
    move, other = table.legal(seat)[:2]
    table.move(seat, move, key="once")
    seen = table.read()
    for wrong in (other, "play", f"{move} "):
        refused = table.move(seat, wrong, key="once")
        assert (code_of(refused), refused["path"]) == (("NotAllowed", "KEY_REUSED"), ["idempotencyKey"])
    assert table.read() == seen


def test_a_refused_move_uses_up_no_key(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    (seat,) = table.turn()
    assert table.move(seat, "play", key="once")["code"] == "BAD_NOTATION"
    assert table.move(seat, table.legal(seat)[0], 2, key="once")["code"] == "STALE_VERSION"
    assert table.move(seat, table.legal(seat)[0], key="once")["__typename"] == "MoveApplied"


def test_seats_use_keys_of_their_own(service: Service) -> None:
    table = open_table(service, "zlam", 2, {"firstSeat": "1", "fives": "0"})
    for seat in (0, 1):
        move = next(move for move in table.legal(seat) if move.startswith("place"))
        assert table.move(seat, move, key="same")["replayed"] is False


# ---- races


def test_of_two_writers_at_one_version_one_wins_and_no_move_is_lost_or_doubled(service: Service) -> None:
    table = open_table(service, "zlam", 3)
    chance = Random(4)
    with ThreadPoolExecutor(2) as pool:
        while table.is_active():
            race(table, chance, pool.map)
    record = table.record()
    assert record is not None
    assert len(msgspec.json.decode(record)["moves"]) == table.read()["version"] - 4
    assert result_of(engine.replay(record)[-1]) == table.read()["view"]["result"]


def race(table: Live, chance: Random, both: Callable[..., object]) -> None:
    seat, _, version = table.choose(chance)
    moves = chance.choices(table.legal(seat), k=2)
    answers: list[Json] = list(both(lambda move: table.move(seat, move, version), moves))  # type: ignore[call-overload]
    won = [answer for answer in answers if answer["__typename"] == "MoveApplied"]
    lost = [answer for answer in answers if answer["__typename"] == "StaleVersion"]
    assert (len(won), len(lost)) == (1, 1), answers
    assert (won[0]["version"], lost[0]["currentVersion"]) == (version + 1, version + 1)


def test_a_move_sent_many_times_at_once_with_one_key_is_made_once(service: Service) -> None:
    table = open_table(service, "zlam", 2)
    for number in range(10):
        seat, move, version = table.choose(Random(number))
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda _: table.move(seat, move, None, f"key {number}"), range(6)))  # noqa: B023
        assert {(answer["__typename"], answer["version"]) for answer in answers} == {("MoveApplied", version + 1)}
        assert [answer["replayed"] for answer in answers].count(False) == 1
    assert table.read()["version"] == 13
