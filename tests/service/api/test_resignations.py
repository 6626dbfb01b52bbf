"""The end of a table by resignation, over HTTP: the winner, who sees it, and what ends with it."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import msgspec
import pytest

import engine
from tests.support.apis import ask_both
from tests.support.graphql_client import JOIN, Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, Opened, act, done, opened, refused
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tools.services import Service

SEED = "5eed" * 16


def outcome(by: str, ranking: list[int], resigned: list[int]) -> Json:
    """Return an outcome as clients get it."""
    winners = [seat for seat, rank in enumerate(ranking) if rank == 1]
    return {"__typename": "Outcome", "by": by, "ranking": ranking, "winners": winners, "resigned": resigned}


def told(session: Json) -> Json:
    """Return the outcome of a session, with its type."""
    return {"__typename": "Outcome"} | session["outcome"]


def kinds(changed: Json) -> list[str]:
    return [event["kind"] for event in changed["events"]]


def with_bots(service: Service, people: int, number: int) -> tuple[Opened, list[Client]]:
    """Open a table of so many people and bots, which wait long before they move."""
    table = opened(service, "zar", people + number, botMillis=10_000)
    players = [table.sit(seat=seat) for seat in range(people)]
    for seat in range(people, people + number):
        done(table.host, "addBot", table.id, seat=seat, level=1)
    return table, players


@pytest.mark.parametrize("game", ["zeven", "bazaar", "door", "zar", "zlam"])
def test_the_only_seat_that_has_not_resigned_wins_at_once(one_service: Service, game: str) -> None:
    live = opened(one_service, game, 2, seed=SEED).live()
    ended = done(live.players[0], "resign", live.id)
    assert kinds(ended) == ["resigned", "wonByResignation"]
    session = ended["session"]
    assert session["status"] == "FINISHED"
    assert told(session) == outcome("RESIGNATION", [2, 1], [0])
    assert (session["view"]["result"], session["view"]["turn"], session["deadline"]) == (None, [], None)
    assert live.read() == live.read() | {"status": "FINISHED", "outcome": live.read(1)["outcome"]}
    assert live.read(1)["view"]["decision"] is None
    assert live.legal(1) == []


def test_the_first_of_two_to_resign_loses(one_service: Service) -> None:
    live = opened(one_service, "zar", 2, seed=SEED).live()
    done(live.players[1], "resign", live.id)
    assert refused(live.players[0], "resign", live.id) == "SESSION_OVER"
    assert told(live.read()) == outcome("RESIGNATION", [1, 2], [1])


def test_of_two_that_resign_at_the_same_time_one_wins(service: Service) -> None:
    live = opened(service, "zar", 2, seed=SEED).live()
    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(lambda player: act(player, "resign", live.id), live.players))
    assert sorted(answer.get("code", "") for answer in answers) == ["", "SESSION_OVER"]
    (winner,) = live.read()["outcome"]["winners"]
    assert answers[winner]["code"] == "SESSION_OVER"


def test_a_seat_that_resigned_later_ranks_higher(one_service: Service) -> None:
    live = opened(one_service, "zlam", 4, seed=SEED).live()
    for seat in (2, 0):
        assert done(live.players[seat], "resign", live.id)["session"]["outcome"] is None
    ended = done(live.players[3], "resign", live.id)["session"]
    assert told(ended) == outcome("RESIGNATION", [3, 1, 4, 2], [2, 0, 3])


def test_a_seat_that_resigned_does_not_win_by_its_default_moves(one_service: Service) -> None:
    ranked_first = 0
    for number in range(6):
        live = opened(one_service, "zlam", 3, ONLY_THREES | {"threes": "4"}, seed=f"{number:064}").live()
        done(live.players[0], "resign", live.id)
        while live.is_active():
            (seat,) = live.turn()
            live.move(seat, live.legal(seat)[-1])
        session = live.read()
        result = session["view"]["result"]
        ranked_first += result["ranking"][0] == 1
        others = result["ranking"][1:]
        ranking = [3, *[1 + sum(other < rank for other in others) for rank in others]]
        assert told(session) == outcome("PLAY", ranking, [0])
    assert ranked_first


def test_a_table_that_is_played_out_has_the_outcome_of_its_result(one_service: Service) -> None:
    session = opened(one_service, "zlam", 2, ONLY_THREES).live().play_to_the_end(Random(1))
    assert told(session) == outcome("PLAY", session["view"]["result"]["ranking"], [])


def test_a_bot_wins_when_the_only_person_resigns(one_service: Service) -> None:
    table, (person,) = with_bots(one_service, 1, 1)
    assert told(done(person, "resign", table.id)["session"]) == outcome("RESIGNATION", [2, 1], [0])
    assert refused(table.host, "removeBot", table.id, seat=1) == "SESSION_OVER"


def test_bots_that_are_left_play_on_for_their_places(one_service: Service) -> None:
    table, (person,) = with_bots(one_service, 1, 2)
    assert done(person, "resign", table.id)["session"]["status"] == "ACTIVE"


def test_a_seat_that_the_host_gives_up_loses_like_one_that_resigns(one_service: Service) -> None:
    table = opened(one_service, "zar", 2, seed=SEED)
    ada = table.sit(seat=0)
    bo = table.sit(seat=1)
    done(bo, "leaveSession", table.id)
    assert told(done(table.host, "giveUpSeat", table.id, seat=1)["session"]) == outcome("RESIGNATION", [1, 2], [1])
    assert refused(ada, "resign", table.id) == "SESSION_OVER"


def test_nothing_can_be_done_at_a_table_that_ended_by_resignation(one_service: Service) -> None:
    live = opened(one_service, "zeven", 2, takeBacks=True, hints=True, moveSeconds=60, seed=SEED).live()
    (mover,) = live.turn()
    move = live.legal(mover)[0]
    live.move(mover, move)
    done(live.players[mover], "askTakeBack", live.id)
    (winner,) = live.turn()
    reply = live.legal(winner)[0]
    ended = done(live.players[1 - winner], "resign", live.id)
    assert kinds(ended) == ["resigned", "wonByResignation"]
    assert (ended["session"]["takeBack"], ended["session"]["view"]["undo"]["available"]) == (None, False)
    for seat, sent in ((1 - winner, move), (winner, reply)):
        answer = live.move(seat, sent)
        assert answer["code"] == "SESSION_OVER"
        assert answer["message"] == "The session is over: all seats but one have resigned."
    for player in live.players:
        for name in ("undoMove", "askTakeBack", "claimDeadline", "leaveSession"):
            assert refused(player, name, live.id) == "SESSION_OVER"
    assert refused(live.players[1 - mover], "answerTakeBack", live.id, agree=True) == "SESSION_OVER"
    for name in ("explainMove", "previewMove"):
        asked = ask_both(one_service, name, live.players[winner].token, sessionId=live.id, move=reply)
        assert asked["code"] == "SESSION_OVER"
    hand = Rest(one_service, live.players[winner].token).get(f"/v1/sessions/{live.id}/hand").json()["cards"]
    assert {(len(card["moves"]), card["refusal"]["code"]) for card in hand} == {(0, "TABLE_OVER")}


def test_a_resignation_ends_the_time_for_a_reaction(one_service: Service) -> None:
    live = opened(one_service, "zar", 2, {"firstSeat": "0"}, reactionMillis=10_000, seed=SEED).live()
    ended = done(live.players[1], "resign", live.id)["session"]
    assert told(ended) == outcome("RESIGNATION", [1, 2], [1])
    assert live.read(0)["view"]["decision"] is None


def test_no_card_is_uncovered_by_a_resignation(one_service: Service) -> None:
    live = opened(one_service, "zeven", 2, seed=SEED).live()
    before = live.read(1)["view"]["zones"]
    done(live.players[0], "resign", live.id)
    assert live.read(1)["view"]["zones"] == before


def test_the_record_tells_who_resigned_and_replays_to_the_last_move(one_service: Service) -> None:
    live = opened(one_service, "zeven", 2).live()
    for _ in range(3):
        (seat,) = live.turn()
        live.move(seat, live.legal(seat)[0])
    done(live.players[1], "resign", live.id)
    text = live.record()
    assert text is not None
    record = engine.parse_record(text)
    assert (len(record.moves), record.result, record.resigned) == (3, None, (1,))
    ended = engine.outcome_of(record)
    assert ended is not None
    assert outcome(ended.by, [*ended.ranking], [*ended.resigned]) == told(live.read())
    assert all(check.holds is not False for check in engine.verify(record))
    assert engine.cut_record(record, 0) == record
    fairness = live.read()["fairness"]
    assert engine.derive_key(fairness["serverSeed"], live.id, fairness["entropy"]) == record.seed


def test_a_table_at_which_nobody_resigned_has_the_record_that_it_always_had(one_service: Service) -> None:
    live = opened(one_service, "zlam", 2, ONLY_THREES).live()
    live.play_to_the_end(Random(1))
    record = msgspec.json.decode(live.record() or "")
    assert sorted(record) == ["fairness", "format", "game", "moves", "options", "result", "rules", "seats", "seed"]


def test_a_stream_ends_with_the_resignation_that_ends_the_table(one_service: Service) -> None:
    live = opened(one_service, "zar", 2, seed=SEED).live()
    with Stream(one_service, live.players[0].token) as stream:
        stream.subscribe(live.id).frame()
        done(live.players[1], "resign", live.id)
        *_, last = stream.until(live.read()["version"])
        assert [event["sentence"] for event in last["events"]] == [
            "Seat 1 gives up.",
            "Seat 0 wins, since nobody else has stayed.",
        ]


def test_the_same_seats_go_on_after_a_resignation(one_service: Service) -> None:
    live = opened(one_service, "zar", 2, seed=SEED).live()
    done(live.players[0], "resign", live.id)
    offered = act(live.players[1], "offerRematch", live.id)["session"]
    again = Live(one_service, offered["id"], [])
    for former in live.players:
        joined = Client(one_service, former.token).ask(JOIN, input={"sessionId": offered["id"]})
        again.players.append(Client(one_service, joined["seatToken"]))
    assert told(done(again.players[1], "resign", again.id)["session"]) == outcome("RESIGNATION", [1, 2], [1])
