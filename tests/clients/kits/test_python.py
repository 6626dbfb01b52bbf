"""The kit for Python plays whole tables at a real service, with and without asyncio."""

import asyncio
import pickle
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from queue import Queue

import croupier_client
import pytest
from croupier_client import contract
from croupier_client.steps import Settings, Wire

from service.middleware.rate_limit import EMOTES as RATE
from service.sessions.emotes import EMOTES
from tests.clients.kits.converse import AsyncFirst, First
from tests.clients.kits.games import SMALL, WHOLE
from tools.services import Service

# More than httpx opens on its own account.
MANY = 101


def check_versions(frames: list[croupier_client.SessionFrame]) -> None:
    versions = [frame["version"] for frame in frames]
    assert versions == list(range(versions[0], versions[-1] + 1))
    assert frames[-1]["session"]["status"] == "FINISHED"


@pytest.mark.parametrize("session", WHOLE, ids=lambda session: session["game"])
def test_bots_play_a_whole_table_and_the_host_sees_every_version(
    one_service: Service, session: croupier_client.CreateSession
) -> None:
    with croupier_client.Client(one_service.root) as client, ThreadPoolExecutor() as pool:
        hosted = client.create(session)
        watched = pool.submit(lambda: list(client.table(hosted.id).frames()))
        tables = [client.join(hosted.id, name="Ada", player=f"{seat}") for seat in range(session["seats"])]
        results = list(pool.map(First().play, tables))
        check_versions(watched.result())
    assert results == [results[0]] * session["seats"]
    assert results[0] is not None


def test_a_spectator_claims_the_default_move_and_hears_of_a_rematch(one_service: Service) -> None:
    with croupier_client.Client(one_service.root) as client:
        hosted = client.create({**SMALL, "moveSeconds": 1})
        tables = [client.join(hosted.id, player=f"{seat}") for seat in range(2)]
        frames = client.table(hosted.id).frames(until_rematch=True)
        start = next(frames)["version"]
        # Nobody moves.
        assert next(frames)["version"] == start + 1
        tables[0].act("resign", at="*")
        outcome = tables[0].session["outcome"]
        assert outcome is not None
        assert (outcome["by"], outcome["winners"], tables[0].result) == ("RESIGNATION", [1], None)
        found = tables[0].rematch()["id"]
        assert tables[1].rematch()["id"] == found
        *_, last = frames
    assert (last["session"]["status"], last["session"]["rematchId"]) == ("FINISHED", found)


def test_a_bot_stops_at_a_table_that_ends_by_resignation(one_service: Service) -> None:
    with croupier_client.Client(one_service.root) as client:
        hosted = client.create({"game": "zeven", "seats": 2})
        tables = [client.join(hosted.id, player=f"{seat}") for seat in range(2)]
        tables[1].act("resign", at="*")
        assert First().play(tables[0]) is None
        assert tables[0].session["status"] == "FINISHED"


def test_after_days_of_failures_the_waits_are_no_longer_than_the_longest() -> None:
    assert Wire("", Settings(longest_wait=20.0)).back_off(100_000).seconds <= 20


def test_bots_play_a_whole_table_with_asyncio(one_service: Service) -> None:
    async def play() -> tuple[list[croupier_client.Result | None], list[croupier_client.SessionFrame]]:
        async with croupier_client.AsyncClient(one_service.root) as client:
            hosted = await client.create(SMALL)
            spectator = await client.table(hosted.id)
            watched = asyncio.create_task(collect(spectator))
            tables = [await client.join(hosted.id, name="Ada", player=f"{seat}") for seat in range(2)]
            return await asyncio.gather(*(AsyncFirst().play(table) for table in tables)), await watched

    results, frames = asyncio.run(play())
    check_versions(frames)
    assert results[0] == results[1] is not None


async def collect(table: croupier_client.AsyncTable) -> list[croupier_client.SessionFrame]:
    return [frame async for frame in table.frames()]


def test_many_sessions_are_opened_at_once_and_their_results_are_read_by_tag(one_service: Service) -> None:
    storage: dict[str, str] = {}
    with croupier_client.Client(one_service.root, storage=storage) as client:
        made = client.create_sessions([{"game": "zar", "seats": 2, "tag": "a"}, {"game": "zlam", "seats": 2}])
        (node,) = client.batch_results(made["batchId"], tag="a")["nodes"]
        table = client.join(made["sessions"][1]["sessionId"], code=made["sessions"][1]["joinLinks"][1]["code"])
    assert (node["sessionId"], node["status"]) == (made["sessions"][0]["sessionId"], "OPEN")
    assert table.seat == 1
    assert len(storage) == 1, "the host's tokens of a batch are not stored"


def test_an_entrant_plays_its_tables_of_a_tournament_to_the_end(one_service: Service) -> None:
    with croupier_client.Client(one_service.root) as client:
        cups = client.tournaments
        wish: contract.CreateTournament = {"title": "Cup", "format": "ROUND_ROBIN", "open": True, "game": SMALL["game"]}
        made = cups.create({**wish, "options": SMALL["options"], "entrants": [{"name": "Zont", "botLevel": 1}]})
        cup = made["tournament"]["id"]
        entered = cups.enter(cup, name="Ada")
        assert cups.enter(cup)["replayed"]
        assert cups.act(cup, "start")["tournament"]["status"] == "RUNNING"
        for frame in cups.frames(cup):
            if any(event["kind"] == "tablesOpened" for event in frame["events"]):
                play_all(client, cup)
        standings = cups.standings(cup)["nodes"]
        record = cups.record(cup)
    assert frame["status"] == "FINISHED"
    assert {standing["entrant"] for standing in standings} == {0, entered["entrant"]}
    assert record


def play_all(client: croupier_client.Client, cup: str) -> None:
    """Play every table of the entrant that is open."""
    for table in client.tournaments.my_tables(cup):
        for board in table["boards"]:
            if board["status"] == "PLAYING":
                First().play(client.table(board["sessionId"], token=client.tournaments.token(cup)))


def test_a_tournament_that_the_caller_keeps_is_paired_ranked_and_rated(one_service: Service) -> None:
    plan: contract.PairingPlanInput = {"format": "SWISS", "seats": 2}
    entrants: list[contract.PairingEntrantInput] = [{"rating": 1900}, {"rating": 1700}]
    with croupier_client.Client(one_service.root) as client:
        paired = client.tournaments.pair_round({"plan": plan, "entrants": entrants, "seed": "07" * 32})
        assert paired is not None
        table: contract.PairedTableInput = {"entrants": paired["tables"][0]["entrants"], "ruling": [1, 0]}
        standings = client.tournaments.standings_of(
            {"plan": plan, "entrants": entrants, "rounds": [{"tables": [table]}]}
        )
        ratings = client.tournaments.rate_results(
            {"ratings": [{}, {}], "games": [{"teams": [{"players": [0], "rank": 1}, {"players": [1], "rank": 2}]}]}
        )
    assert [standing["entrant"] for standing in standings] == table["entrants"]
    assert ratings[0]["mu"] > ratings[1]["mu"]


def test_a_sealed_table_is_played_from_hand_to_hand(tmp_path: Path) -> None:
    service = Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, seal_keys="07" * 32)
    wish: contract.TableSetup = {
        "game": SMALL["game"],
        "seats": SMALL["seats"],
        "options": SMALL["options"],
        "sealed": True,
    }
    with service, croupier_client.Client(service.root) as client:
        table = client.new_table(wish)["table"]
        grants = [grant["token"] for grant in table["grants"]]
        refused = client.apply_move_to_state({"state": table["state"], "seat": 0, "move": "nonsense"}, grants[0])
        while table["result"] is None:
            table = move_somebody(client, table["state"], grants)["table"]
        over = client.apply_move_to_state({"state": table["state"], "seat": 0, "move": "place @1"}, grants[0])
    assert isinstance(refused, croupier_client.Illegal)
    assert isinstance(over, croupier_client.Over)


def move_somebody(client: croupier_client.Client, state: str, grants: list[str]) -> contract.TableMoved:
    """Make the first legal move of the first seat that has one."""
    for seat, grant in enumerate(grants):
        view = client.read_table({"state": state, "viewer": seat}, grant)["view"]
        if view and view["legalMoves"]:
            move: contract.MoveOnTable = {"state": state, "seat": seat, "move": view["legalMoves"][0]["notation"]}
            outcome = client.apply_move_to_state(move, grant)
            assert isinstance(outcome, croupier_client.AppliedToState)
            return outcome.body
    raise AssertionError("nobody can move, and the table is not over")


def test_a_returning_player_has_the_stored_seat(one_service: Service) -> None:
    storage: dict[str, str] = {}
    with croupier_client.Client(one_service.root, storage=storage) as client:
        hosted = client.create(SMALL)
    seats = []
    for player in (None, "second", None, "second"):
        with croupier_client.Client(one_service.root, storage=storage) as client:
            table = client.join(hosted.id, name="Ada", player=player)
        seats.append((table.seat, table.session["isHost"]))
    assert seats == [(0, True), (1, False), (0, True), (1, False)]
    assert len(storage) == 2


def test_one_client_watches_more_tables_than_the_library_opens_connections(one_service: Service) -> None:
    with croupier_client.Client(one_service.root) as client, ExitStack() as watched:
        table = client.create(SMALL)
        frames = [watched.enter_context(closing(table.frames())) for _ in range(MANY)]
        assert {next(each)["version"] for each in frames} == {1}
        assert table.presence()


def test_a_problem_is_told_from_process_to_process(one_service: Service) -> None:
    with croupier_client.Client(one_service.root) as client, pytest.raises(croupier_client.Problem) as raised:
        client.table("nobody-has-opened-it")
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (copy.code, copy.status, copy.body, str(copy)) == ("NOT_FOUND", 404, raised.value.body, str(raised.value))


def test_an_emote_is_heard_while_frames_are_read_and_one_too_many_is_refused_at_once(one_service: Service) -> None:
    with croupier_client.Client(one_service.root, settings=Settings(language="de")) as client:
        hosted = client.create(SMALL)
        ada, bob = (client.join(hosted.id, player=f"{seat}") for seat in range(2))
        heard = Queue[contract.SeatEmote]()
        with ThreadPoolExecutor() as pool, closing(ada.frames(on_emote=heard.put)) as frames:
            next(frames)
            last = pool.submit(next, frames)
            sent = bob.emote("WELL_PLAYED")
            assert heard.get(timeout=60) == sent == {"seat": 1, "emote": "WELL_PLAYED", "text": "Gut gespielt!"}
            bob.act("resign", at="*")
            assert last.result()["session"]["status"] == "FINISHED"
        assert refused_at_last(ada) == "RATE_LIMITED"
        assert [one["emote"] for one in client.emotes()] == [*EMOTES]
        assert refused_at_last(client.join(client.create({**SMALL, "emotes": False}).id)) == "EMOTES_OFF"


def refused_at_last(table: croupier_client.Table) -> str:
    """Send emotes until one is refused, and return the code of the refusal."""
    try:
        for _ in range(2 * RATE.amount + 1):
            table.emote("OOPS")
    except croupier_client.Problem as refusal:
        return refusal.code
    return ""
