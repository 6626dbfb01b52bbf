"""Data of a newer release is refused with NEWER_RELEASE everywhere, and stays unchanged."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from service.app import create_app
from service.cleanup import GHOST_MILLISECONDS
from service.sessions.apply_change import apply_change, create
from service.sessions.changes import BotAdded, BotRemoved, Created
from service.sessions.formats import FORMAT
from service.sessions.session import Bot, Dealing, Seat, Setup
from service.settings import load_settings
from service.storage.codec import SESSIONS, NewerRelease, add_checksum, take_checked
from service.storage.public_lists import OPEN
from service.storage.sessions import read_archive
from service.storage.tournaments import PUBLIC, RUNNING, TOURNAMENTS
from service.use_cases.finding import list_sessions
from service.use_cases.inputs import CreateSessionInput, ListInput
from service.use_cases.opening import create_session
from service.use_cases.tournaments.reading import list_tournaments
from store.port import Commit, Committed, Store, Stored
from store.sqlite.store import SqliteStore
from tests.support.graphql_client import Client
from tests.support.graphql_sessions import Live, open_table
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest, check_problem
from tests.support.tournament_workers import Worker
from tools.services import LocalService
from tools.stored import CREATED
from tools.stores import started_store

NEWER = "NEWER_RELEASE"


@pytest.fixture
def server(store_url: str) -> Iterator[LocalService]:
    with ExitStack() as stack:
        yield stack.enter_context(LocalService(create_app(load_settings({"CROUPIER_STORE": store_url}))))


async def write_as_newer(store: Store, name: str, history_hash: str) -> bytes:
    """Write a document as a newer release would, in a format that this one does not know; return what is stored."""
    stored = await store.load(name)
    assert stored is not None
    document = add_checksum(take_checked(stored.document, name), name, FORMAT + 1)
    change = Commit(name, stored.version, document, b"", 600, expected_hash=history_hash, history_hash=history_hash)
    assert isinstance(await store.commit(change), Committed)
    return document


async def write_at(store_url: str, name: str, history_hash: str) -> bytes:
    async with started_store(store_url) as store:
        return await write_as_newer(store, name, history_hash)


async def read(store_url: str, name: str) -> Stored:
    async with started_store(store_url) as store:
        stored = await store.load(name)
    assert stored is not None
    return stored


def test_a_session_of_a_newer_release_is_refused_everywhere_and_not_changed(
    server: LocalService, store_url: str
) -> None:
    table = open_table(server, "zlam", 2)
    session = SESSIONS.decode(asyncio.run(read(store_url, table.id)).document, table.id)
    written = asyncio.run(write_at(store_url, table.id, session.history_hash))
    seat = Rest(server, table.players[0].token)
    path = f"/v1/sessions/{table.id}"
    for resource in ("", "/events", "/hand", "/legal-moves", "/record", "/frames"):
        check_problem(seat.get(path + resource), 409, NEWER)
    check_problem(seat.post(f"{path}/moves", {"move": "pass"}, If_Match="*"), 409, NEWER)
    check_problem(seat.post(f"{path}/leave"), 409, NEWER)
    assert table.move(0, "pass")["code"] == NEWER
    assert codes_over_graphql(table) == [NEWER]
    with Stream(server, table.players[0].token) as stream:
        stream.subscribe(table.id)
        assert stream.receive()["payload"][0]["extensions"] == {"code": NEWER}
    wish = {"seats": [{"sessionId": table.id, "seatToken": seat.token}], "waitSeconds": 0}
    assert [one["state"] for one in seat.done("/v1/decisions", wish)["seats"]] == [NEWER]
    assert asyncio.run(read(store_url, table.id)).document == written


def codes_over_graphql(table: Live) -> list[str]:
    answer = Client(table.server).execute("query ($id: ID!) { session(id: $id) { status } }", id=table.id)
    return [error["extensions"]["code"] for error in answer["errors"]]


def test_a_tournament_of_a_newer_release_is_refused(server: LocalService, store_url: str) -> None:
    wish = {"title": "Cup", "game": "zlam", "format": "SWISS", "open": True}
    made = Rest(server).post("/v1/tournaments", wish).json()
    tournament = made["tournament"]["id"]
    name = TOURNAMENTS.prefix + tournament
    stored = TOURNAMENTS.decode(asyncio.run(read(store_url, name)).document, tournament)
    asyncio.run(write_at(store_url, name, stored.history_hash))
    path = f"/v1/tournaments/{tournament}"
    check_problem(Rest(server).get(path), 409, NEWER)
    check_problem(Rest(server).get(f"{path}/frames"), 409, NEWER)
    check_problem(Rest(server).post(f"{path}/entrants", {"name": "Ada"}), 409, NEWER)


def test_an_archive_of_a_newer_release_is_refused(server: LocalService, store_url: str) -> None:
    table = open_table(server, "zlam", 2)
    archive = asyncio.run(rewrite_archive(store_url, table))
    assert archive == NEWER


async def rewrite_archive(store_url: str, table: Live) -> str:
    """Give a session an archive of a newer release, and return the code with which it is refused."""
    async with started_store(store_url) as store:
        stored = await store.load(table.id)
        assert stored is not None
        session = SESSIONS.decode(stored.document, table.id)
        change = Commit(
            table.id,
            stored.version,
            stored.document,
            b"",
            600,
            archive=add_checksum(b"{}", table.id, FORMAT + 1),
            expected_hash=session.history_hash,
            history_hash=session.history_hash,
        )
        await store.commit(change)
        with pytest.raises(NewerRelease) as refused:
            await read_archive(store, table.id)
    return refused.value.code


@pytest.mark.anyio
async def test_entries_of_a_newer_release_stay_on_their_lists(tmp_path: Path) -> None:
    seconds = [1e9]
    store = SqliteStore(str(tmp_path / "croupier.db"), clock=lambda: seconds[0])
    await store.start()
    worker = Worker(store)
    made = await worker.open(public=True)
    opened = await create_session(worker.caller(), CreateSessionInput(game="zar", seats=2, public=True))
    tournament = await worker.tournaments.read(made.tournament.id)
    session = await worker.sessions.read(opened.session.id)
    await write_as_newer(store, TOURNAMENTS.prefix + tournament.id, tournament.history_hash)
    await write_as_newer(store, session.id, session.history_hash)
    seconds[0] += 3 * GHOST_MILLISECONDS / 1000
    await worker.scheduler._cleanup.go_round()
    assert (await list_sessions(worker.caller(), ListInput())).edges == ()
    assert (await list_tournaments(worker.caller(), ListInput())).edges == ()
    for name, member in {OPEN: session.id, RUNNING: tournament.id, PUBLIC: tournament.id}.items():
        assert [one.member for one in await store.listed(name, None, 10)] == [member]
    await store.close()


# ---- numbers


def test_a_format_number_that_was_damaged_is_no_newer_release() -> None:
    for number in (1, FORMAT, FORMAT + 1):
        stored = add_checksum(b"a value", "a place", number)
        for other in {*range(256)} - {number}:
            with pytest.raises(ValueError, match="checksum"):
                take_checked(bytes([other]) + stored[1:], "a place")
    for empty in (b"", b"\x01", b"\x03"):
        with pytest.raises(ValueError, match="checksum"):
            take_checked(empty, "a place")


def test_a_session_has_the_lowest_number_that_has_what_it_uses() -> None:
    plain = replace(CREATED, seats=(Seat(), Seat()), options={})
    assert format_of_created(plain) == 1
    assert format_of_created(replace(plain, setup=Setup(hints=True))) == 2
    assert format_of_created(replace(plain, dealing=Dealing(table="another"))) == 2
    assert format_of_created(replace(plain, batch="a batch")) == 2
    assert format_of_created(replace(plain, seats=(Seat(), Seat(kind="BOT", bot=Bot(1, 1))))) == 2
    assert format_of_created(replace(plain, options={"vincentFor": "cards"})) == 2
    assert format_of_created(replace(plain, options={"stacking": False})) == 1


def format_of_created(change: Created) -> int:
    return create("id", change)[0].format_number


def test_a_number_never_falls_since_the_log_keeps_what_was_there() -> None:
    session, _ = create("id", replace(CREATED, seats=(Seat(), Seat()), options={}))
    assert session.format_number == 1
    session, _ = apply_change(session, BotAdded(2, 1, Bot(1, 1)))
    assert session.format_number == 2
    session, _ = apply_change(session, BotRemoved(3, 1))
    assert (session.format_number, session.seats[1].bot) == (2, None)
