"""Retries of moves: after the next move, and after a failover that rolled the first try back."""

from collections.abc import AsyncIterator, Awaitable
from contextlib import aclosing
from pathlib import Path
from random import Random

import apsw
import pytest

import engine
from service.sessions.rules import VersionConflict
from service.sessions.session import Session
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import ApplyMoveInput, CreateSessionInput, JoinSessionInput, OptionInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from service.use_cases.playing import apply_move
from service.use_cases.watch import watch
from service.views.steps import ProjectedMove
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


async def open_table(sessions: SessionRepository, table: CreateSessionInput) -> tuple[Session, list[str]]:
    opened = await create_session(caller(sessions), table)
    session_id = opened.session.id
    seats = [await join_session(caller(sessions), JoinSessionInput(session_id=session_id, seat=n)) for n in range(2)]
    return await sessions.read(session_id), [joined.seat_token for joined in seats]


async def test_a_refusal_because_of_a_lost_version_is_decided_again(store: OnceBehind) -> None:
    sessions = SessionRepository(store, Lifetimes(600, 600, 600))
    session, tokens = await open_table(sessions, CreateSessionInput(game="zeven", seats=2))
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


async def test_a_retry_at_a_followed_table_returns_the_events_of_its_own_move(store: OnceBehind) -> None:
    sessions = SessionRepository(store, Lifetimes(600, 600, 600))
    first_seat = OptionInput(name="firstSeat", value="0")
    table = CreateSessionInput(game="bazaar", seats=2, options=[first_seat], seed="0" * 64)
    session, tokens = await open_table(sessions, table)

    def move(seat: int, notation: str) -> Awaitable[ProjectedMove]:
        wish = ApplyMoveInput(session_id=session.id, move=notation, idempotency_key=KEY)
        return apply_move(caller(sessions, tokens[seat]), wish)

    async with aclosing(watch(sessions, session.id, None)) as frames:  # type: ignore[type-var]
        await anext(frames)
        made = await move(0, "play FR1 @red")
        await anext(frames)
        # Each of them draws a card that only its own seat sees.
        answered = await move(1, "play CY3 @yellow")
        assert [event.kind for event in answered.events] == [event.kind for event in made.events]
        again = await move(0, "play FR1 @red")
    assert again.replayed
    assert again.session.version == answered.version
    assert again.events == made.events
    assert again.events_in_codes == made.events_in_codes


def put_back(database: apsw.Connection, stored: Stored, history_hash: str) -> None:
    """Lose the newest version."""
    database.execute("DELETE FROM entries WHERE version > ?", (stored.version,))
    database.execute(
        "UPDATE sessions SET version = ?, history_hash = ?, document = ?",
        (stored.version, history_hash, stored.document),
    )
