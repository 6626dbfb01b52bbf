"""Wrong requests about a tournament get the same clear problem over both APIs."""

import pytest

from service.views.tournament_view import MOST_NAMED
from tests.service.tournaments import both_apis
from tests.support.graphql_client import Client, Json
from tests.support.graphql_selections import operation
from tests.support.graphql_sessions import new_key
from tests.support.rest_client import Rest
from tools.redis.server import wait_until
from tools.services import Service

TERMS: Json = {"title": "Test", "format": "SWISS", "open": True, **both_apis.SHORT}
ZAR: Json = {"game": "zar", "options": None}
HUGE = 2**31 - 1

# Fields that are sent beside the valid terms, and the path of the problem.
WRONG: list[tuple[Json, list[str]]] = [
    ({"title": ""}, ["title"]),
    ({"title": "x" * 101}, ["title"]),
    ({"title": "a\nb"}, ["title"]),
    ({"title": " a"}, ["title"]),
    ({"title": "a\u202eb"}, ["title"]),
    ({"format": "swiss"}, ["format"]),
    ({"deals": "SOME"}, ["deals"]),
    ({"points": "MANY"}, ["points"]),
    ({"byes": "LOSS"}, ["byes"]),
    ({"tieBreaks": ["LUCK"]}, ["tieBreaks"]),
    ({"tieBreaks": ["WINS", "WINS"]}, ["tieBreaks"]),
    ({"rounds": -1}, ["rounds"]),
    ({"rounds": 1001}, ["rounds"]),
    ({"rounds": 3, "format": "SINGLE_ELIMINATION"}, ["rounds"]),
    ({"seatsPerTable": 1}, ["seatsPerTable"]),
    ({"seatsPerTable": HUGE}, ["seatsPerTable"]),
    ({"seatsPerTable": 3, "format": "DOUBLE_ELIMINATION", "game": "zar", "options": None}, ["seatsPerTable"]),
    ({"leastSeats": 1}, ["leastSeats"]),
    ({"leastSeats": 3}, ["leastSeats"]),
    ({"boards": 0}, ["boards"]),
    ({"boards": HUGE}, ["boards"]),
    ({"lastEntryRound": 0}, ["lastEntryRound"]),
    ({"format": "ROUND_ROBIN", "entrants": [{}] * 1000}, ["rounds"]),
    ({"lastEntryRound": HUGE}, ["lastEntryRound"]),
    ({"lastEntryRound": 2, "format": "ROUND_ROBIN"}, ["lastEntryRound"]),
    ({"lastEntryRound": 4, "rounds": 3}, ["lastEntryRound"]),
    ({"open": False}, ["entrants"]),
    ({"open": False, "entrants": [{}, {}], "withEntryCode": True}, ["withEntryCode"]),
    ({"lastEntryRound": 2, "format": "ONE_TABLE"}, ["lastEntryRound"]),
    ({"lastEntryRound": 16}, ["lastEntryRound"]),
    ({"lastEntryRound": 2, "open": False, "entrants": [{}] * 4}, ["lastEntryRound"]),
    ({"rounds": 4, "open": False, "entrants": [{}] * 4}, ["rounds"]),
    ({"rounds": 4, "open": False, "entrants": [{}] * 3}, ["rounds"]),
    ({"deals": "SAME", "format": "ONE_TABLE"}, ["deals"]),
    ({"deals": "SAME", "takeBacks": True}, ["takeBacks"]),
    ({"deals": "SAME", "open": False, "entrants": [{}] * 2}, ["deals"]),
    ({"deals": "SAME", "open": False, "entrants": [{}] * 3}, ["deals"]),
    ({"deals": "SAME", "seatsPerTable": 4, "leastSeats": 3, "open": False, "entrants": [{}] * 5, **ZAR}, ["deals"]),
    ({"entrants": [{}] * (MOST_NAMED + 1)}, ["entrants"]),
    ({"entrants": [{"name": "A"}, {"name": ""}]}, ["entrants", "1", "name"]),
    ({"entrants": [{"rating": 1e7}]}, ["entrants", "0", "rating"]),
    ({"entrants": [{"botLevel": 0}]}, ["entrants", "0", "botLevel"]),
    ({"entrants": [{"botLevel": HUGE}]}, ["entrants", "0", "botLevel"]),
    ({"moveSeconds": -1}, ["moveSeconds"]),
    ({"botMillis": HUGE}, ["botMillis"]),
    ({"leftSeatLevel": 9}, ["leftSeatLevel"]),
    ({"reactionMillis": 500}, ["reactionMillis"]),
]


@pytest.mark.parametrize(
    ("wrong", "path"), WRONG, ids=[f"{place} {wrong}"[:40] for place, (wrong, _) in enumerate(WRONG)]
)
def test_terms_that_are_wrong_are_refused(one_service: Service, wrong: Json, path: list[str]) -> None:
    told = both_apis.over_rest(one_service, "createTournament", None, **{**TERMS, **wrong})
    assert (told.get("code"), told.get("path")) == ("INVALID_INPUT", path)


@both_apis.EACH_API
@pytest.mark.parametrize(
    ("wrong", "path"),
    [({"name": "x" * 300}, ["name"]), ({"rating": -1e7}, ["rating"]), ({"entropy": "é"}, ["entropy"])],
)
def test_entries_that_are_wrong_are_refused(
    one_service: Service, api: both_apis.Api, wrong: Json, path: list[str]
) -> None:
    played = both_apis.Played(one_service, api, format="SWISS", open=True)
    told = played.ask("enterTournament", None, **wrong)
    assert (told["code"], told["path"]) == ("INVALID_INPUT", path)
    assert played.read()["version"] == 1


@both_apis.EACH_API
def test_rulings_that_are_wrong_are_refused(one_service: Service, api: both_apis.Api) -> None:
    played = both_apis.Played(one_service, api, format="SWISS", entrants=[{}, {}])
    played.act("startTournament")
    played.wait_for("tablesOpened")
    wish: Json = {"round": 1, "table": 0, "points": [1, 0], "reason": "Nobody came."}
    for wrong, code, path in (
        ({"round": 0}, "NOT_FOUND", "round"),
        ({"round": 2}, "NOT_FOUND", "round"),
        ({"round": HUGE}, "NOT_FOUND", "round"),
        ({"table": -1}, "NOT_FOUND", "table"),
        ({"table": HUGE}, "NOT_FOUND", "table"),
        ({"points": []}, "INVALID_INPUT", "points"),
        ({"points": [1, 0, 0]}, "INVALID_INPUT", "points"),
        ({"points": [1.01, 0]}, "INVALID_INPUT", "points"),
        ({"points": [-0.01, 0]}, "INVALID_INPUT", "points"),
        ({"points": [1e300, 0]}, "INVALID_INPUT", "points"),
        ({"reason": ""}, "INVALID_INPUT", "reason"),
        ({"reason": "x" * 501}, "INVALID_INPUT", "reason"),
    ):
        told = played.ask("ruleOnTable", played.host, **{**wish, **wrong})
        assert (told["code"], told["path"]) == (code, [path]), wrong
    assert played.read()["status"] == "RUNNING"


@both_apis.EACH_API
def test_pages_that_are_wrong_are_refused(one_service: Service, api: both_apis.Api) -> None:
    played = both_apis.Played(one_service, api, format="SWISS", entrants=[{}] * 3)
    for name in ("tournamentEntrants", "tournamentTables", "tournamentStandings"):
        for after in ("x", "-1", "1.5", "9" * 30, "٣"):
            told = played.ask(name, None, after=after)
            assert (told["code"], told["path"]) == ("INVALID_INPUT", ["after"])
        for first in (0, -1, 1, 100, 101, -HUGE, HUGE):
            assert len(played.done(name, None, first=first)["nodes"]) <= max(0, first)
    for number in (0, 1, -1, HUGE):
        told = played.ask("tournamentTables", None, round=number)
        assert (told["code"], told["path"]) == ("NOT_FOUND", ["round"])


def test_streams_from_cursors_that_nobody_was_given_are_refused_or_begin_anew(one_service: Service) -> None:
    played = both_apis.Played(one_service, both_apis.over_rest, format="SWISS", open=True)
    path = f"/v1/tournaments/{played.id}/frames"
    for cursor in ("0", "-1", "1-", "1-x", "x", "٣", "9" * 30):
        told = Rest(one_service).get(f"{path}?after={cursor}", Accept=both_apis.LINES)
        assert (told.status_code, told.json()["code"]) == (422, "INVALID_INPUT")
    played.act("abandonTournament")
    for cursor in ("9", "1-" + "x" * 16, "2-" + "x" * 16, "9999-" + "x" * 16):
        (frame,) = played.frames(cursor)
        assert (frame["version"], frame["resync"], frame["status"]) == (2, True, "ABANDONED")


# ---- ids and tokens of others


@both_apis.EACH_API
def test_no_other_id_is_that_of_a_tournament(one_service: Service, api: both_apis.Api) -> None:
    played = both_apis.Played(one_service, api, format="SWISS", open=True)
    session = Rest(one_service).done("/v1/sessions", {"game": "zar", "seats": 2})["session"]["id"]
    for other in (session, f"tournament:{played.id}", f"batch:{played.id}", "x" * 65, "a b", "%00", "ünï"):
        for name in ("readTournament", "tournamentTables", "myTables"):
            assert api(one_service, name, played.host, tournamentId=other)["code"] == "NOT_FOUND"
        for name in ("enterTournament", "startTournament", "abandonTournament"):
            assert api(one_service, name, played.host, tournamentId=other)["code"] == "NOT_FOUND"


@pytest.mark.parametrize("prefix", ["", "tournament:", "batch:"])
def test_a_tournament_is_no_session(one_service: Service, prefix: str) -> None:
    played = both_apis.Played(one_service, both_apis.over_rest, format="SWISS", open=True)
    host = Rest(one_service, played.host)
    session = f"/v1/sessions/{prefix}{played.id}"
    for part in ("", "/hand", "/legal-moves", "/events", "/record", "/frames", "/presence", "/suggestion?level=1"):
        assert host.get(f"{session}{part}").json()["code"] == "NOT_FOUND", part
    for part, body in (("seats", {}), ("moves", {"move": "pass"}), ("leave", None), ("rematch", None), ("claim", None)):
        assert host.post(f"{session}/{part}", body, If_Match="*").json()["code"] == "NOT_FOUND", part
    told = Client(one_service, played.host).execute(
        "query ($id: ID!) { session(id: $id) { id } }", id=prefix + played.id
    )
    assert told == {"data": {"session": None}}


@both_apis.EACH_API
def test_tokens_of_others_do_nothing(one_service: Service, api: both_apis.Api) -> None:
    played, other = (both_apis.Played(one_service, api, format="SWISS", entrants=[{}, {}], open=True) for _ in range(2))
    for token in (None, "x", "x" * 43, other.host, other.tokens[0], played.tokens[0]):
        for name in ("startTournament", "pauseTournament", "resumeTournament", "pairNextRound", "abandonTournament"):
            assert played.ask(name, token)["code"] == "UNAUTHORIZED"
        ruling: Json = {"round": 1, "table": 0, "points": [1, 0], "reason": "Because."}
        assert played.ask("ruleOnTable", token, **ruling)["code"] == "UNAUTHORIZED"
        assert played.ask("withdrawFromTournament", token, entrant=1)["code"] == "UNAUTHORIZED"
    for token in (None, "x", other.tokens[0], played.host):
        assert played.ask("myTables", token)["code"] == "UNAUTHORIZED"
    assert played.read()["version"] == 1


@both_apis.EACH_API
def test_a_host_who_names_no_entrant_is_told_what_is_missing(one_service: Service, api: both_apis.Api) -> None:
    played = both_apis.Played(one_service, api, format="SWISS", entrants=[{}, {}])
    told = played.ask("withdrawFromTournament", played.host)
    assert (told["code"], told["path"]) == ("INVALID_INPUT", ["entrant"])
    assert played.read()["version"] == 1


# ---- keys


@both_apis.STORES_AND_APIS
def test_every_change_is_made_once_for_each_key(service: Service, api: both_apis.Api) -> None:
    played = both_apis.Played(service, api, format="SWISS", open=True, byHost=True, entrants=[{}, {}, {}, {}])
    acts: list[tuple[str, str | None, Json]] = [
        ("enterTournament", None, {"name": "Late"}),
        ("withdrawFromTournament", played.host, {"entrant": 4}),
        ("startTournament", played.host, {}),
        ("ruleOnTable", played.host, {"round": 1, "table": 0, "points": [1, 0], "reason": "Nobody came."}),
        ("ruleOnTable", played.host, {"round": 1, "table": 1, "points": [1, 0], "reason": "Nobody came."}),
        ("pairNextRound", played.host, {}),
        ("pauseTournament", played.host, {}),
        ("resumeTournament", played.host, {}),
        ("abandonTournament", played.host, {}),
    ]
    waits = {2: ("tablesOpened", 1), 4: ("roundClosed", 1), 5: ("tablesOpened", 2)}
    first = []
    for number, (name, token, wish) in enumerate(acts):
        wish["idempotencyKey"] = new_key()
        first.append(played.done(name, token, **wish))
        if number in waits:
            played.wait_for(*waits[number])
    # The tables of the abandoned tournament are ended after it.
    wait_until(lambda: played.read()["playedRounds"][-1]["isOver"])
    before = played.read()
    for (name, token, wish), once in zip(acts, first, strict=True):
        again = played.done(name, token, **wish)
        assert again["replayed"]
        assert [again.get(field) for field in ("version", "entrant", "entrantToken")] == [
            once.get(field) for field in ("version", "entrant", "entrantToken")
        ]
    assert played.read() == before
    for number, other in ((0, {"name": "Other"}), (1, {"entrant": 0}), (3, {"points": [0, 1]})):
        name, token, wish = acts[number]
        assert played.ask(name, token, **{**wish, **other})["code"] == "KEY_REUSED"
    for (_, token, wish), (name, _, given) in zip(acts[2:], [*acts[3:], acts[1]], strict=True):
        told = played.ask(name, token, **{**given, "idempotencyKey": wish["idempotencyKey"]})
        assert told["code"] == "KEY_REUSED"
    assert played.read() == before


@both_apis.STORES_AND_APIS
def test_a_tournament_is_created_once_for_each_key(service: Service, api: both_apis.Api) -> None:
    key = new_key()
    terms = {**TERMS, "entrants": [{"name": "Ada", "rating": 5.0}, {"botLevel": 1}], "withEntryCode": True}
    once = api(service, "createTournament", None, **terms, idempotencyKey=key)
    tournament = once["tournament"]["id"]
    code = once["entryCode"]
    entered = api(service, "enterTournament", None, tournamentId=tournament, code=code, idempotencyKey=new_key())
    assert entered["entrant"] == 2
    again = api(service, "createTournament", None, **terms, idempotencyKey=key)
    for field in ("hostToken", "entryCode", "entrantTokens"):
        assert again[field] == once[field]
    assert again["tournament"]["version"] == 2
    for other in ({"title": "Other"}, {"entrants": [{"name": "Eve", "rating": 5.0}, {"botLevel": 1}]}, {"rounds": 9}):
        told = api(service, "createTournament", None, **{**terms, **other}, idempotencyKey=key)
        assert told["code"] == "KEY_REUSED"


def test_a_tournament_and_a_session_of_one_key_have_other_ids(one_service: Service) -> None:
    key = new_key()
    made = both_apis.over_graphql(one_service, "createTournament", None, **TERMS, idempotencyKey=key)
    wish = {"game": "zar", "seats": 2, "idempotencyKey": key}
    session = Client(one_service).ask(operation("Mutation", "createSession"), input=wish)["session"]
    assert session["id"] != made["tournament"]["id"]
    document = "query ($id: ID!) { node(id: $id) { __typename id } }"
    for kind, own in (("Tournament", made["tournament"]["id"]), ("Session", session["id"])):
        told = Client(one_service).execute(document, id=own)["data"]["node"]
        assert told == {"__typename": kind, "id": own}


@both_apis.EACH_API
def test_thousands_of_entrants_can_be_named_at_once(one_service: Service, api: both_apis.Api) -> None:
    people = [{"name": f"Player {number}", "rating": float(number)} for number in range(3000)]
    told = api(one_service, "createTournament", None, **{**TERMS, "entrants": people})
    assert len(told["entrantTokens"]) == 3000
