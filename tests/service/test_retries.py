"""A retry whose first try is rolled back by a failover, between two reads of the store."""

from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from random import Random

import apsw
import pytest

import engine
from service.sessions.rules import VersionConflict
from service.sessions.session import Session
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import ApplyMoveInput, CreateSessionInput, JoinSessionInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from service.use_cases.playing import apply_move
from service.views.changes import ProjectedMove
from store.port import Stored
from store.sqlite.store import SqliteStore
from tools.use_cases import caller, expecting

pytestmark = pytest.mark.anyio

KEY = "a key of this move"


class OnceBehind(SqliteStore):
    """A store that answers one read with data that only a since replaced primary had."""

    replaced: Stored | None = None

    async def load(self, session_id: str) -> Stored | None:
        replaced, self.replaced = self.replaced, None
        return replaced or await super().load(session_id)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[OnceBehind]:
    store = OnceBehind(str(tmp_path / "croupier.db"))
    await store.start()
    yield store
    await store.close()


async def open_table(sessions: SessionRepository) -> tuple[Session, list[str]]:
    opened = await create_session(caller(sessions), CreateSessionInput(game="zeven", seats=2))
    session_id = opened.session.id
    seats = [await join_session(caller(sessions), JoinSessionInput(session_id=session_id, seat=n)) for n in range(2)]
    return await sessions.read(session_id), [joined.seat_token for joined in seats]


async def test_a_refusal_because_of_a_lost_version_is_decided_again(store: OnceBehind) -> None:
    sessions = SessionRepository(store, Lifetimes(600, 600, 600))
    session, tokens = await open_table(sessions)
    assert session.state is not None
    (seat,) = engine.active_seats(session.state)
    move = str(Random(1).choice(engine.legal_moves(session.state, seat)))
    player = caller(sessions, tokens[seat])

    def move_with(key: str | None) -> Awaitable[ProjectedMove]:
        made = ApplyMoveInput(session_id=session.id, move=move, idempotency_key=key, **expecting(session.cursor))
        return apply_move(player, made)

    before = await store.load(session.id)
    assert before is not None
    made = await move_with(None)
    lost = await store.load(session.id)
    await store._writer.run(lambda database: put_back(database, before, session.history_hash))
    store.replaced = lost
    done = await move_with(KEY)
    assert (done.version, done.replayed) == (made.version, False)
    store.replaced = lost
    assert (await move_with(KEY)).replayed
    with pytest.raises(VersionConflict):
        await move_with("another")


def put_back(database: apsw.Connection, stored: Stored, history_hash: str) -> None:
    """Lose the newest version."""
    database.execute("DELETE FROM entries WHERE version > ?", (stored.version,))
    database.execute(
        "UPDATE sessions SET version = ?, history_hash = ?, document = ?",
        (stored.version, history_hash, stored.document),
    )
