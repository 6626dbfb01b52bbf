"""A retry whose first try is taken back by a failover, between two readings of the store."""

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import apsw
import pytest

import engine
from service.sessions.session import Session
from service.sessions.version_conflict import VersionConflict
from service.storage.port import Stored
from service.storage.repository import Lifetimes, SessionRepository
from service.storage.sqlite.store import SqliteStore
from tests.service import calls
from tests.service.calls import Act

pytestmark = pytest.mark.anyio

KEY = "a key of this move"


class Ghosts(SqliteStore):
    """A store that shows a ghost once: what only a primary had that has been replaced meanwhile."""

    ghost: Stored | None = None

    async def load(self, session_id: str) -> Stored | None:
        ghost, self.ghost = self.ghost, None
        return ghost or await super().load(session_id)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Ghosts]:
    store = Ghosts(str(tmp_path / "croupier.db"))
    await store.start()
    yield store
    await store.close()


async def open_table(sessions: SessionRepository) -> tuple[Session, list[str]]:
    opening = await calls.open_session(sessions, "zeven", 2)
    tokens = [(await calls.join(sessions, opening.session.id, seat=seat)).token for seat in range(2)]
    return await sessions.read(opening.session.id), tokens


async def test_what_was_refused_because_of_a_ghost_is_decided_anew(store: Ghosts) -> None:
    sessions = SessionRepository(store, Lifetimes(600, 600, 600))
    session, tokens = await open_table(sessions)
    assert session.state is not None
    (seat,) = engine.active_seats(session.state)
    move = str(Random(1).choice(engine.legal_moves(session.state, seat)))
    act = Act(session.id, tokens[seat], session.cursor, KEY)
    before = await store.load(session.id)
    assert before is not None
    made = await calls.move(sessions, Act(session.id, tokens[seat], session.cursor), move)
    ghost = await store.load(session.id)
    await store._writer.run(lambda database: put_back(database, before, session.history_hash))
    store.ghost = ghost
    done = await calls.move(sessions, act, move)
    assert (done.version, done.replayed) == (made.version, False)
    store.ghost = ghost
    assert (await calls.move(sessions, act, move)).replayed
    with pytest.raises(VersionConflict):
        await calls.move(sessions, Act(session.id, tokens[seat], session.cursor, "another"), move)


def put_back(database: apsw.Connection, stored: Stored, history_hash: str) -> None:
    """Lose the newest version."""
    database.execute("DELETE FROM entries WHERE version > ?", (stored.version,))
    database.execute(
        "UPDATE sessions SET version = ?, history_hash = ?, document = ?",
        (stored.version, history_hash, stored.document),
    )
