"""The lobby over HTTP: codes, names, the host, leaving and returning, hand-over, rematch."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.support.graphql_client import CREATE, JOIN, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, act, done, new_key, opened, refused
from tools.services import Service

KEY = new_key()
VACANT = {"index": 0, "name": None, "taken": False, "kind": "HUMAN", "bot": None}


def kinds(changed: Json) -> list[str]:
    return [event["kind"] for event in changed["events"]]


# ---- codes and names


def test_a_join_code_takes_its_seat_and_no_other(service: Service) -> None:
    table = opened(service, seats=3, invitationOnly=True)
    assert len(set(table.codes)) == 3
    assert table.join(code=table.codes[2], name="Cleo")["seat"] == 2
    assert table.join(code=table.codes[2])["code"] == "SEAT_TAKEN"
    assert table.join(code=table.codes[0], seat=1)["code"] == "INVALID_INPUT"
    assert table.join(code="a-code-of-nobody")["code"] == "UNAUTHORIZED"
    assert table.join(code=table.codes[0], seat=0)["seat"] == 0


def test_by_invitation_only_means_no_seat_without_its_code(service: Service) -> None:
    table = opened(service, invitationOnly=True)
    assert table.join()["code"] == "UNAUTHORIZED"
    assert table.join(seat=1)["code"] == "UNAUTHORIZED"
    assert table.session["settings"]["invitationOnly"]


def test_a_code_is_good_where_none_is_needed(service: Service) -> None:
    table = opened(service, seats=3)
    assert table.join(code=table.codes[1])["seat"] == 1
    assert table.join()["seat"] == 0


def test_the_secrets_of_a_session_come_again_with_its_key_and_only_with_it(service: Service) -> None:
    wish = {"game": "zeven", "seats": 2, "idempotencyKey": new_key()}
    first, again = (Client(service).ask(CREATE, input=wish) for _ in range(2))
    assert first == again
    assert Client(service).ask(CREATE, input={**wish, "public": True})["code"] == "KEY_REUSED"
    assert Client(service).ask(CREATE, input={**wish, "seed": "0" * 64})["code"] == "KEY_REUSED"
    assert Client(service, first["hostToken"]).read(first["session"]["id"])["isHost"]


# ---- starting and ending


def test_the_host_starts_a_session_that_waits_for_it(service: Service) -> None:
    table = opened(service, seats=2, startByHost=True)
    assert refused(table.host, "startSession", table.id) == "NOT_STARTED"
    ada = table.sit()
    bob = table.sit()
    assert ada.read(table.id)["status"] == "OPEN"
    assert refused(ada, "startSession", table.id) == "UNAUTHORIZED"
    started = done(table.host, "startSession", table.id, idempotencyKey="s")
    assert (started["session"]["status"], kinds(started), started["version"]) == ("ACTIVE", ["started"], 4)
    assert done(table.host, "startSession", table.id, idempotencyKey="s")["replayed"]
    assert refused(table.host, "startSession", table.id) == "ALREADY_STARTED"
    assert bob.read(table.id)["view"]["viewer"] == 1


def test_seats_that_nobody_took_are_played_by_the_default_policy(service: Service) -> None:
    table = opened(service, "zlam", 3, ONLY_THREES | {"threes": "4", "firstSeat": "2"})
    ada = table.sit(seat=0)
    started = done(table.host, "startSession", table.id)
    assert [seat["kind"] for seat in started["session"]["seats"]] == ["HUMAN", "DEFAULT_POLICY", "DEFAULT_POLICY"]
    assert table.join()["code"] == "SEAT_TAKEN"
    live = Live(service, table.id, [ada])
    while live.is_active():
        assert live.turn() == [0]
        changed = live.move(0, live.legal(0)[0])
        assert "defaulted" in kinds(changed) or not live.is_active()
    assert live.record() is not None


def test_the_host_abandons_a_session(service: Service) -> None:
    table = opened(service)
    live = table.live()
    assert refused(live.players[0], "abandonSession", table.id) == "UNAUTHORIZED"
    ended = done(table.host, "abandonSession", table.id)
    assert (ended["session"]["status"], kinds(ended)) == ("ABANDONED", ["abandoned"])
    assert refused(table.host, "abandonSession", table.id) == "SESSION_OVER"
    for seat in (0, 1):
        seen = live.read(seat)["view"]
        assert (seen["legalMoves"], seen["decision"], seen["undo"]["available"]) == ([], None, False)
        assert live.move(seat, "skip")["code"] == "SESSION_OVER"
    assert live.record() is None
    assert live.read()["fairness"]["serverSeed"] is None


# ---- leaving and coming back


def test_leaving_an_open_session_frees_the_seat(service: Service) -> None:
    table = opened(service)
    ada = table.sit(name="Ada")
    left = done(ada, "leaveSession", table.id, idempotencyKey="k")
    assert left["session"]["seats"][0] == VACANT
    assert left["session"]["viewerSeat"] is None
    assert done(ada, "leaveSession", table.id, idempotencyKey="k")["replayed"]
    assert refused(ada, "leaveSession", table.id) == "UNAUTHORIZED"
    assert table.join(name="Eve")["seat"] == 0


def test_a_player_that_left_may_come_back_and_nobody_else_without_the_code(service: Service) -> None:
    table = opened(service, seats=2)
    live = table.live()
    before = live.read(1)["view"]["zones"]
    left = done(live.players[1], "leaveSession", table.id)
    assert (left["session"]["status"], left["session"]["seats"][1]["taken"]) == ("ACTIVE", False)
    assert live.move(1, "skip")["code"] == "UNAUTHORIZED"
    assert table.join()["code"] == "UNAUTHORIZED"
    assert table.join(seat=1, token=live.players[0].token)["code"] == "UNAUTHORIZED"
    back = table.sit(live.players[1].token, name="Back")
    assert back.read(table.id)["view"]["zones"] == before
    assert live.players[1].read(table.id)["viewerSeat"] is None
    done(back, "leaveSession", table.id)
    assert table.sit(code=table.codes[1]).read(table.id)["viewerSeat"] == 1


def test_a_table_that_everybody_has_left_is_abandoned(service: Service) -> None:
    table = opened(service)
    live = table.live()
    done(live.players[0], "leaveSession", table.id)
    assert kinds(done(live.players[1], "leaveSession", table.id)) == ["left", "abandoned"]
    assert table.join(live.players[1].token)["code"] == "SESSION_OVER"


def test_a_seat_is_handed_over_with_a_new_token(service: Service) -> None:
    table = opened(service)
    live = table.live()
    old = live.players[0]
    given = done(old, "handOverSeat", table.id, idempotencyKey=KEY)
    assert given["seatToken"] != old.token
    assert (given["seat"], given["session"]["viewerSeat"]) == (0, 0)
    assert done(old, "handOverSeat", table.id, idempotencyKey=KEY)["seatToken"] == given["seatToken"]
    assert old.read(table.id)["viewerSeat"] is None
    assert refused(old, "handOverSeat", table.id) == "UNAUTHORIZED"
    for key in ("short", "bob-hands-over-to-ada-at-10-00"):
        assert refused(old, "handOverSeat", table.id, idempotencyKey=key) == "INVALID_INPUT"


def test_a_token_that_is_void_learns_nothing_by_repeating_its_keys(service: Service) -> None:
    table = opened(service, "zlam", 2, ONLY_THREES | {"firstSeat": "1"})
    live = table.live()
    made = live.move(0, live.legal(0)[0], key="k")
    assert made["session"]["viewerSeat"] == 0
    done(live.players[0], "handOverSeat", table.id)
    again = live.move(0, made["move"]["notation"], key="k")
    assert (again["replayed"], again["session"]["viewerSeat"], again["session"]["view"]["viewer"]) == (True, None, None)


# ---- rematch


def test_the_same_seats_go_on_in_a_rematch(service: Service) -> None:
    table = opened(service, "zlam", 2, ONLY_THREES | {"firstSeat": "0"}, takeBacks=True)
    live = table.live()
    assert refused(live.players[0], "offerRematch", table.id) == "NOT_OVER"
    live.play_to_the_end(Random(1))
    assert refused(live.spectator, "offerRematch", table.id) == "UNAUTHORIZED"
    new = done(live.players[1], "offerRematch", table.id)["session"]
    assert done(table.host, "offerRematch", table.id)["session"]["id"] == new["id"]
    assert live.read()["rematchId"] == new["id"] != table.id
    assert (new["status"], new["settings"]["takeBacks"], new["options"]) == ("OPEN", True, table.session["options"])
    assert Client(service).ask(JOIN, input={"sessionId": new["id"]})["code"] == "UNAUTHORIZED"
    seats = [player.ask(JOIN, input={"sessionId": new["id"]}) for player in reversed(live.players)]
    assert [seat["seat"] for seat in seats] == [1, 0]
    assert Client(service).read(new["id"])["status"] == "ACTIVE"
    assert new["fairness"]["commitment"] != table.session["fairness"]["commitment"]


def test_acts_in_a_session_that_is_not_there_are_refused(one_service: Service) -> None:
    for name in (
        "leaveSession",
        "startSession",
        "abandonSession",
        "offerRematch",
        "handOverSeat",
        "resign",
        "undoMove",
    ):
        assert act(Client(one_service, "nobody"), name, "no-such-session")["code"] == "NOT_FOUND"


def test_the_host_gives_up_a_seat_that_was_left_so_that_the_others_go_on(service: Service) -> None:
    table = opened(service, "zlam", 3, ONLY_THREES | {"threes": "4", "firstSeat": "2"})
    live = table.live()
    assert refused(table.host, "giveUpSeat", table.id, seat=0) == "SEAT_TAKEN"
    assert refused(table.host, "giveUpSeat", table.id, seat=3) == "INVALID_INPUT"
    done(live.players[0], "leaveSession", table.id)
    assert refused(live.players[1], "giveUpSeat", table.id, seat=0) == "UNAUTHORIZED"
    assert live.turn() == [0]
    given = done(table.host, "giveUpSeat", table.id, seat=0)
    assert kinds(given)[:2] == ["resigned", "defaulted"]
    assert live.turn() == [1]
    assert table.join(live.players[0].token)["code"] == "SEAT_TAKEN"


def test_a_join_that_is_repeated_says_so_and_shows_what_the_token_may_see_now(service: Service) -> None:
    table = opened(service)
    wish = {"sessionId": table.id, "seat": 0, "idempotencyKey": KEY}
    ask = "mutation J($i: JoinSessionInput!) { joinSession(input: $i) { ... on SeatJoined { replayed seatToken "
    ask += "session { viewerSeat } } } }"
    first, again = (Client(service).ask(ask, i=wish) for _ in range(2))
    assert (first["replayed"], again["replayed"]) == (False, True)
    done(Client(service, first["seatToken"]), "leaveSession", table.id)
    late = Client(service).ask(ask, i=wish)
    assert (late["replayed"], late["session"]["viewerSeat"]) == (True, None)


def test_entropy_is_too_late_when_the_cards_are_dealt(service: Service) -> None:
    table = opened(service)
    live = table.live()
    done(live.players[0], "leaveSession", table.id)
    late = table.join(live.players[0].token, entropy="late")
    assert (late["code"], late["path"]) == ("INVALID_INPUT", ["entropy"])


def test_simultaneous_requests_for_a_rematch_get_the_same_rematch(service: Service) -> None:
    table = opened(service)
    live = table.live()
    done(table.host, "abandonSession", table.id)
    with ThreadPoolExecutor() as pool:
        offered = list(pool.map(lambda who: done(who, "offerRematch", table.id), [*live.players, table.host] * 2))
    assert len({one["session"]["id"] for one in offered}) == 1
    session = live.read()
    assert (session["rematchId"], session["version"]) == (offered[0]["session"]["id"], 5)
