"""Polling for decisions: the seat alone receives each decision, once, over both APIs."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from random import Random

import pytest

from service.use_cases.inputs import LONGEST_WAIT_SECONDS
from service.views.session_view import MOST_SEATS, MOST_TOLD
from tests.service.guards.logs_and_metrics import metric
from tests.support.apis import over_rest
from tests.support.graphql_client import JOIN, PROBLEM, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, done, new_key, open_table, opened
from tests.support.rest_client import Rest, check_problem
from tools.redis.server import wait_until
from tools.services import Service, seconds_at_most

POLL = f"""{PROBLEM}
mutation Poll($input: NextDecisionInput!) {{
  nextDecision(input: $input) {{
    __typename ...Trouble
    ... on DecisionPoll {{ seats {{ sessionId state cursor session {{ ...Live }} }} }}
  }}
}}
"""
QUERY = """
query Poll($seats: [PollSeatInput!]!, $waitSeconds: Int!) {
  nextDecision(seats: $seats, waitSeconds: $waitSeconds) {
    ... on DecisionPoll { seats { sessionId state cursor } } ... on Problem { code path }
  }
}
"""
SHORT_POLL = """
mutation Poll($input: NextDecisionInput!) {
  nextDecision(input: $input) { ... on DecisionPoll { seats { state cursor session { version } } } }
}
"""
# Long enough for a test to fail if it waits for so long.
PATIENCE = 20
SEED = "5" * 64


def poll(service: Service, *seats: Json, wait: int = 0) -> list[Json]:
    """Return the seats of a poll."""
    answer = Client(service).ask(POLL, input={"seats": seats, "waitSeconds": wait})
    assert answer["__typename"] == "DecisionPoll", answer
    polled: list[Json] = answer["seats"]
    return polled


def seat_of(table: Live, seat: int, after: str | None = None) -> Json:
    return {"sessionId": table.id, "seatToken": table.players[seat].token, "after": after}


def test_a_query_tells_what_the_mutation_tells(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    seats = [seat_of(table, 0), seat_of(table, 1)]
    told = Client(service).ask(QUERY, seats=seats, waitSeconds=0)["seats"]
    assert told == [{name: seat[name] for name in ("sessionId", "state", "cursor")} for seat in poll(service, *seats)]
    assert "DECIDING" in states(told)
    waiting = [{**seat, "after": one["cursor"]} for seat, one in zip(seats, told, strict=True)]
    with seconds_at_most(PATIENCE):
        assert states(Client(service).ask(QUERY, seats=waiting, waitSeconds=1)["seats"]) == ["WAITING"] * 2
    assert Client(service).ask(QUERY, seats=[], waitSeconds=0) == {"code": "INVALID_INPUT", "path": ["seats"]}
    assert Client(service).ask(QUERY, seats=seats, waitSeconds=26)["path"] == ["waitSeconds"]


def states(seats: list[Json]) -> list[str]:
    return [seat["state"] for seat in seats]


@pytest.fixture
def beside() -> Iterator[ThreadPoolExecutor]:
    """A thread in which a poll waits."""
    with ThreadPoolExecutor(1) as executor:
        yield executor


class Waiting:
    """A poll that waits beside the test."""

    def __init__(self, service: Service, beside: ThreadPoolExecutor, *seats: Json) -> None:
        self._answer: Future[list[Json]] = beside.submit(poll, service, *seats, wait=LONGEST_WAIT_SECONDS)
        wait_until(lambda: metric(service, "croupier_stream_followers") >= 1)

    def answer(self) -> list[Json]:
        """Return the answer, which comes soon."""
        return self._answer.result(PATIENCE)


def test_a_seat_that_is_asked_is_told_at_once_with_its_session(service: Service) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "1"})
    with seconds_at_most(PATIENCE):
        (asked,) = poll(service, seat_of(table, 1), wait=LONGEST_WAIT_SECONDS)
    seen = table.read(1)
    assert asked == {"sessionId": table.id, "state": "DECIDING", "cursor": seen["cursor"], "session": seen}
    assert seen["view"]["decision"]["asked"]


def test_a_decision_is_not_told_again_at_its_cursor(service: Service) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    (told,) = poll(service, seat_of(table, 0))
    (again,) = poll(service, seat_of(table, 0, told["cursor"]))
    assert again == {**told, "state": "WAITING", "session": None}


def test_a_seat_waits_until_it_is_asked(service: Service, beside: ThreadPoolExecutor) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    (waiting,) = poll(service, seat_of(table, 1))
    assert (waiting["state"], waiting["session"]) == ("WAITING", None)
    beside_poll = Waiting(service, beside, seat_of(table, 1, waiting["cursor"]))
    chance = Random(3)
    with seconds_at_most(PATIENCE):
        while table.turn() == [0]:
            table.step(chance)
        (told,) = beside_poll.answer()
    assert told["state"] == "DECIDING"
    assert told["session"] == table.read(1)


def test_programs_play_a_table_to_the_end_and_are_told_each_decision_once(service: Service) -> None:
    table = open_table(service, "zar", 3, {"hands": "1"})
    chance = Random(8)
    seats = [seat_of(table, seat) for seat in range(3)]
    told: list[tuple[int, str]] = []
    while True:
        answers = poll(service, *seats, wait=PATIENCE)
        if "OVER" in states(answers):
            break
        deciding = [seat for seat, answer in enumerate(answers) if answer["state"] == "DECIDING"]
        assert deciding, "no decision came for so long"
        told += [(seat, answers[seat]["cursor"]) for seat in deciding]
        for seat, answer in zip(seats, answers, strict=True):
            seat["after"] = answer["cursor"]
        asked = [seat for seat in deciding if answers[seat]["session"]["view"]["decision"]["asked"]]
        seat = chance.choice(asked or deciding)
        session = answers[seat]["session"]
        move = chance.choice(session["view"]["legalMoves"])["notation"]
        table.move(seat, move, session["version"], key=session["cursor"])
    assert len(told) == len(set(told)) > 10
    assert states(answers) == ["OVER"] * 3
    assert [answer["session"]["view"]["result"] for answer in answers] == [table.read()["view"]["result"]] * 3
    ended = [{**seat, "after": answer["cursor"]} for seat, answer in zip(seats, answers, strict=True)]
    with seconds_at_most(PATIENCE):
        again = poll(service, *ended, wait=LONGEST_WAIT_SECONDS)
    assert again == [{**answer, "session": None} for answer in answers]


def test_a_move_out_of_turn_is_a_decision(service: Service) -> None:
    table = opened(service, "zar", 4, seed=SEED).live()
    chance = Random(1)
    while not (holders := [s for s in range(4) if table.legal(s) and s not in table.turn()]):
        table.step(chance)
    (told,) = poll(service, seat_of(table, holders[0]))
    assert told["state"] == "DECIDING"
    assert not told["session"]["view"]["decision"]["asked"]


def test_a_move_that_is_taken_back_is_decided_again(service: Service, beside: ThreadPoolExecutor) -> None:
    table = opened(service, "zeven", 2, {"firstSeat": "0"}, takeBacks=True).live()
    chance = Random(2)
    while table.turn() == [0]:
        table.step(chance)
    done(table.players[0], "askTakeBack", table.id)
    (moved,) = poll(service, seat_of(table, 0))
    assert moved["state"] == "WAITING"
    waiting = Waiting(service, beside, seat_of(table, 0, moved["cursor"]))
    done(table.players[1], "answerTakeBack", table.id, agree=True)
    (again,) = waiting.answer()
    assert (again["state"], again["session"]["view"]["turn"]) == ("DECIDING", [0])


def test_a_seat_waits_for_the_deal_of_a_rematch(service: Service, beside: ThreadPoolExecutor) -> None:
    table = open_table(service, "zlam", 2, {"firstSeat": "0", **ONLY_THREES})
    table.play_to_the_end(Random(0))
    (over,) = poll(service, seat_of(table, 0))
    assert (over["state"], over["session"]["rematchId"]) == ("OVER", None)
    rematch = done(table.players[0], "offerRematch", table.id)["session"]["id"]
    (told,) = poll(service, seat_of(table, 0, over["cursor"]))
    assert (told["state"], told["session"]["rematchId"]) == ("OVER", rematch)
    joined = [join_again(table, rematch, 0)]
    seat = {"sessionId": rematch, "seatToken": joined[0]["seatToken"]}
    (waits,) = poll(service, seat)
    assert (waits["state"], waits["session"]) == ("WAITING", None)
    waiting = Waiting(service, beside, {**seat, "after": waits["cursor"]})
    joined.append(join_again(table, rematch, 1))
    Live(service, rematch, [Client(service, one["seatToken"]) for one in joined]).play(Random(0), 1)
    (dealt,) = waiting.answer()
    assert dealt["state"] == "DECIDING"
    assert dealt["session"]["status"] == "ACTIVE"


def join_again(table: Live, rematch: str, seat: int) -> Json:
    return table.players[seat].ask(JOIN, input={"sessionId": rematch, "seat": seat})


# ---- who receives what


def test_one_bad_token_does_not_fail_the_others_and_learns_nothing(service: Service) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    other = open_table(service, "zeven", 2)
    strangers = [
        {**seat_of(table, 0), "seatToken": token}
        for token in ("x", "", " ", "ü" * 9, "🂡", other.players[0].token, "y" * 9999)
    ]
    missing = [{**seat_of(table, 0), "sessionId": name} for name in ("", "none", "x" * 22, "../x", "\0", "x" * 9999)]
    good, *bad = poll(service, seat_of(table, 0), *strangers, *missing)
    assert good["state"] == "DECIDING"
    assert states(bad) == ["UNAUTHORIZED"] * len(strangers) + ["NOT_FOUND"] * len(missing)
    assert {(seat["cursor"], seat["session"]) for seat in bad} == {(None, None)}


def test_a_poll_without_a_seat_that_may_ever_decide_is_answered_at_once(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    lost = [{**seat_of(table, 0), "seatToken": "x"}, {**seat_of(table, 0), "sessionId": "none"}]
    with seconds_at_most(PATIENCE):
        assert states(poll(service, *lost, wait=LONGEST_WAIT_SECONDS)) == ["UNAUTHORIZED", "NOT_FOUND"]


def test_the_host_holds_a_seat_only_if_it_has_taken_one(service: Service) -> None:
    made = opened(service, "zeven", 2, {"firstSeat": "0"})
    host = {"sessionId": made.id, "seatToken": made.host.token}
    assert states(poll(service, host)) == ["UNAUTHORIZED"]
    made.sit(made.host.token, seat=0)
    made.sit(seat=1)
    assert states(poll(service, host)) == ["DECIDING"]


def test_a_token_that_becomes_void_in_a_wait_is_told_no_more(service: Service, beside: ThreadPoolExecutor) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    waiting = Waiting(service, beside, seat_of(table, 1))
    done(table.players[1], "handOverSeat", table.id, idempotencyKey=new_key())
    (told,) = waiting.answer()
    assert (told["state"], told["session"]) == ("UNAUTHORIZED", None)


def test_a_seat_that_has_resigned_decides_nothing(service: Service) -> None:
    table = open_table(service, "zeven", 3, {"firstSeat": "0"})
    done(table.players[0], "resign", table.id)
    assert states(poll(service, seat_of(table, 0))) == ["WAITING"]


def test_the_seat_that_wins_by_a_resignation_is_told_of_the_end(service: Service, beside: ThreadPoolExecutor) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    waiting = Waiting(service, beside, seat_of(table, 1))
    done(table.players[0], "resign", table.id)
    (told,) = waiting.answer()
    assert (told["state"], told["session"]["status"]) == ("OVER", "FINISHED")


def test_an_abandoned_session_is_over(service: Service, beside: ThreadPoolExecutor) -> None:
    made = opened(service, "zeven", 2)
    seat = {"sessionId": made.id, "seatToken": made.sit().token}
    waiting = Waiting(service, beside, seat)
    done(made.host, "abandonSession", made.id)
    (told,) = waiting.answer()
    assert (told["state"], told["session"]["status"]) == ("OVER", "ABANDONED")


# ---- many seats


def test_every_seat_is_told_although_an_answer_has_few_sessions(service: Service) -> None:
    tables = [open_table(service, "zlam", 3, {"firstSeat": "2"}) for _ in range(MOST_TOLD + 2)]
    seats = [seat_of(table, seat) for table in tables for seat in (0, 2)]
    told = 0
    for expected in (MOST_TOLD, 2, 0):
        answers = poll(service, *seats)
        assert states(answers).count("DECIDING") == expected
        told += expected
        for seat, answer in zip(seats, answers, strict=True):
            seat["after"] = answer["cursor"]
    assert told == len(tables)


def test_a_seat_that_is_sent_twice_is_told_twice(service: Service) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    answers = poll(service, *[seat_of(table, 0)] * MOST_SEATS)
    assert states(answers).count("DECIDING") == MOST_TOLD


def test_a_poll_of_many_seats_sees_a_move_at_one_of_them(service: Service, beside: ThreadPoolExecutor) -> None:
    tables = [open_table(service, "zeven", 2, {"firstSeat": "0"}) for _ in range(20)]
    waiting = Waiting(service, beside, *(seat_of(table, 1) for table in tables))
    while tables[13].turn() == [0]:
        tables[13].step(Random(1))
    answers = waiting.answer()
    assert [index for index, state in enumerate(states(answers)) if state == "DECIDING"] == [13]


# ---- the input


@pytest.mark.parametrize(
    ("wish", "path"),
    [
        ({"seats": []}, ["seats"]),
        ({"seats": [{"sessionId": "x", "seatToken": "x"}] * (MOST_SEATS + 1)}, ["seats"]),
        ({"waitSeconds": -1}, ["waitSeconds"]),
        ({"waitSeconds": LONGEST_WAIT_SECONDS + 1}, ["waitSeconds"]),
        ({"seats": [{"sessionId": "x", "seatToken": "x", "after": "soon"}]}, ["seats", "0", "after"]),
        ({"seats": [{"sessionId": "x", "seatToken": "x", "after": ""}]}, ["seats", "0", "after"]),
    ],
)
def test_an_input_out_of_range_is_refused_by_both_apis(one_service: Service, wish: Json, path: list[str]) -> None:
    wish = {"seats": [{"sessionId": "x", "seatToken": "x"}], **wish}
    refused = Client(one_service).ask(POLL, input=wish)
    assert (refused["code"], refused["path"]) == ("INVALID_INPUT", path)
    over_http = over_rest(one_service, "nextDecision", **wish)
    assert over_http == {name: refused[name] for name in over_http}


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"seats": None},
        {"seats": {}},
        {"seats": ["x"]},
        {"seats": [None]},
        {"seats": [{"sessionId": 1, "seatToken": "x"}]},
        {"seats": [{"sessionId": "x"}]},
        {"seats": [{"sessionId": "x", "seatToken": "x", "other": 1}]},
        {"seats": [{"sessionId": "x", "seatToken": "x", "after": 1}]},
        {"seats": [{"sessionId": "x", "seatToken": "x"}], "waitSeconds": "1"},
        {"seats": [{"sessionId": "x", "seatToken": "x"}], "waitSeconds": None},
        {"seats": [{"sessionId": "x", "seatToken": "x"}], "waitSeconds": 10**20},
    ],
)
def test_an_input_of_another_shape_is_refused(one_service: Service, wish: Json) -> None:
    check_problem(Rest(one_service).post("/v1/decisions", wish), 422, "INVALID_INPUT")
    answer = Client(one_service).execute(SHORT_POLL, input=wish)
    assert answer.get("data") is None or "errors" not in answer, answer


def test_both_apis_give_the_same_answer(service: Service) -> None:
    table = open_table(service, "zeven", 2, {"firstSeat": "0"})
    seats = [seat_of(table, 0), seat_of(table, 1), {"sessionId": "none", "seatToken": "x"}]
    told = over_rest(service, "nextDecision", seats=seats, waitSeconds=0)["seats"]
    assert [(seat["state"], seat["cursor"]) for seat in told] == [
        (seat["state"], seat["cursor"]) for seat in poll(service, *seats)
    ]
    assert told[0]["session"] == over_rest(service, "readSession", table.players[0].token, sessionId=table.id)
    assert [seat["session"] for seat in told[1:]] == [None, None]


def test_tokens_never_stand_in_an_address(one_service: Service) -> None:
    query = {"query": SHORT_POLL, "variables": '{"input": {"seats": [{"sessionId": "x", "seatToken": "x"}]}}'}
    assert one_service.http.get(one_service.url, params=query).status_code == 405
