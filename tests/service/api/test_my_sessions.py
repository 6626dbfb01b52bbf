"""The sessions of one player: the status of each, by the player's token there. Both APIs answer alike."""

import pytest

from service.views.session_view import MOST_SEATS
from tests.support.apis import ask_both
from tests.support.graphql_client import Client, Json
from tests.support.graphql_selections import operation
from tests.support.graphql_sessions import ONLY_THREES, done, opened
from tests.support.rest_client import Rest
from tools.services import Service


def mine(service: Service, *seats: tuple[str, str | None]) -> list[Json]:
    """Return one's sessions, about which both APIs agree."""
    asked = [{"sessionId": session, "seatToken": token} for session, token in seats]
    told: list[Json] = ask_both(service, "mySessions", seats=asked)["sessions"]
    return told


def test_a_mutation_tells_what_the_query_tells(one_service: Service) -> None:
    table = opened(one_service, "zar", 2).live()
    seats = {"seats": [{"sessionId": table.id, "seatToken": player.token} for player in table.players]}
    by_query = Client(one_service).ask(operation("Query", "mySessions"), **seats)
    assert by_query == Client(one_service).ask(operation("Mutation", "mySessions"), input=seats)
    assert [one["seat"] for one in by_query["sessions"]] == [0, 1]


def test_each_session_is_told_with_the_seat_and_whether_it_is_its_turn(service: Service) -> None:
    table = opened(service, "zlam", 2, ONLY_THREES | {"firstSeat": "1"}, moveSeconds=60).live()
    told = mine(service, *((table.id, player.token) for player in table.players))
    asked = table.turn()
    assert len(asked) == 1
    assert [(one["seat"], one["isMyTurn"], one["isHost"], one["problem"]) for one in told] == [
        (seat, seat in asked, False, None) for seat in range(2)
    ]
    seen = Rest(service).get(f"/v1/sessions/{table.id}").json()
    assert {name: told[0]["session"][name] for name in ("status", "version", "seats", "deadline")} == {
        name: seen[name] for name in ("status", "version", "seats", "deadline")
    }
    assert told[0]["session"]["deadline"] is not None


def test_a_session_in_which_nothing_is_dealt_is_nobodys_turn(service: Service) -> None:
    made = opened(service, "zar", 2)
    ada = made.sit()
    (told,) = mine(service, (made.id, ada.token))
    assert (told["seat"], told["isMyTurn"], told["session"]["status"]) == (0, False, "OPEN")


def test_a_host_without_a_seat_is_told_of_its_session(service: Service) -> None:
    made = opened(service, "zar", 2)
    (told,) = mine(service, (made.id, made.host.token))
    assert (told["seat"], told["isHost"], told["problem"]) == (None, True, None)


def test_a_problem_with_one_session_is_told_beside_the_others(service: Service) -> None:
    table = opened(service, "zar", 2).live()
    other = opened(service, "zar", 2).live()
    token = table.players[0].token
    told = mine(service, (table.id, token), (other.id, token), ("none", token), (table.id, "no token!"), ("¿", token))
    assert [one["problem"] for one in told] == [None, "UNAUTHORIZED", "NOT_FOUND", "UNAUTHORIZED", "NOT_FOUND"]
    assert [one["session"] is None for one in told] == [False, True, True, True, True]
    assert [one["sessionId"] for one in told] == [table.id, other.id, "none", table.id, "¿"]


def test_a_seat_that_resigned_or_was_left_is_not_asked(service: Service) -> None:
    table = opened(service, "zlam", 2, ONLY_THREES | {"firstSeat": "0"}).live()
    ada = table.players[0]
    done(ada, "leaveSession", table.id)
    assert [one["problem"] for one in mine(service, (table.id, ada.token))] == ["UNAUTHORIZED"]


@pytest.mark.parametrize("count", [0, MOST_SEATS + 1])
def test_there_are_1_to_100_seats(one_service: Service, count: int) -> None:
    seats = [{"sessionId": "none", "seatToken": "t"}] * count
    assert ask_both(one_service, "mySessions", seats=seats)["code"] == "INVALID_INPUT"


def test_a_hundred_seats_of_one_session_are_one_read(one_service: Service) -> None:
    table = opened(one_service, "zar", 2).live()
    told = mine(one_service, *[(table.id, table.players[1].token)] * MOST_SEATS)
    assert [one["seat"] for one in told] == [1] * MOST_SEATS


def test_a_token_has_no_place_in_an_address(one_service: Service) -> None:
    answer = one_service.http.get(f"{one_service.root}/v1/my-sessions?seatToken=secret")
    assert answer.status_code == 405
