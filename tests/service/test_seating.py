"""A seat at any table of a kind, where a worker dies at any call of its store: a retry gets one seat, not alone."""

from collections.abc import Sequence

import pytest

from service.sessions.problems import StoreUnavailable
from service.sessions.session import Session
from service.storage.port import Change, Committed, Conflict, Listed, Repeated, Store, Stored, Watermark
from service.storage.repository import Lifetimes, SessionRepository
from service.use_cases.finding import join_or_create
from service.use_cases.inputs import JoinOrCreateInput
from service.views.session_view import SeatJoined
from tests.support.graphql_sessions import new_key
from tools.stores import StoreWrapper
from tools.use_cases import caller, session_of

pytestmark = pytest.mark.anyio

LIFETIMES = Lifetimes(3600, 3600, 0)


class DyingStore(StoreWrapper):
    """Answers so many calls; the next one is carried out or not, and nothing is answered from then on."""

    def __init__(self, store: Store, calls: int, *, is_last_made: bool) -> None:
        super().__init__(store)
        self.calls = calls
        self._is_last_made = is_last_made
        self.sessions: set[str] = set()

    def _is_alive(self) -> bool:
        """Count a call, and tell whether it is carried out."""
        self.calls -= 1
        return self.calls >= 0 or (self.calls == -1 and self._is_last_made)

    def _answer(self) -> None:
        if self.calls < 0:
            raise StoreUnavailable("dead")

    async def commit(self, change: Change) -> Committed | Repeated | Conflict:
        self.sessions.add(change.session_id)
        made = await super().commit(change) if self._is_alive() else Conflict(None)
        self._answer()
        return made

    async def enlist(self, name: str, member: str, at: int, expires_in: int) -> None:
        if self._is_alive():
            await super().enlist(name, member, at, expires_in)
        self._answer()

    async def advance_watermark(self, name: str, height: int, token: str, expires_in: int) -> bool:
        made = self._is_alive() and await super().advance_watermark(name, height, token, expires_in)
        self._answer()
        return made

    async def read_watermark(self, name: str) -> Watermark | None:
        self._is_alive()
        self._answer()
        return await super().read_watermark(name)

    async def listed(self, name: str, before: tuple[int, str] | None, limit: int) -> Sequence[Listed]:
        self._is_alive()
        self._answer()
        return await super().listed(name, before, limit)

    async def load(self, session_id: str) -> Stored | None:
        self._is_alive()
        self._answer()
        return await super().load(session_id)


async def sit(store: Store, key: str | None) -> SeatJoined:
    wish = JoinOrCreateInput(game="zeven", seats=2, move_seconds=60, idempotency_key=key)
    return await join_or_create(caller(SessionRepository(store, LIFETIMES)), wish)


async def seats_taken(store: Store, ids: set[str]) -> list[tuple[str, int]]:
    sessions = SessionRepository(store, LIFETIMES)
    found: list[Session | None] = [await sessions.find(session_id) for session_id in sorted(ids)]
    return [
        (session.id, seat)
        for session in found
        if session is not None and not session.abandoned
        for seat in session.holders()
    ]


@pytest.mark.parametrize("is_last_made", [False, True])
@pytest.mark.parametrize("is_first", [True, False])
async def test_a_worker_may_die_at_any_call(
    store: Store, second_store: Store, is_first: bool, is_last_made: bool
) -> None:
    for calls in range(60):
        key, others = new_key(), set[str]()
        if not is_first:
            others.add((await sit(second_store, None)).session.id)
        dying = DyingStore(store, calls, is_last_made=is_last_made)
        try:
            await sit(dying, key)
        except StoreUnavailable:
            is_dead = True
        else:
            is_dead = False
        joined, again = await sit(second_store, key), await sit(second_store, key)
        assert (joined.session.id, joined.seat, joined.seat_token) == (again.session.id, again.seat, again.seat_token)
        taken = await seats_taken(second_store, dying.sessions | others | {joined.session.id})
        assert (joined.session.id, joined.seat) in taken
        assert len({session for session, _ in taken}) == 1, "a seat at another table, too"
        if is_first:
            partner = await sit(second_store, None)
            assert partner.session.id == joined.session.id, "nobody finds the table"
        assert session_of(await sit(second_store, key)).status == "ACTIVE"
        if not is_dead:
            return
    raise AssertionError("it takes too many calls")
