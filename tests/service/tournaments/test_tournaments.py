"""Tournaments over both APIs and both stores, from the first call to the last standing."""

from pathlib import Path
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

import engine
import tournaments
from cli import app
from tests.service.tournaments.both_apis import EACH_API, STORES_AND_APIS, Api, Played, over_graphql, over_rest
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import new_key
from tests.support.rest_client import Rest
from tools.redis.server import wait_until
from tools.services import Service

FORMATS: dict[str, Json] = {
    "SWISS": {"rounds": 3},
    "ROUND_ROBIN": {},
    "SINGLE_ELIMINATION": {},
    "DOUBLE_ELIMINATION": {},
    "ONE_TABLE": {"seatsPerTable": 5, "rounds": 2, "game": "zar", "options": None},
}


def bots(number: int) -> list[Json]:
    return [{"name": f"Bot {index}", "rating": 100.0 * index, "botLevel": 1} for index in range(number)]


def people(number: int) -> list[Json]:
    return [{"name": f"Player {index}"} for index in range(number)]


# Each API has some of the formats, which neither it nor the store knows.
@pytest.mark.parametrize(("kind", "api"), list(zip(FORMATS, 3 * (over_graphql, over_rest), strict=False)))
def test_a_tournament_of_each_format_is_played_to_its_end(one_service: Service, kind: str, api: Api) -> None:
    played = Played(one_service, api, format=kind, entrants=bots(5), **FORMATS[kind])
    assert played.read()["status"] == "OPEN"
    played.act("startTournament")
    told = played.finish()
    assert told["rounds"] >= len(told["playedRounds"]) > 0
    assert told["seed"] is not None
    assert engine.commit(told["seed"]) == told["commitment"]
    check_independently(played, told)


def check_independently(played: Played, told: Json) -> None:
    """Pair every round again from the published seed and results, and rank the entrants."""
    plan = tournaments.Plan(
        format=told["format"],
        seats=told["seatsPerTable"],
        least_seats=told["leastSeats"],
        rounds=played.terms.get("rounds", 0),
        boards=told["boards"],
        deals=told["deals"],
        points=told["points"],
        byes=told["byes"],
        tie_breaks=tuple(told["tieBreaks"]),
    )
    entrants = [
        tournaments.Entrant(rating=one["rating"], from_round=one["fromRound"], until_round=one["untilRound"])
        for one in played.list("tournamentEntrants", first=2)
    ]
    rounds: list[tournaments.Round] = []
    for summary in told["playedRounds"]:
        paired = tournaments.next_round(plan, entrants, rounds, told["seed"])
        assert paired is not None
        tables = played.list("tournamentTables", round=summary["round"])
        assert [tuple(table["entrants"]) for table in tables] == [table.entrants for table in paired.tables]
        assert tuple(summary["byes"]) == paired.byes
        rounds.append(tournaments.Round(tuple(map(read_table, tables)), paired.byes))
        for index, table in enumerate(tables):
            points = tournaments.table_points(plan, rounds[-1], index)
            assert points is not None
            assert table["points"] == pytest.approx(list(map(float, points)))
    assert tournaments.next_round(plan, entrants, rounds, told["seed"]) is None
    ranked = [(one["rank"], one["entrant"], one["points"]) for one in played.list("tournamentStandings", first=3)]
    assert ranked == [(one.rank, one.entrant, one.points) for one in tournaments.standings(plan, entrants, rounds)]

    check_exits(played, told)


def check_exits(played: Played, told: Json) -> None:
    """Check that the places of an elimination follow from when each entrant was out, and nobody else has any."""
    nodes = played.list("tournamentStandings")
    if "ELIMINATION" not in told["format"]:
        assert {one["outAfterRound"] for one in nodes} == {None}
        return
    winner, *others = [one["outAfterRound"] for one in nodes]
    assert winner is None
    assert others == sorted(others, reverse=True)
    assert others[0] == len(told["playedRounds"])
    for one in nodes[1:]:
        # Nobody plays after that round, and everybody has lost in it.
        number = one["outAfterRound"]
        last = [table for table in played.list("tournamentTables", round=number) if one["entrant"] in table["entrants"]]
        assert last[0]["points"][last[0]["entrants"].index(one["entrant"])] <= 0.5
        later = [played.list("tournamentTables", round=after + 1) for after in range(number, len(told["playedRounds"]))]
        assert not any(one["entrant"] in table["entrants"] for tables in later for table in tables)


def read_table(table: Json) -> tournaments.Table:
    boards = tuple(
        tournaments.Board(tuple(one["scores"]), tuple(one["ranking"]), tuple(one["resigned"]))
        for one in table["boards"]
    )
    return tournaments.Table(tuple(table["entrants"]), boards)


@STORES_AND_APIS
def test_people_find_their_tables_and_play_them_with_one_token(service: Service, api: Api) -> None:
    played = Played(service, api, format="SWISS", rounds=2, open=True, withEntryCode=True, entrants=people(1))
    assert played.ask("enterTournament", name="Grace")["code"] == "UNAUTHORIZED"
    for name in ("Grace", "Edsger", "Barbara"):
        played.enter(name=name, code=played.code, entropy=name)
    played.act("startTournament")
    chance = Random(1)
    for number in (1, 2):
        played.wait_for("tablesOpened", number)
        (table,) = played.done("myTables", played.tokens[1])["tables"][:1]
        assert table["round"] == number
        session = Rest(service, played.tokens[1]).get(f"/v1/sessions/{table['boards'][0]['sessionId']}").json()
        assert session["tournament"] == {
            "tournamentId": played.id,
            "round": number,
            "table": table["table"],
            "board": 0,
        }
        assert session["seats"][session["viewerSeat"]]["name"] == "Grace"
        played.play(chance)
    told = played.finish()
    assert sum(one["points"] for one in played.list("tournamentStandings")) == 4
    check_independently(played, told)


@STORES_AND_APIS
def test_every_table_of_a_round_plays_the_same_deals_which_are_opened_together(service: Service, api: Api) -> None:
    played = Played(service, api, format="SWISS", rounds=1, boards=2, deals="SAME", entrants=people(4))
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    first, second = played.list("tournamentTables")
    chance = Random(2)
    for board in first["boards"]:
        played.play_board(board["sessionId"], chance)
    played.wait_for("boardFinished", 1)
    ended, _ = played.list("tournamentTables")
    (summary,) = played.read()["playedRounds"]
    assert [one["scores"] for one in ended["boards"]] == [None, None]
    assert (ended["points"], summary["serverSeed"]) == (None, None)
    assert summary["commitment"] is not None
    stranger = Rest(service).get(f"/v1/sessions/{first['boards'][0]['sessionId']}")
    assert stranger.status_code == 401
    for board in second["boards"]:
        played.play_board(board["sessionId"], chance)
    told = played.finish()
    (summary,) = told["playedRounds"]
    assert engine.commit(summary["serverSeed"]) == summary["commitment"]
    check_independently(played, told)
    for board in range(2):
        records = [
            Rest(service).get(f"/v1/sessions/{table['boards'][board]['sessionId']}/record").json()
            for table in (first, second)
        ]
        assert records[0]["seed"] == records[1]["seed"]
        assert records[0]["fairness"]["table"] == f"{played.id}/1/{board}"
    # Everybody sits at each seat once.
    assert first["boards"][0]["seats"] == first["boards"][1]["seats"][::-1]


@pytest.mark.parametrize(
    ("act", "terms"),
    [("ruleOnTable", {"round": 1, "table": 0, "points": [1, 0], "reason": "Cheating."}), ("abandonTournament", {})],
)
def test_deals_are_opened_even_where_the_host_ruled_or_gave_up(service: Service, act: str, terms: Json) -> None:
    played = Played(service, over_rest, format="SWISS", rounds=1, deals="SAME", entrants=people(4))
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    table, other = played.list("tournamentTables")
    path = f"/v1/sessions/{table['boards'][0]['sessionId']}"
    assert Rest(service).get(path).status_code == 401
    played.act(act, **terms)
    if act == "ruleOnTable":
        played.act(act, **{**terms, "table": other["table"]})
    wait_until(lambda: Rest(service).get(path).status_code == 200)
    seen = Rest(service).get(path).json()
    assert (seen["status"], seen["fairness"]["closed"]) == ("ABANDONED", False)


@EACH_API
def test_the_host_pairs_rounds_pauses_and_rules(one_service: Service, api: Api) -> None:
    played = Played(one_service, api, format="SWISS", rounds=3, byHost=True, entrants=people(4))
    assert played.ask("startTournament")["code"] == "UNAUTHORIZED"
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    assert played.ask("pairNextRound", played.host)["code"] == "NOT_OVER"
    for table in (0, 1):
        played.act("ruleOnTable", round=1, table=table, points=[1, 0], reason="Nobody came.")
    played.wait_for("roundClosed", 1)
    assert len(played.read()["playedRounds"]) == 1
    assert played.act("pauseTournament")["status"] == "PAUSED"
    assert played.ask("pairNextRound", played.host)["code"] == "NOT_STARTED"
    assert played.act("resumeTournament")["status"] == "RUNNING"
    played.act("ruleOnTable", round=1, table=0, points=[0.5, 0.5], reason="They agreed on a draw.")
    table, _ = played.list("tournamentTables", round=1)
    assert table["ruling"] == {"points": [0.5, 0.5], "reason": "They agreed on a draw."}
    assert table["points"] == [0.5, 0.5]
    played.act("pairNextRound")
    played.wait_for("tablesOpened", 2)
    assert played.act("abandonTournament")["status"] == "ABANDONED"
    assert played.ask("resumeTournament", played.host)["code"] == "SESSION_OVER"


@EACH_API
def test_the_creator_of_a_tournament_is_told_to_be_its_host(one_service: Service, api: Api) -> None:
    terms: Json = {"title": "Test", "game": "zlam", "format": "SWISS", "open": True, "idempotencyKey": new_key()}
    made, again = (api(one_service, "createTournament", **terms) for _ in range(2))
    assert again == made
    assert (made["tournament"]["isHost"], made["tournament"]["entrant"]) == (True, None)
    told = api(one_service, "readTournament", made["hostToken"], tournamentId=made["tournament"]["id"])
    assert told == made["tournament"]


@EACH_API
def test_the_host_begins_with_the_first_round_and_ends_after_the_last(one_service: Service, api: Api) -> None:
    played = Played(one_service, api, format="SWISS", rounds=1, byHost=True, entrants=people(2))
    assert played.ask("pairNextRound", played.host)["code"] == "NOT_STARTED"
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    for points in ([1, 0], [0, 1]):
        # Until the host ends the tournament, the last round can still be ruled on.
        played.act("ruleOnTable", round=1, table=0, points=points, reason="Nobody came.")
        played.wait_for("roundClosed", 1)
        assert played.read()["status"] == "RUNNING"
    played.act("pairNextRound")
    assert played.finish()["status"] == "FINISHED"


def test_an_entrant_who_withdraws_before_an_elimination_has_no_place_in_it(one_service: Service) -> None:
    played = Played(one_service, over_graphql, format="DOUBLE_ELIMINATION", entrants=people(3))
    played.done("withdrawFromTournament", played.tokens[1])
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    told = {one["entrant"]: one["outAfterRound"] for one in played.list("tournamentStandings")}
    assert told == {0: None, 1: 0, 2: None}


@EACH_API
def test_an_entrant_who_withdraws_loses_the_table_of_the_round(one_service: Service, api: Api) -> None:
    played = Played(one_service, api, format="SWISS", rounds=2, byHost=True, entrants=people(3), moveSeconds=1)
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    (table,) = played.list("tournamentTables")
    leaver, other = table["entrants"]
    assert played.ask("withdrawFromTournament", entrant=leaver)["code"] == "UNAUTHORIZED"
    played.done("withdrawFromTournament", played.tokens[leaver])
    assert played.ask("withdrawFromTournament", played.host, entrant=leaver)["code"] == "RESIGNED"
    session = Rest(one_service).get(f"/v1/sessions/{table['boards'][0]['sessionId']}").json()
    assert sorted(seat["kind"] for seat in session["seats"]) == ["DEFAULT_POLICY", "HUMAN"]
    assert session["outcome"]["winners"] == [table["entrants"].index(other)]
    played.wait_for("roundClosed", 1)
    (table,) = played.list("tournamentTables", round=1)
    assert dict(zip(table["entrants"], table["points"], strict=True)) == {leaver: 0, other: 1}
    played.act("pairNextRound")
    played.wait_for("tablesOpened", 2)
    (table,) = played.list("tournamentTables")
    assert sorted(table["entrants"]) == sorted({0, 1, 2} - {leaver})
    assert other in table["entrants"]
    assert played.list("tournamentEntrants")[leaver]["untilRound"] == 1


@EACH_API
def test_a_resignation_loses_a_table_of_a_shared_deal(one_service: Service, api: Api, tmp_path: Path) -> None:
    played = Played(one_service, api, format="SWISS", rounds=1, deals="SAME", entrants=people(6))
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    first, *others = played.list("tournamentTables")
    session = first["boards"][0]["sessionId"]
    # Whatever the loser's score is by then: it does not count.
    by_seat = [Rest(one_service, played.tokens[entrant]) for entrant in first["entrants"]]
    assert by_seat[0].post(f"/v1/sessions/{session}/resign", If_Match="*").status_code == 200
    seen = by_seat[1].get(f"/v1/sessions/{session}").json()
    assert (seen["outcome"]["winners"], seen["fairness"]["closed"], seen["fairness"]["key"]) == ([1], True, None)
    assert Rest(one_service).get(f"/v1/sessions/{session}").status_code == 401
    assert by_seat[1].get(f"/v1/sessions/{session}/record").status_code == 409
    for table in others:
        played.play_board(table["boards"][0]["sessionId"], Random(4))
    told = played.finish()
    table, *_ = played.list("tournamentTables")
    assert (table["points"], table["boards"][0]["resigned"]) == ([0, 1], [0])
    assert (table["boards"][0]["scores"], table["boards"][0]["ranking"]) == ([0, 0], [2, 1])
    check_independently(played, told)
    answer = played.ask("tournamentRecord")
    document = msgspec.json.decode(answer["record"]) if api is over_graphql else answer
    assert verify(document, tmp_path) == 0
    del document["rounds"][0]["tables"][0]["boards"][0]["resigned"]
    assert verify(document, tmp_path) == 1


@EACH_API
def test_late_entrants_play_from_the_next_round_on(one_service: Service, api: Api) -> None:
    played = Played(
        one_service, api, format="SWISS", rounds=3, byHost=True, entrants=people(2), open=True, lastEntryRound=2
    )
    played.act("startTournament")
    played.wait_for("tablesOpened", 1)
    played.enter(name="Late")
    assert played.list("tournamentEntrants")[2]["fromRound"] == 2
    assert played.done("myTables", played.tokens[2])["tables"] == []
    played.act("ruleOnTable", round=1, table=0, points=[1, 0], reason="Nobody came.")
    played.wait_for("roundClosed", 1)
    played.act("pairNextRound")
    played.wait_for("tablesOpened", 2)
    (table,) = played.list("tournamentTables")
    (second,) = played.read()["playedRounds"][1:]
    assert sorted([*table["entrants"], *second["byes"]]) == [0, 1, 2]
    assert played.ask("enterTournament", name="Too late", idempotencyKey=new_key())["code"] == "ALREADY_STARTED"


def test_a_retry_gets_the_same_tournament_and_secrets(one_service: Service) -> None:
    key = new_key()
    terms = {"format": "SWISS", "open": True, "entrants": people(2)}
    first = Played(one_service, over_rest, idempotencyKey=key, **terms)
    entering = new_key()
    entered = first.done("enterTournament", name="Ada", idempotencyKey=entering)
    again = Played(one_service, over_graphql, idempotencyKey=key, **terms)
    assert (again.id, again.host, again.tokens) == (first.id, first.host, first.tokens)
    repeated = again.done("enterTournament", name="Ada", idempotencyKey=entering)
    assert repeated["replayed"]
    assert (repeated["entrant"], repeated["entrantToken"]) == (2, entered["entrantToken"])
    other = over_rest(
        one_service, "createTournament", title="Other", game="zar", format="SWISS", open=True, idempotencyKey=key
    )
    assert other["code"] == "KEY_REUSED"


def test_a_tournament_is_a_node_with_its_game(one_service: Service) -> None:
    played = Played(one_service, over_graphql, format="SWISS", entrants=bots(2))
    query = "query ($id: ID!) { node(id: $id) { id __typename ... on Tournament { title game { title } } } }"
    told = {"id": played.id, "__typename": "Tournament", "title": "Test", "game": {"title": "ZLAM!"}}
    assert Client(one_service).ask(query, id=played.id) == told
    assert Client(one_service).ask(query, id="nothing") is None


def test_a_stream_goes_on_after_its_cursor_and_tells_every_version_once(service: Service) -> None:
    played = Played(service, over_rest, format="SWISS", rounds=2, entrants=bots(4))
    played.act("startTournament")
    told = played.finish()
    frames = list(played.frames(after="1"))
    assert [frame["version"] for frame in frames] == list(range(2, told["version"] + 1))
    assert not any(frame["resync"] for frame in frames)
    middle = frames[len(frames) // 2]
    assert list(played.frames(after=middle["cursor"])) == frames[frames.index(middle) + 1 :]
    ended = Rest(service).get(f"/v1/tournaments/{played.id}/frames?after={frames[-1]['cursor']}")
    assert ended.status_code == 204
    (other,) = played.frames(after="3-AAAAAAAAAAAAAAAA")
    assert other["resync"]


@STORES_AND_APIS
def test_anybody_verifies_a_record_and_a_changed_one_fails(service: Service, api: Api, tmp_path: Path) -> None:
    played = Played(service, api, format="SWISS", rounds=2, boards=2, deals="SAME", entrants=bots(5))
    played.act("startTournament")
    if (early := played.ask("tournamentRecord")).get("code") is not None:
        assert early["code"] == "NOT_OVER"
    played.finish()
    answer = played.ask("tournamentRecord")
    document = msgspec.json.decode(answer["record"]) if api is over_graphql else answer
    assert verify(document, tmp_path) == 0
    document["rounds"][1]["tables"][0]["entrants"].reverse()
    assert verify(document, tmp_path) == 1


def verify(document: Json, folder: Path) -> int:
    """Return the exit status of the command that checks records."""
    file = folder / "tournament.json"
    file.write_bytes(msgspec.json.encode(document))
    return CliRunner().invoke(app, ["verify", str(file)]).exit_code
