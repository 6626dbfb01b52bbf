"""A host who also plays is one viewer: either token has the host's rights and the seat."""

from random import Random

import pytest

from tests.support.graphql_client import JOIN, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, Opened, done, opened, refused
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tools.services import Service

READ_AS = "query ($id: ID!, $seat: Int) { session(id: $id, viewerSeat: $seat) { id viewerSeat viewId } }"


def hosted(service: Service, seats: int = 2, **setup: object) -> tuple[Opened, Live]:
    """Open a table at which the host sits in seat 0, and fill it."""
    table = opened(service, "zeven", seats, {"firstSeat": "0"}, **setup)
    ada = table.sit(table.host.token, name="Ada")
    return table, Live(service, table.id, [ada, *(table.sit() for _ in range(1, seats))])


def hand(session: Json, seat: int = 0) -> list[Json]:
    (cards,) = [zone["cards"] for zone in session["view"]["zones"] if zone["key"] == f"hand:{seat}"]
    return [card for card in cards if card is not None]


def test_either_token_of_a_host_who_plays_gives_the_same_session(service: Service) -> None:
    table, live = hosted(service)
    seen = table.host.read(table.id)
    assert seen == live.read(0)
    assert (seen["viewerSeat"], seen["isHost"], bool(hand(seen))) == (0, True, True)
    over_rest = [Rest(service, who.token).get(f"/v1/sessions/{table.id}") for who in (table.host, live.players[0])]
    assert over_rest[0].json() == over_rest[1].json()
    assert over_rest[0].headers["ETag"] == over_rest[1].headers["ETag"]
    assert over_rest[0].json()["viewId"] == seen["viewId"]


def test_either_token_of_a_host_who_plays_does_what_the_host_and_the_seat_may(service: Service) -> None:
    table, live = hosted(service, seats=3, startByHost=True)
    started = done(live.players[0], "startSession", table.id)["session"]
    assert (started["isHost"], bool(hand(started))) == (True, True)
    by_host = Live(service, table.id, [table.host])
    made = by_host.move(0, by_host.legal(0)[0])
    assert (made["__typename"], bool(hand(made["session"]))) == ("MoveApplied", True)
    done(live.players[1], "leaveSession", table.id)
    assert done(live.players[0], "giveUpSeat", table.id, seat=1)["session"]["viewerSeat"] == 0
    assert hand(done(table.host, "abandonSession", table.id)["session"])


def test_a_player_that_joins_without_the_hosts_token_has_no_rights_of_the_host(service: Service) -> None:
    table = opened(service)
    live = table.live()
    assert refused(live.players[0], "abandonSession", table.id) == "UNAUTHORIZED"
    seen = table.host.read(table.id)
    assert (seen["viewerSeat"], seen["isHost"], hand(seen)) == (None, True, [])
    assert [live.read(seat)["isHost"] for seat in (0, 1)] == [False, False]


def test_a_host_who_sits_may_take_another_seat_for_somebody_else(service: Service) -> None:
    table = opened(service)
    ada = table.sit(table.host.token)
    bob = table.sit(table.host.token)
    assert [who.read(table.id)["isHost"] for who in (ada, bob)] == [True, False]
    assert table.host.read(table.id)["viewerSeat"] == 0
    assert refused(bob, "abandonSession", table.id) == "UNAUTHORIZED"


@pytest.mark.parametrize("with_the_hosts_token", [True, False])
def test_a_host_who_left_a_table_comes_back_as_the_host(service: Service, with_the_hosts_token: bool) -> None:
    table, live = hosted(service)
    ada = live.players[0]
    done(ada, "leaveSession", table.id)
    for who in (ada, table.host):
        assert who.read(table.id)["viewerSeat"] is None
        assert hand(who.read(table.id)) == []
    assert refused(ada, "abandonSession", table.id) == "UNAUTHORIZED"
    assert table.join(live.players[1].token, seat=0)["code"] == "UNAUTHORIZED"
    back = table.sit(table.host.token if with_the_hosts_token else ada.token)
    assert back.read(table.id) == table.host.read(table.id)
    assert hand(back.read(table.id))
    assert back.read(table.id)["isHost"]


def test_the_player_on_the_seat_that_the_host_left_is_not_the_host(service: Service) -> None:
    table, live = hosted(service)
    done(live.players[0], "leaveSession", table.id)
    eve = table.sit(code=table.codes[0])
    assert refused(eve, "abandonSession", table.id) == "UNAUTHORIZED"
    seen = table.host.read(table.id)
    assert (seen["viewerSeat"], hand(seen)) == (None, [])
    done(eve, "leaveSession", table.id)
    # Eve was the last holder: the host's token is no longer a former one of the seat.
    assert table.join(table.host.token)["code"] == "UNAUTHORIZED"


def test_the_hosts_seat_goes_on_in_a_rematch(service: Service) -> None:
    options = ONLY_THREES | {"firstSeat": "0"}
    for number in range(2):
        table = opened(service, "zlam", 2, options)
        bob = table.sit(seat=0)
        ada = table.sit(table.host.token, seat=1)
        live = Live(service, table.id, [bob, ada])
        live.play_to_the_end(Random(number))
        new = done(table.host, "offerRematch", table.id)["session"]
        assert (new["isHost"], new["viewerSeat"]) == (True, None)
        seen = ada.read(new["id"])
        assert (seen["isHost"], seen["viewerSeat"]) == (False, None)
        token = (table.host, ada)[number].token
        joined = Client(service, token).ask(JOIN, input={"sessionId": new["id"]})
        assert (joined["seat"], joined["session"]["isHost"]) == (1, True)
        assert table.host.read(new["id"])["viewerSeat"] == 1
        assert bob.read(new["id"])["isHost"] is False


def test_a_stream_of_the_host_shows_the_hand_only_while_the_host_sits(service: Service) -> None:
    table = opened(service, "zeven", 2)
    bob = table.sit(seat=1)
    with Stream(service, table.host.token) as stream:
        stream.subscribe(table.id)
        assert stream.frame()["session"]["viewerSeat"] is None
        ada = table.sit(table.host.token, seat=0)
        dealt = stream.until(3)[-1]["session"]
        assert (dealt["viewerSeat"], bool(hand(dealt))) == (0, True)
        done(ada, "handOverSeat", table.id)
        given = stream.until(4)[-1]["session"]
        assert (given["viewerSeat"], given["isHost"], hand(given)) == (None, True, [])
    with Stream(service, ada.token) as stream:
        void = stream.subscribe(table.id, "2").until(4)
    assert {(frame["session"]["viewerSeat"], frame["session"]["isHost"]) for frame in void} == {(None, False)}
    assert bob.read(table.id)["viewerSeat"] == 1


def test_each_viewer_has_a_view_id_of_its_own(service: Service) -> None:
    table = opened(service)
    live = table.live()
    viewers = [live.players[0], live.players[1], table.host, live.spectator]
    ids = [who.read(table.id)["viewId"] for who in viewers]
    assert len(set(ids)) == 4
    done(live.players[0], "resign", table.id)
    assert [who.read(table.id)["viewId"] for who in viewers] == ids
    assert Client(service, opened(service).host.token).read(table.id)["viewId"] == ids[3]


def test_a_session_is_read_as_one_seat_alone(service: Service) -> None:
    table, live = hosted(service)
    for who in (live.players[0], table.host):
        assert who.ask(READ_AS, id=table.id, seat=0)["viewerSeat"] == 0
        assert who.ask(READ_AS, id=table.id, seat=1) is None
    assert live.spectator.ask(READ_AS, id=table.id, seat=0) is None
    assert live.spectator.ask(READ_AS, id=table.id)["viewerSeat"] is None
    assert live.spectator.ask(READ_AS, id="none", seat=0) is None
