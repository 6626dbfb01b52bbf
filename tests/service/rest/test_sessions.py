"""A session's life over REST, from its opening to its record and beyond."""

from random import Random

import msgspec
import pytest

import engine
from tests.service.api.test_catalogue import GAMES
from tests.support.graphql_client import result_of
from tests.support.graphql_sessions import ONLY_THREES, new_key
from tests.support.rest_client import Rest, Table, check_problem
from tools.services import Service


def three_moves(service: Service, **setup: object) -> Table:
    """Return a table that is over after three moves."""
    options = [{"name": name, "value": value} for name, value in ONLY_THREES.items()]
    return Table(service, "zlam", 2, options=options, **setup).fill()


def play_to_the_end(table: Table) -> None:
    chance = Random(1)
    while table.read()["status"] == "ACTIVE":
        seat = table.turn()
        table.seats[seat].done(f"{table.path}/moves", {"move": chance.choice(table.legal(seat))})


def test_a_created_session_is_at_the_location_of_the_response(service: Service) -> None:
    made = Rest(service).post("/v1/sessions", {"game": "zeven", "seats": 2})
    assert made.status_code == 201
    read = Rest(service).get(made.headers["location"])
    assert read.json() == made.json()["session"]
    assert read.json()["status"] == "OPEN"


def test_a_table_is_played_from_its_opening_to_its_record(service: Service) -> None:
    table = three_moves(service)
    check_problem(table.spectator.get(f"{table.path}/record"), 409, "NOT_OVER")
    play_to_the_end(table)
    session = table.read()
    assert session["status"] == "FINISHED"
    record = table.spectator.get(f"{table.path}/record")
    assert result_of(engine.replay(record.content)[-1]) == session["view"]["result"]


def test_events_are_read_page_by_page(service: Service) -> None:
    table = three_moves(service)
    play_to_the_end(table)
    found, query = [], "first=4"
    while True:
        page = table.seats[0].get(f"{table.path}/events?{query}").json()
        found += page["nodes"]
        if not page["pageInfo"]["hasNextPage"]:
            break
        query = f"first=4&after={page['pageInfo']['endCursor']}"
    assert found == table.seats[0].get(f"{table.path}/events").json()["nodes"]
    assert len(found) > 8


def test_the_hand_tells_of_each_card_what_can_be_done_with_it(service: Service) -> None:
    table = Table(service, "zeven").fill()
    seat = table.turn()
    hand = table.seats[seat].get(f"{table.path}/hand").json()
    legal = table.legal(seat)
    assert {move["notation"] for card in hand["cards"] for move in card["moves"]} <= set(legal)
    assert all(card["moves"] or card["refusal"] for card in hand["cards"])
    assert table.spectator.get(f"{table.path}/hand").json()["cards"] == []


def test_before_the_deal_there_is_no_hand_and_no_move(one_service: Service) -> None:
    table = Table(one_service)
    assert table.spectator.get(f"{table.path}/hand").json() == {"version": 1, "cards": []}
    assert table.spectator.get(f"{table.path}/legal-moves").json() == {"version": 1, "moves": []}


def test_a_move_is_explained_and_previewed_and_nothing_changes(one_service: Service) -> None:
    table = Table(one_service).fill()
    seat = table.turn()
    before = table.read()
    legal = table.legal(seat)[0]
    explained = table.seats[seat].post(f"{table.path}/moves/explain", {"move": legal}).json()
    assert explained == {"legal": True, "refusal": None}
    refused = table.seats[1 - seat].post(f"{table.path}/moves/explain", {"move": legal}).json()
    assert refused["refusal"]["code"] == "NOT_YOUR_TURN"
    previewed = table.seats[seat].post(f"{table.path}/moves/preview", {"move": legal}).json()
    assert previewed["move"]["notation"] == legal
    assert table.read() == before


def test_an_illegal_move_is_refused_with_the_rule_and_the_legal_moves(one_service: Service) -> None:
    table = Table(one_service).fill()
    seat = table.turn()
    answer = table.seats[seat].post(f"{table.path}/moves", {"move": "play"}, If_Match="*")
    problem = check_problem(answer, 422, "BAD_NOTATION")
    assert [move["notation"] for move in problem["legalMoves"]] == table.legal(seat)
    other = table.seats[1 - seat].post(f"{table.path}/moves", {"move": table.legal(seat)[0]}, If_Match="*")
    assert check_problem(other, 409, "NOT_YOUR_TURN")["rule"]["text"]


def test_a_seat_is_left_and_taken_again_with_its_former_token(one_service: Service) -> None:
    table = Table(one_service).fill()
    assert table.seats[0].done(f"{table.path}/leave")["session"]["seats"][0]["taken"] is False
    assert table.seats[0].done(f"{table.path}/seats", {})["seat"] == 0


def test_a_handed_over_seat_has_another_token(one_service: Service) -> None:
    table = Table(one_service).fill()
    handed = table.seats[0].done(f"{table.path}/hand-over")
    assert handed["seat"] == 0
    assert table.seats[0].get(table.path).json()["viewerSeat"] is None
    assert Rest(one_service, handed["seatToken"]).get(table.path).json()["viewerSeat"] == 0


def test_the_host_starts_and_abandons_and_offers_a_rematch(one_service: Service) -> None:
    table = Table(one_service, startByHost=True)
    table.spectator.done(f"{table.path}/seats", {"seat": 1, "name": "Ada"})
    assert table.host.done(f"{table.path}/start")["session"]["status"] == "ACTIVE"
    check_problem(table.host.post(f"{table.path}/start"), 409, "ALREADY_STARTED")
    check_problem(table.host.post(f"{table.path}/rematch"), 409, "NOT_OVER")
    assert table.host.done(f"{table.path}/abandon")["session"]["status"] == "ABANDONED"
    offered = table.host.post(f"{table.path}/rematch")
    assert Rest(one_service).get(offered.headers["location"]).json()["status"] == "OPEN"
    check_problem(table.host.get(f"{table.path}/record"), 404, "NOT_FOUND")


def test_a_move_is_taken_back_when_the_others_agree(one_service: Service) -> None:
    table = Table(one_service, takeBacks=True).fill()
    seat = table.turn()
    mover, other = table.seats[seat], table.seats[1 - seat]
    table.seats[seat].done(f"{table.path}/moves", {"move": table.legal(seat)[0]})
    assert mover.done(f"{table.path}/take-back")["session"]["takeBack"]["awaited"] == [1 - seat]
    check_problem(mover.post(f"{table.path}/take-back", If_Match="*"), 409, "UNDO_REFUSED")
    answered = other.done(f"{table.path}/take-back/answer", {"agree": True})
    assert answered["session"]["view"]["ply"] == 0


def test_a_deadline_is_claimed_when_it_has_passed_and_not_before(one_service: Service) -> None:
    timeless = Table(one_service).fill()
    check_problem(timeless.spectator.post(f"{timeless.path}/claim", If_Match="*"), 409, "NO_DEADLINE")
    table = Table(one_service, moveSeconds=3600).fill()
    answer = table.spectator.post(f"{table.path}/claim", If_Match="*")
    problem = check_problem(answer, 409, "TOO_EARLY")
    assert 3500 < int(answer.headers["retry-after"]) <= 3600
    assert 3_500_000 < problem["retryAfterMillis"] <= 3_600_000


def test_a_resigned_seat_moves_by_default(one_service: Service) -> None:
    table = Table(one_service).fill()
    resigned = table.seats[0].done(f"{table.path}/resign")
    assert resigned["session"]["seats"][0]["kind"] == "DEFAULT_POLICY"
    check_problem(table.seats[0].post(f"{table.path}/resign", If_Match="*"), 409, "RESIGNED")


def test_a_last_move_is_undone_or_the_answer_says_why_not(one_service: Service) -> None:
    table = Table(one_service).fill()
    check_problem(table.seats[0].post(f"{table.path}/undo", If_Match="*"), 409, "UNDO_REFUSED")


def test_public_sessions_are_listed_page_by_page(service: Service) -> None:
    made = [Table(service, "bazaar", public=True).id for _ in range(3)]
    caller = Rest(service)
    found, query = [], "game=bazaar&first=2"
    while True:
        page = caller.get(f"/v1/sessions?{query}").json()
        found += [session["id"] for session in page["nodes"]]
        if not page["pageInfo"]["hasNextPage"]:
            break
        query = f"game=bazaar&first=2&after={page['pageInfo']['endCursor']}"
    assert found[:3] == made[::-1]
    check_problem(caller.get("/v1/sessions?after=nothing"), 422, "INVALID_INPUT")


def test_the_catalogue_is_read_down_to_a_rule(one_service: Service) -> None:
    caller = Rest(one_service)
    games = caller.get("/v1/games").json()["games"]
    assert [game["id"] for game in games] == GAMES
    assert caller.get("/v1/games/zar").json() in games
    rules = caller.get("/v1/games/zar/rules").json()["rules"]
    assert caller.get("/v1/games/zar/rules/7.2").json() in rules
    assert caller.get("/v1/games/zar/rules/engine%204").json()["number"] == "engine 4"
    check_problem(caller.get("/v1/games/chess"), 404, "NOT_FOUND")
    check_problem(caller.get("/v1/games/zar/rules/99"), 404, "NOT_FOUND")


def test_a_stateless_table_is_dealt_read_and_moved_on(one_service: Service) -> None:
    caller = Rest(one_service)
    dealt = caller.post("/v1/tables", {"game": "zeven", "seats": 2, "seed": "5" * 64, "viewer": 0}).json()
    assert dealt["view"]["viewer"] == 0
    state, (seat,) = dealt["table"]["state"], dealt["table"]["activeSeats"]
    read = caller.post("/v1/tables/read", {"state": state, "viewer": seat}).json()
    move = read["view"]["legalMoves"][0]["notation"]
    moved = caller.post("/v1/tables/moves", {"state": state, "seat": seat, "move": move, "viewer": seat}).json()
    assert moved["move"]["notation"] == move
    assert moved["view"]["ply"] == 1
    assert moved["table"]["state"] == engine.dumps(engine.apply(engine.loads(state), seat, move)[0]).decode()
    illegal = caller.post("/v1/tables/moves", {"state": state, "seat": 1 - seat, "move": move})
    check_problem(illegal, 409, "NOT_YOUR_TURN")
    check_problem(caller.post("/v1/tables/read", {"state": "{}"}), 422, "INVALID_STATE")
    assert caller.post("/v1/tables/read", {"state": state, "viewer": 9}).json()["view"] is None


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_by_its_answers_alone(one_service: Service, game: str) -> None:
    chance = Random(7)
    caller = Rest(one_service)
    seats = caller.get(f"/v1/games/{game}").json()["minSeats"]
    table = Table(one_service, game, seats).fill()
    for _ in range(12):
        session = table.read()
        if session["status"] != "ACTIVE":
            break
        seat = session["view"]["turn"][0]
        table.seats[seat].done(f"{table.path}/moves", {"move": chance.choice(table.legal(seat))})
    assert table.read()["view"]["ply"] >= 10


def test_secrets_are_given_again_to_who_has_the_key(one_service: Service) -> None:
    caller, wish, key = Rest(one_service), {"game": "zeven", "seats": 2}, new_key()
    first = caller.done("/v1/sessions", wish, Idempotency_Key=key)
    assert caller.done("/v1/sessions", wish, Idempotency_Key=f'"{key}"') == first
    answer = caller.post("/v1/sessions", {**wish, "seats": 3}, Idempotency_Key=key)
    check_problem(answer, 422, "KEY_REUSED")
    path = f"/v1/sessions/{first['session']['id']}/seats"
    joined = [caller.done(path, {"seat": 1}, Idempotency_Key=key)["seatToken"] for _ in range(2)]
    assert joined[0] == joined[1]


def test_numbers_are_whole_as_json_schema_has_them(one_service: Service) -> None:
    body = b'{"game":"zeven","seats":2.0}'
    answer = Rest(one_service).ask("POST", "/v1/sessions", msgspec.Raw(body))
    assert answer.status_code == 201
