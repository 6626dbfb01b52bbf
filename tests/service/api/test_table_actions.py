"""At the table, over HTTP: giving up, taking back, deadlines, the race's window, explanations, previews."""

from random import Random

import pytest

import engine
from tests.service.api.test_catalogue import GAMES
from tests.support.apis import ask_both
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, act, done, open_table, opened, refused
from tests.support.graphql_stream import Stream
from tools.services import Service

SEED = "5eed" * 16

HAND = """
query Hand($id: ID!) {
  session(id: $id) { view { hand { card { code } moves { notation } refusal { code rule { number } message } } } }
}
"""


def ask(client: Client, name: str, session_id: str, move: str) -> Json:
    """Ask about a move over both APIs, and return the answer."""
    return ask_both(client.server, name, client.token, sessionId=session_id, move=move)


def kinds(changed: Json) -> list[str]:
    return [event["kind"] for event in changed["events"]]


# ---- giving up


def test_a_seat_that_resigns_moves_by_default_from_then_on(service: Service) -> None:
    table = opened(service, "zlam", 3, ONLY_THREES | {"threes": "4", "firstSeat": "2"})
    live = table.live()
    assert live.turn() == [0]
    resigned = done(live.players[0], "resign", table.id, idempotencyKey="k")
    assert kinds(resigned)[:2] == ["resigned", "defaulted"]
    assert [seat["kind"] for seat in resigned["session"]["seats"]] == ["DEFAULT_POLICY", "HUMAN", "HUMAN"]
    assert resigned["session"]["view"]["decision"] is None
    assert done(live.players[0], "resign", table.id, idempotencyKey="k")["replayed"]
    assert refused(live.players[0], "resign", table.id) == "RESIGNED"
    assert live.move(0, "place @1")["code"] == "RESIGNED"
    while live.is_active():
        (seat,) = live.turn()
        assert seat != 0
        live.move(seat, live.legal(seat)[0])
    assert live.record() is not None


# ---- taking back


def played_until_undo(live: Live, chance: Random, *, available: bool) -> tuple[int, Json, Json]:
    """Play until a move may (or may not) be taken back; return its seat, its view before, and the response."""
    while live.is_active():
        seat = chance.choice(live.turn())
        before = live.read(seat)
        made = live.move(seat, chance.choice(before["view"]["legalMoves"])["notation"])
        if made["session"]["status"] == "ACTIVE" and made["session"]["view"]["undo"]["available"] is available:
            return seat, before, made
    raise AssertionError("no such move")


def test_a_move_from_which_nobody_learned_anything_is_taken_back(service: Service) -> None:
    live = opened(service, "zlam", 2, seed=SEED).live()
    chance = Random(3)
    while True:
        seat, before, made = played_until_undo(live, chance, available=True)
        other = 1 - seat
        assert not live.read(other)["view"]["undo"]["available"]
        assert refused(live.players[other], "undoMove", live.id) == "UNDO_REFUSED"
        undone = done(live.players[seat], "undoMove", live.id, idempotencyKey=f"u{made['version']}")
        assert (kinds(undone), undone["version"]) == (["undone"], made["version"] + 1)
        assert undone["session"]["view"] == before["view"] | {"undo": undone["session"]["view"]["undo"]}
        assert not undone["session"]["view"]["undo"]["available"]
        assert done(live.players[seat], "undoMove", live.id, idempotencyKey=f"u{made['version']}")["replayed"]
        break
    live.play_to_the_end(chance)
    assert live.record() is not None


def test_a_move_that_gave_something_away_stays_and_the_reason_is_told(service: Service) -> None:
    live = opened(service, "zeven", 2, seed=SEED).live()
    seat, _before, made = played_until_undo(live, Random(4), available=False)
    reason = made["session"]["view"]["undo"]["reason"]
    answer = act(live.players[seat], "undoMove", live.id)
    assert (answer["code"], answer["message"]) == ("UNDO_REFUSED", reason)


def test_a_stream_asks_for_a_redraw_after_an_undo(service: Service) -> None:
    live = opened(service, "zlam", 2, seed=SEED).live()
    seat, before, made = played_until_undo(live, Random(3), available=True)
    with Stream(service, live.players[1 - seat].token) as stream:
        stream.subscribe(live.id, str(made["version"] - 1))
        assert stream.frame()["version"] == made["version"]
        done(live.players[seat], "undoMove", live.id)
        frame = stream.frame()
    assert (frame["resync"], [event["kind"] for event in frame["events"]]) == (True, ["undone"])
    assert frame["session"]["view"]["ply"] == before["view"]["ply"]


def test_with_take_backs_the_others_may_agree_to_anything(service: Service) -> None:
    live = opened(service, "zeven", 3, takeBacks=True, seed=SEED).live()
    seat, before, made = played_until_undo(live, Random(5), available=False)
    first, second = (other for other in range(3) if other != seat)
    assert refused(live.players[first], "askTakeBack", live.id) == "UNDO_REFUSED"
    assert refused(live.players[first], "answerTakeBack", live.id, agree=True) == "UNDO_REFUSED"
    asked = done(live.players[seat], "askTakeBack", live.id)
    assert asked["session"]["takeBack"] == {"seat": seat, "agreed": [], "awaited": sorted([first, second])}
    assert refused(live.players[seat], "askTakeBack", live.id) == "UNDO_REFUSED"
    half = done(live.players[first], "answerTakeBack", live.id, agree=True)
    assert half["session"]["takeBack"]["awaited"] == [second]
    assert half["session"]["view"]["ply"] == made["session"]["view"]["ply"]
    back = done(live.players[second], "answerTakeBack", live.id, agree=True)
    assert kinds(back) == ["takeBackAgreed", "undone"]
    assert live.read(seat)["view"]["zones"] == before["view"]["zones"]


def test_one_refusal_is_enough_and_a_move_ends_the_question(service: Service) -> None:
    live = opened(service, "zeven", 2, takeBacks=True, seed=SEED).live()
    chance = Random(6)
    seat, _before, made = played_until_undo(live, chance, available=False)
    done(live.players[seat], "askTakeBack", live.id)
    no = done(live.players[1 - seat], "answerTakeBack", live.id, agree=False)
    assert (kinds(no), no["session"]["takeBack"]) == (["takeBackRefused"], None)
    done(live.players[seat], "askTakeBack", live.id)
    live.step(chance)
    assert live.read()["takeBack"] is None
    assert made["session"]["settings"]["takeBacks"]


def test_without_the_option_nobody_is_asked(service: Service) -> None:
    live = opened(service, "zeven", 2).live()
    live.step(Random(7))
    assert {refused(player, "askTakeBack", live.id) for player in live.players} == {"UNDO_REFUSED"}


def test_an_undo_wins_no_time(service: Service) -> None:
    live = opened(service, "zlam", 2, seed=SEED, moveSeconds=1000).live()
    seat, before, _made = played_until_undo(live, Random(3), available=True)
    undone = done(live.players[seat], "undoMove", live.id)
    assert undone["session"]["deadline"] == before["deadline"]


def test_a_resigned_seat_neither_takes_back_nor_answers(service: Service) -> None:
    live = opened(service, "zeven", 3, takeBacks=True, seed=SEED).live()
    seat, _before, _made = played_until_undo(live, Random(5), available=False)
    first, second = (other for other in range(3) if other != seat)
    done(live.players[seat], "askTakeBack", live.id)
    if live.turn() != [first]:
        first, second = second, first
    done(live.players[second], "resign", live.id)
    assert refused(live.players[second], "answerTakeBack", live.id, agree=False) == "UNDO_REFUSED"
    assert live.read()["takeBack"]["awaited"] == [first]
    assert "undone" in kinds(done(live.players[first], "answerTakeBack", live.id, agree=True))
    assert refused(live.players[second], "undoMove", live.id) == "RESIGNED"


def test_a_player_who_left_has_no_vote_and_one_who_lost_the_connection_has(service: Service) -> None:
    table = opened(service, "zeven", 3, takeBacks=True, seed=SEED)
    live = table.live()
    seat, _before, _made = played_until_undo(live, Random(6), available=False)
    gone, cut_off = (other for other in range(3) if other != seat)
    with Stream(service, live.players[cut_off].token) as stream:
        stream.subscribe(live.id)
        assert stream.frame()["version"]
    done(live.players[gone], "leaveSession", live.id)
    asked = done(live.players[seat], "askTakeBack", live.id)
    assert asked["session"]["takeBack"]["awaited"] == [cut_off]
    back = table.sit(live.players[gone].token)
    assert live.read()["takeBack"]["awaited"] == sorted([gone, cut_off])
    done(live.players[cut_off], "answerTakeBack", live.id, agree=True)
    assert "undone" in kinds(done(back, "answerTakeBack", live.id, agree=True))


@pytest.mark.parametrize("act", ["leaveSession", "resign"])
def test_a_vote_that_ends_because_somebody_goes_leaves_a_sound_record(one_service: Service, act: str) -> None:
    table = opened(one_service, "zlam", 3, ONLY_THREES | {"threes": "4", "firstSeat": "2"}, takeBacks=True)
    live = table.live()
    for seat in (0, 1):
        live.move(seat, "place @1")
    done(live.players[1], "askTakeBack", live.id)
    done(live.players[0], "answerTakeBack", live.id, agree=True)
    gone = done(live.players[2], act, live.id)
    assert kinds(gone)[1] == "undone"
    assert live.turn() == [1]
    if act == "leaveSession":
        done(table.host, "giveUpSeat", live.id, seat=2)
    live.play_to_the_end(Random(1))
    record = engine.parse_record(live.record() or "")
    assert all(check.holds is not False for check in engine.verify(record))


def test_the_default_policy_makes_a_limited_number_of_moves_at_a_time(service: Service) -> None:
    table = opened(service, "zlam", 12, {"firstSeat": "0", "decks": "3"}, seed=SEED)
    ada = table.sit(seat=0)
    done(table.host, "startSession", table.id)
    session = done(ada, "resign", table.id)["session"]
    claims = 0
    while session["status"] == "ACTIVE":
        assert session["deadline"] is not None
        session = done(Client(service), "claimDeadline", table.id)["session"]
        claims += 1
    assert (session["status"], claims > 0) == ("FINISHED", True)


# ---- deadlines


def test_a_passed_deadline_may_be_claimed_by_anybody_once(service: Service) -> None:
    live = opened(service, "zeven", 2, moveSeconds=1).live()
    session = live.read()
    (seat,) = session["view"]["turn"]
    assert session["deadline"] == live.read(seat)["view"]["decision"]["deadline"]
    early = act(live.spectator, "claimDeadline", live.id)
    assert early["code"] == "TOO_EARLY"
    assert 0 < early["retryAfterMillis"] <= 1000
    default = live.read(seat)["view"]["decision"]["default"]
    claimed = claim_when_due(live)
    assert kinds(claimed)[0] == "defaulted"
    assert claimed["session"]["view"]["ply"] == session["view"]["ply"] + 1
    assert live.read()["deadline"] > session["deadline"]
    assert default
    assert act(live.spectator, "claimDeadline", live.id)["code"] == "TOO_EARLY"


def claim_when_due(live: Live) -> Json:
    """Claim the deadline as often as it takes, at most for some seconds."""
    for _ in range(2000):
        answer = act(live.spectator, "claimDeadline", live.id, idempotencyKey="claim")
        if answer["__typename"] == "SessionChanged":
            assert act(live.spectator, "claimDeadline", live.id, idempotencyKey="claim")["replayed"]
            return answer
        assert answer["code"] == "TOO_EARLY"
    raise AssertionError("the deadline does not pass")


def test_without_a_move_time_there_is_nothing_to_claim(service: Service) -> None:
    live = opened(service, "zeven", 2).live()
    assert live.read()["deadline"] is None
    assert refused(live.spectator, "claimDeadline", live.id) == "NO_DEADLINE"
    assert refused(live.spectator, "claimDeadline", live.id, expectedVersion=1) == "STALE_VERSION"


# ---- the race's window


def test_after_a_card_is_put_down_only_a_match_is_accepted_for_a_while(service: Service) -> None:
    live = opened(service, "zar", 2, {"firstSeat": "0"}, reactionMillis=60_000, seed=SEED).live()
    assert live.read()["settings"]["reactionMillis"] == 60_000
    for seat in (0, 1):
        refusals = [live.move(seat, move) for move in ("draw", "nonsense", "accept")]
        assert {answer["code"] for answer in refusals} == {"TOO_EARLY"}
        assert all(0 < answer["retryAfterMillis"] <= 60_000 for answer in refusals)
        assert live.move(seat, "match YS")["code"] != "TOO_EARLY"


def test_when_the_window_is_over_the_game_goes_on_and_the_next_card_opens_another(service: Service) -> None:
    live = opened(service, "zar", 2, {"firstSeat": "0"}, reactionMillis=500, seed=SEED).live()
    (seat,) = live.turn()
    move_when_possible(live, seat, next(move for move in live.legal(seat) if move.startswith("play ")))
    (asked,) = live.turn()
    assert live.read(asked)["view"]["decision"]["notBefore"] is not None
    assert live.move(asked, "draw")["code"] == "TOO_EARLY"


def move_when_possible(live: Live, seat: int, move: str) -> Json:
    """Send a move as often as it takes until the window is over, at most for some seconds."""
    for _ in range(2000):
        answer = live.move(seat, move)
        if answer["__typename"] == "MoveApplied":
            return answer
        assert answer["code"] == "TOO_EARLY", answer
    raise AssertionError("the window does not end")


# ---- the explanations of the rules


def test_a_refusal_is_explained_with_the_nearest_moves(service: Service) -> None:
    live = opened(service, "zeven", 2, {"firstSeat": "0"}).live()
    answer = ask(live.players[0], "explainMove", live.id, "play XX @1")
    assert not answer["legal"]
    assert answer["refusal"]["code"] == "BAD_NOTATION"
    other = ask(live.players[1], "explainMove", live.id, live.legal(0)[0])
    assert (other["refusal"]["code"], other["refusal"]["rule"]) == ("NOT_YOUR_TURN", "zeven 2.1")
    assert ask(live.players[0], "explainMove", live.id, live.legal(0)[0]) == {"legal": True, "refusal": None}
    assert ask(live.spectator, "explainMove", live.id, "skip")["code"] == "UNAUTHORIZED"


def test_every_card_of_a_hand_has_moves_or_a_reason(service: Service) -> None:
    live = opened(service, "zeven", 2, {"firstSeat": "0"}).live()
    mine, others = (live.players[seat].ask(HAND, id=live.id)["view"]["hand"] for seat in (0, 1))
    assert {move["notation"] for entry in mine for move in entry["moves"]} == set(live.legal(0))
    assert all(entry["refusal"]["code"] == "NOT_YOUR_TURN" for entry in others)
    assert live.spectator.ask(HAND, id=live.id)["view"]["hand"] == []


def test_a_preview_shows_what_is_certain_and_changes_nothing(service: Service) -> None:
    live = opened(service, "zeven", 2, {"firstSeat": "0"}).live()
    before = live.read(0)
    for move in live.legal(0)[:4]:
        preview = ask(live.players[0], "previewMove", live.id, move)
        assert preview["move"]["notation"] == move
        assert preview["effects"]
        assert [zone["key"] for zone in preview["zones"]] == [zone["key"] for zone in before["view"]["zones"]]
    assert live.read(0) == before
    illegal = ask(live.players[0], "previewMove", live.id, "play XX @1")
    assert illegal["code"] == "BAD_NOTATION"
    assert ask(live.players[1], "previewMove", live.id, move)["code"] == "NOT_YOUR_TURN"
    assert ask(live.spectator, "previewMove", live.id, move)["code"] == "UNAUTHORIZED"


def test_only_the_moving_seat_learns_the_disclosure_of_a_move(one_service: Service) -> None:
    for game in GAMES:
        table = open_table(one_service, game, 2)
        chance = Random(game)
        for _ in range(5):
            seat, move, _version = table.choose(chance)
            assert table.move(seat, move)["session"]["status"] == "ACTIVE"
            for viewer in (None, 1 - seat):
                assert table.read(viewer)["view"]["undo"]["reason"] == "Somebody else has acted since."
