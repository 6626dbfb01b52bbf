"""The stored data of a release stays readable and usable, in every form of store, for ever."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import engine
from service.app import create_app
from service.sessions.apply_change import apply_change, create
from service.sessions.changes import Created, LogEntry
from service.settings import load_settings
from service.storage.codec import SESSIONS
from store.adapters import open_store
from store.port import Stored, StoredEntry
from tests.contract.released import RELEASES, SEAL_KEY, STORES, Held, Sealed, fill_server, read_secrets, unpack_file
from tests.service.api.test_sealed import APPLY, LOOK
from tests.support.graphql_client import Client, result_of
from tests.support.graphql_sessions import Live
from tests.support.graphql_stream import Stream
from tools.redis.server import RedisServer
from tools.services import LocalService

BREAKDOWN = """
query ($id: ID!) { session(id: $id) { view {
  result { scores } breakdown { seats { items { points } } decidedBy { sentence } }
} } }
"""


class Served:
    """A service that continues with the stored data of a release, in one form of store."""

    def __init__(self, release: Path, form: str, folder: Path, stack: ExitStack) -> None:
        if form == "sqlite":
            self.store = unpack_file(release, folder)
        else:
            self.store = fill_server(release, stack.enter_context(RedisServer()))
        settings = load_settings({"CROUPIER_STORE": self.store, "CROUPIER_SEAL_KEYS": SEAL_KEY})
        self.server = stack.enter_context(LocalService(create_app(settings)))
        secrets = read_secrets(release)
        self.sessions: tuple[Held, ...] = secrets.sessions[form]
        self.sealed: tuple[Sealed, ...] = secrets.sealed

    def live(self, held: Held) -> Live:
        return Live(self.server, held.id, [Client(self.server, token) for token in held.tokens])


@pytest.fixture(params=[*product(RELEASES, STORES)], ids=lambda param: f"{param[0].name}, {param[1]}")
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    release, form = request.param
    with ExitStack() as stack:
        yield Served(release, form, tmp_path, stack)


async def read(store_url: str, session_id: str) -> tuple[Stored, list[StoredEntry]]:
    """Return a store's content of a session."""
    store = open_store(store_url)
    await store.start()
    try:
        stored = await store.load(session_id)
        assert stored is not None
        return stored, [*await store.entries(session_id, 0, 1000)]
    finally:
        await store.close()


def test_every_log_replays_to_its_document(served: Served) -> None:
    for held in served.sessions:
        stored, log = asyncio.run(read(served.store, held.id))
        created, *entries = [SESSIONS.decode_entry(entry.body, held.id, entry.version) for entry in log]
        assert isinstance(created.change, Created)
        session, made = create(held.id, created.change)
        assert made == created
        for entry in entries:
            assert not isinstance(entry.change, Created)
            session, made = apply_change(session, entry.change)
            assert entry == made or without_additions(entry) == without_additions(made)
        assert session == SESSIONS.decode(stored.document, held.id)


def test_a_stored_session_is_read_and_played_to_its_end(served: Served) -> None:
    for held in served.sessions:
        live = served.live(held)
        assert live.look()["status"] == held.status
        check_key(live, held)
        check_stream(live)
        check_record(live, Random(held.id))
        check_breakdown(live)


def check_key(live: Live, held: Held) -> None:
    """Check that a move sent again with its key gets its first answer."""
    again = live.move(held.seat, held.move, held.version - 1, held.key)
    assert (again["__typename"], again["replayed"], again["version"]) == ("MoveApplied", True, held.version)


def check_breakdown(live: Live) -> None:
    """Check that the points of the table, which is over, add up from items that no release has stored."""
    view = live.spectator.ask(BREAKDOWN, id=live.id)["view"]
    found = view["breakdown"]["seats"]
    assert [sum(item["points"] for item in seat["items"]) for seat in found] == view["result"]["scores"]


def check_stream(live: Live) -> None:
    """Check that a stream goes on from a cursor of the release."""
    assert isinstance(live.server, LocalService)
    version = live.look(0)["version"]
    with Stream(live.server, live.players[0].token) as stream:
        stream.subscribe(live.id, "1")
        assert [frame["version"] for frame in stream.until(version)] == list(range(2, version + 1))


def check_record(live: Live, chance: Random) -> None:
    """Check that the whole table has a valid record."""
    result = live.play_to_the_end(chance)["view"]["result"]
    record = engine.parse_record(live.record() or "")
    assert all(check.holds is not False for check in engine.verify(record))
    assert result_of(engine.replay(record)[-1]) == result


def test_a_sealed_state_opens_and_is_played_on(served: Served) -> None:
    for table in served.sealed:
        made = []
        for seat, grant in enumerate(table.grants):
            client = Client(served.server, grant)
            others = {"seat": seat, "other": 1 - seat}
            for move in client.ask(LOOK, state=table.state, **others)["may"][:1]:
                wish = {"state": table.state, "seat": seat, "move": move["notation"]}
                made.append(client.ask(APPLY, input=wish, **others)["table"]["view"]["ply"])
        assert made
        assert {*made} == {1}


def test_a_release_has_left_a_table_of_every_game_and_a_finished_one() -> None:
    for release, form in product(RELEASES, STORES):
        secrets = read_secrets(release)
        left = {(held.game, held.status) for held in secrets.sessions[form]}
        assert {status for _, status in left} == {"ACTIVE", "FINISHED"}
        assert {game for game, _ in left} == {table.game for table in secrets.sealed}


def without_additions(entry: LogEntry) -> LogEntry:
    """Return an entry without what release 0.2.0 did not note: where cards lay, and the card that a label names."""
    move = None if entry.move is None else replace(entry.move, label="", card=None)
    return replace(entry, move=move, events=tuple(replace(event, positions=()) for event in entry.events))
