"""Seats of bots, over HTTP: adding and removing them, taking their seats over, and the settings about them."""

import pytest

import bots
from service.sessions.session import BOT_NAMES
from tests.support.apis import BOTH, Call, ask_both, over_rest
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, Opened, act, done, new_key, opened, refused
from tools.services import Service

# Longer than any test: no bot moves in these.
PAUSE = 60_000
OTHER_SEAT = {"name": None, "taken": False, "kind": "HUMAN", "bot": None}


def bot_seat(index: int, level: int) -> Json:
    return {
        "index": index,
        "name": BOT_NAMES[index],
        "taken": False,
        "kind": "BOT",
        "bot": {"level": level, "version": bots.VERSION},
    }


def kinds(changed: Json) -> list[str]:
    return [event["kind"] for event in changed["events"]]


def opened_with_bots(service: Service, seats: int, **setup: Json) -> Opened:
    """Open a session in which bots play all seats but seat 0."""
    table = opened(service, seats=seats, botMillis=PAUSE, **setup)
    for seat in range(1, seats):
        done(table.host, "addBot", table.id, seat=seat, level=2)
    return table


# ---- adding


def test_the_seat_of_a_bot_counts_as_taken_and_shows_its_level_to_everybody(service: Service) -> None:
    table = opened(service, seats=3, botMillis=PAUSE)
    added = done(table.host, "addBot", table.id, seat=1, level=3, idempotencyKey="k")
    assert [event["sentence"] for event in added["events"]] == ["A bot of level 3 plays seat 1."]
    assert Client(service).read(table.id)["seats"][1] == bot_seat(1, 3)
    assert done(table.host, "addBot", table.id, seat=1, level=3, idempotencyKey="k")["replayed"]
    assert refused(table.host, "addBot", table.id, seat=1, level=4, idempotencyKey="k") == "KEY_REUSED"
    assert table.join()["seat"] == 0
    assert table.join()["session"]["status"] == "ACTIVE"


def test_the_cards_are_dealt_when_a_bot_takes_the_last_seat(service: Service) -> None:
    table = opened(service, botMillis=PAUSE)
    ada = table.sit()
    added = done(table.host, "addBot", table.id, seat=1, level=1)
    assert (kinds(added), added["session"]["status"]) == (["botAdded", "started"], "ACTIVE")
    assert ada.read(table.id)["view"]["viewer"] == 0


def test_a_session_that_waits_for_its_host_waits_with_bots_too(service: Service) -> None:
    table = opened(service, startByHost=True, botMillis=PAUSE)
    for seat in range(2):
        assert done(table.host, "addBot", table.id, seat=seat, level=1)["session"]["status"] == "OPEN"
    assert done(table.host, "startSession", table.id)["session"]["status"] == "ACTIVE"


def test_a_host_may_watch_bots_beside_the_default_policy(service: Service) -> None:
    table = opened(service, seats=3, startByHost=True, botMillis=PAUSE)
    done(table.host, "addBot", table.id, seat=1, level=1)
    started = done(table.host, "startSession", table.id)
    assert [seat["kind"] for seat in started["session"]["seats"]] == ["DEFAULT_POLICY", "BOT", "DEFAULT_POLICY"]


def test_another_level_for_the_bot_of_a_seat(service: Service) -> None:
    table = opened(service, seats=3, botMillis=PAUSE)
    done(table.host, "addBot", table.id, seat=1, level=1)
    changed = done(table.host, "addBot", table.id, seat=1, level=4)
    assert (kinds(changed), changed["session"]["seats"][1]) == (["botAdded"], bot_seat(1, 4))


def test_a_bot_has_a_name_that_nobody_else_at_the_table_has(service: Service) -> None:
    table = opened(service, seats=3, botMillis=PAUSE)
    table.sit(seat=0, name=BOT_NAMES[1])
    done(table.host, "addBot", table.id, seat=1, level=1)
    assert Client(service).read(table.id)["seats"][1]["name"] == BOT_NAMES[2]
    done(table.host, "removeBot", table.id, seat=1)
    assert Client(service).read(table.id)["seats"][1]["name"] is None


def test_a_bot_plays_a_seat_of_the_default_policy_that_nobody_holds(service: Service) -> None:
    table = opened(service, "zlam", 3, ONLY_THREES | {"threes": "9"}, botMillis=PAUSE)
    ada = table.sit(seat=0)
    cid = table.sit(seat=2)
    done(table.host, "startSession", table.id)
    done(cid, "resign", table.id)
    assert refused(table.host, "addBot", table.id, seat=2, level=1) == "SEAT_TAKEN"
    assert done(table.host, "addBot", table.id, seat=1, level=2)["session"]["seats"][1] == bot_seat(1, 2)
    done(cid, "leaveSession", table.id)
    assert done(table.host, "addBot", table.id, seat=2, level=2)["session"]["seats"][2] == bot_seat(2, 2)
    assert ada.read(table.id)["status"] == "ACTIVE"


def test_a_bot_plays_a_seat_whose_holder_has_left_until_the_holder_comes_back(service: Service) -> None:
    table = opened(service, botMillis=PAUSE)
    live = table.live()
    assert refused(table.host, "addBot", table.id, seat=1, level=2) == "SEAT_TAKEN"
    done(live.players[1], "leaveSession", table.id)
    done(table.host, "addBot", table.id, seat=1, level=2)
    assert refused(table.host, "giveUpSeat", table.id, seat=1) == "SEAT_TAKEN"
    assert table.join(seat=1)["code"] == "UNAUTHORIZED"
    assert table.join(live.players[0].token)["code"] == "SEAT_TAKEN"
    back = table.sit(live.players[1].token, name="Bob")
    seat = {"index": 1, "name": "Bob", "taken": True, "kind": "HUMAN", "bot": None}
    assert back.read(table.id)["seats"][1] == seat


@pytest.mark.parametrize(
    ("wish", "code", "path"),
    [
        ({"seat": 1, "level": 0}, "INVALID_INPUT", ["level"]),
        ({"seat": 1, "level": 5}, "INVALID_INPUT", ["level"]),
        ({"seat": 1, "level": -1}, "INVALID_INPUT", ["level"]),
        ({"seat": 3, "level": 1}, "INVALID_INPUT", ["seat"]),
        ({"seat": -1, "level": 1}, "INVALID_INPUT", ["seat"]),
        ({"seat": 0, "level": 1}, "SEAT_TAKEN", ["seat"]),
    ],
)
def test_a_bot_that_cannot_be_added_changes_nothing(one_service: Service, wish: Json, code: str, path: Json) -> None:
    table = opened(one_service, seats=3)
    table.sit(seat=0)
    before = table.host.read(table.id)
    answer = act(table.host, "addBot", table.id, **wish)
    assert (answer["code"], answer["path"]) == (code, path)
    assert table.host.read(table.id) == before


def test_only_the_host_adds_and_removes_bots(one_service: Service) -> None:
    table = opened(one_service, seats=3)
    for caller in (table.sit(seat=0), Client(one_service)):
        assert refused(caller, "addBot", table.id, seat=1, level=1) == "UNAUTHORIZED"
        assert refused(caller, "removeBot", table.id, seat=1) == "UNAUTHORIZED"


def test_nobody_adds_or_removes_a_bot_when_the_session_is_over(one_service: Service) -> None:
    table = opened_with_bots(one_service, 3)
    done(table.host, "abandonSession", table.id)
    assert refused(table.host, "addBot", table.id, seat=0, level=1) == "SESSION_OVER"
    assert refused(table.host, "removeBot", table.id, seat=1) == "SESSION_OVER"
    assert refused(table.host, "addBot", "no-such-session", seat=0, level=1) == "NOT_FOUND"


# ---- from the start

ONE_BOT: Json = {"game": "zeven", "seats": 2, "botMillis": PAUSE, "bots": [{"seat": 1, "level": 2}]}
ALL_BOTS: Json = {**ONE_BOT, "bots": [{"seat": 0, "level": 1}, {"seat": 1, "level": 2}]}


@pytest.mark.parametrize("call", BOTH)
def test_a_session_is_opened_with_bots(service: Service, call: Call) -> None:
    made = call(service, "createSession", **ONE_BOT)
    assert made["session"]["status"] == "OPEN"
    assert made["session"]["seats"] == [{"index": 0, **OTHER_SEAT}, bot_seat(1, 2)]
    assert [link["seat"] for link in made["joinLinks"]] == [0, 1]
    joined = call(service, "joinSession", sessionId=made["session"]["id"])
    assert (joined["seat"], joined["session"]["status"]) == (0, "ACTIVE")


@pytest.mark.parametrize("call", BOTH)
def test_a_session_of_bots_alone_is_dealt_at_once_unless_it_waits_for_its_host(service: Service, call: Call) -> None:
    assert call(service, "createSession", **ALL_BOTS)["session"]["status"] == "ACTIVE"
    assert call(service, "createSession", **ALL_BOTS, startByHost=True)["session"]["status"] == "OPEN"


def test_a_retry_gets_the_session_with_its_bots_though_the_host_has_exchanged_them(service: Service) -> None:
    key = new_key()
    made = over_rest(service, "createSession", **ONE_BOT, idempotencyKey=key)
    session_id = made["session"]["id"]
    done(Client(service, made["hostToken"]), "addBot", session_id, seat=1, level=4)
    for call in BOTH:
        again = call(service, "createSession", **ONE_BOT, idempotencyKey=key)
        assert (again["session"]["id"], again["hostToken"]) == (session_id, made["hostToken"])
        assert again["session"]["seats"][1] == bot_seat(1, 4)


@pytest.mark.parametrize("bots", [None, [], [{"seat": 1, "level": 3}], [{"seat": 0, "level": 2}]])
def test_the_key_of_a_session_with_other_bots_is_refused(one_service: Service, bots: Json) -> None:
    key = new_key()
    over_rest(one_service, "createSession", **ONE_BOT, idempotencyKey=key)
    other = ask_both(one_service, "createSession", **ONE_BOT | {"bots": bots}, idempotencyKey=key)
    assert other["code"] == "KEY_REUSED"


@pytest.mark.parametrize(
    ("bots", "path"),
    [
        ([{"seat": 2, "level": 1}], ["bots", "0", "seat"]),
        ([{"seat": 1, "level": 1}, {"seat": 1, "level": 1}], ["bots", "1", "seat"]),
        ([{"seat": 1, "level": 5}], ["bots", "0", "level"]),
    ],
)
def test_bots_that_a_session_cannot_have_are_refused_as_in_a_batch(
    one_service: Service, bots: Json, path: list[str]
) -> None:
    table = ONE_BOT | {"bots": bots}
    refused = ask_both(one_service, "createSession", **table)
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", path)
    in_a_batch = ask_both(one_service, "createSessions", sessions=[table])
    assert (in_a_batch["message"], in_a_batch["path"]) == (refused["message"], ["sessions", "0", *path])


# ---- removing and taking over


def test_the_seat_of_a_bot_that_is_removed_is_open_again(service: Service) -> None:
    table = opened(service, seats=3, botMillis=PAUSE)
    done(table.host, "addBot", table.id, seat=0, level=1)
    removed = done(table.host, "removeBot", table.id, seat=0)
    assert [event["sentence"] for event in removed["events"]] == ["The bot of seat 0 leaves."]
    assert removed["session"]["seats"][0] == {"index": 0, **OTHER_SEAT}
    answer = act(table.host, "removeBot", table.id, seat=0)
    assert (answer["code"], answer["message"], answer["path"]) == ("NOT_FOUND", "No bot plays seat 0.", ["seat"])
    assert refused(table.host, "removeBot", table.id, seat=9) == "INVALID_INPUT"
    assert table.join()["seat"] == 0


def test_a_person_takes_over_the_seat_of_a_bot_by_naming_it_before_the_deal(service: Service) -> None:
    table = opened(service, seats=3, botMillis=PAUSE)
    done(table.host, "addBot", table.id, seat=1, level=2)
    assert [table.join(seat=seat)["seat"] for seat in (1, 0)] == [1, 0]
    assert Client(service).read(table.id)["seats"][1]["kind"] == "HUMAN"


def test_the_hand_of_a_bot_is_shown_to_nobody_whom_the_host_has_not_invited(service: Service) -> None:
    table = opened_with_bots(service, 3)
    ada = table.sit()
    assert ada.read(table.id)["status"] == "ACTIVE"
    assert table.join()["code"] == "SEAT_TAKEN"
    assert table.join(seat=1)["code"] == "UNAUTHORIZED"
    bob = table.sit(code=table.codes[1], name="Bob")
    live = Live(service, table.id, [ada, bob])
    assert [seat["kind"] for seat in live.read()["seats"]] == ["HUMAN", "HUMAN", "BOT"]
    assert live.read(1)["view"]["viewer"] == 1


def test_only_people_keep_a_table_of_bots_alive(service: Service) -> None:
    table = opened_with_bots(service, 2, leftSeatLevel=1)
    ada = table.sit()
    assert kinds(done(ada, "leaveSession", table.id)) == ["left", "abandoned"]


# ---- the settings


def test_a_bot_takes_over_a_seat_that_is_left_where_the_session_says_so(service: Service) -> None:
    table = opened(service, leftSeatLevel=3, botMillis=PAUSE)
    ada = table.sit()
    assert kinds(done(ada, "leaveSession", table.id)) == ["left"]
    live = table.live()
    left = done(live.players[1], "leaveSession", table.id)
    assert (kinds(left), left["session"]["seats"][1]) == (["left", "botAdded"], bot_seat(1, 3))
    assert table.join(seat=1)["code"] == "UNAUTHORIZED"
    assert table.sit(live.players[1].token).read(table.id)["seats"][1]["kind"] == "HUMAN"


def test_the_default_policy_plays_a_resigned_seat(service: Service) -> None:
    table = opened(service, seats=3, leftSeatLevel=3, botMillis=PAUSE)
    live = table.live()
    done(live.players[1], "resign", table.id)
    left = done(live.players[1], "leaveSession", table.id)
    assert left["session"]["seats"][1]["kind"] == "DEFAULT_POLICY"


def test_the_settings_about_bots_are_told_to_everybody(one_service: Service) -> None:
    table = opened(one_service, hints=True, botMillis=1500, leftSeatLevel=4)
    told = Client(one_service).read(table.id)["settings"]
    assert (told["hints"], told["botMillis"], told["leftSeatLevel"]) == (True, 1500, 4)
    told = opened(one_service, botMillis=0, leftSeatLevel=0).session["settings"]
    assert (told["hints"], told["botMillis"], told["leftSeatLevel"]) == (False, None, None)


# ---- rematch


def test_bots_play_again_in_a_rematch_and_the_seats_of_people_are_reserved(service: Service) -> None:
    table = opened(service, seats=3, leftSeatLevel=1, botMillis=PAUSE)
    done(table.host, "addBot", table.id, seat=2, level=4)
    ada = table.sit()
    bob = table.sit()
    done(bob, "leaveSession", table.id)
    done(table.host, "abandonSession", table.id)
    again = done(table.host, "offerRematch", table.id)["session"]
    assert again["seats"] == [{"index": seat, **OTHER_SEAT} for seat in (0, 1)] + [bot_seat(2, 4)]
    rejoin = "mutation J($i: JoinSessionInput!) { joinSession(input: $i) { ... on SeatJoined { seat } } }"
    taken = [Client(service, who.token).ask(rejoin, i={"sessionId": again["id"]})["seat"] for who in (bob, ada)]
    assert taken == [1, 0]
    assert table.host.read(again["id"])["status"] == "ACTIVE"


def test_a_rematch_of_bots_alone_is_started_by_its_host(service: Service) -> None:
    table = opened(service, botMillis=PAUSE)
    for seat in range(2):
        done(table.host, "addBot", table.id, seat=seat, level=1)
    done(table.host, "abandonSession", table.id)
    again = done(table.host, "offerRematch", table.id)["session"]
    assert [seat["kind"] for seat in again["seats"]] == ["BOT", "BOT"]
    assert done(table.host, "startSession", again["id"])["session"]["status"] == "ACTIVE"
