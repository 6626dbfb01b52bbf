"""Shared deals in the store: their keys, archives, lifetimes and lists, and what streams share."""

from functools import partial

import pytest
from msgspec.structs import replace

import engine
from service.sessions.changes import Created, DealOpened, Joined, Moved
from service.sessions.problems import Problem
from service.sessions.session import Dealing, Session, Setup, key_of
from service.storage.port import Store
from service.storage.repository import SessionRepository, read_archive
from service.use_cases.reading import find_record, find_session, read_session
from service.use_cases.watch import project_frame, watch
from service.views.projection import ProjectedSession
from tests.support.shared_deals import LIFETIMES, SHARED, change, held, open_table, plan
from tools.stores import StoreWrapper
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

ADA, BOB, HOST = "token-of-ada", "token-of-bob", "token-of-the-host"


def planned(dealing: Dealing = SHARED, setup: Setup | None = None) -> Created:
    options = {"hands": 1, "deal": 3, "firstSeat": 0}
    return plan("zar", [ADA, BOB], host=HOST, options=options, dealing=dealing, setup=setup)


async def play_to_the_end(sessions: SessionRepository, session: Session) -> Session:
    while session.status == "ACTIVE":
        state = session.state
        assert state is not None
        seat = engine.active_seats(state)[0]
        move = str(engine.legal_moves(state, seat)[0])
        session = (await change(sessions, session.id, partial(Moved, seat=seat, move=move))).session
    return session


def hidden(session: ProjectedSession) -> int:
    assert session.view is not None
    return sum(card is None for zone in session.view.zones for card in zone.cards)


async def test_entropy_that_a_seat_has_all_the_same_does_not_count(store: Store) -> None:
    sessions = SessionRepository(store, LIFETIMES)
    vacant = replace(planned(), seats=(*planned().seats[:1], replace(planned().seats[1], token=None)))
    session = await sessions.create("one", replace(vacant, at=await store.now()))
    joined = await change(sessions, session.id, lambda now: Joined(now, 1, held(BOB), entropy="a share"))
    assert joined.session.state is not None
    assert joined.session.state.seed == engine.derive_key(SHARED.server_seed, SHARED.table, ["", ""])


async def test_the_archive_of_a_table_shows_what_it_showed_last(store: Store) -> None:
    sessions = SessionRepository(store, LIFETIMES)
    session = await play_to_the_end(sessions, await open_table(sessions, planned()))
    # As if the sessions had expired, and only their archives were left.
    archived = SessionRepository(OnlyArchives(store), LIFETIMES)
    seen = await read_session(caller(archived, ADA), session.id)
    assert (seen.status, hidden(seen) > 0, seen.fairness.key) == ("FINISHED", True, None)
    assert await find_record(caller(archived, ADA), seen) is None
    with pytest.raises(Problem, match="being played at other tables"):
        await find_session(caller(archived, None), session.id)
    await change(sessions, session.id, DealOpened)
    shown = await read_session(caller(archived, None), session.id)
    assert (hidden(shown), shown.fairness.key) == (0, key_of(session))
    archive = await read_archive(store, session.id)
    assert archive is not None
    assert await find_record(caller(archived, None), shown) == bytes(archive.record).decode()
    assert all(check.holds for check in engine.verify(bytes(archive.record)) if check.name != "shuffles")


class OnlyArchives(StoreWrapper):
    """A store in which every session has expired."""

    async def load(self, _session_id: str) -> None:
        return None


async def test_a_finished_table_waits_for_the_others_as_long_as_a_session_that_goes_on(store: Store) -> None:
    sessions = SessionRepository(store, LIFETIMES)
    ended = await play_to_the_end(sessions, await open_table(sessions, planned()))
    assert ended.expires_at - ended.moved_at == 1000 * LIFETIMES.session
    opened = await change(sessions, ended.id, DealOpened)
    assert opened.session.expires_at - opened.entry.change.at == 1000 * LIFETIMES.finished


async def test_followers_of_one_version_share_nothing_over_the_opening_of_the_deal(store: Store) -> None:
    sessions = SessionRepository(store, LIFETIMES)
    session = await play_to_the_end(sessions, await open_table(sessions, planned()))
    before = f"{session.version - 1}"
    (closed,) = [frame async for frame in watch(sessions, session.id, before, ADA)]
    covered = project_frame(closed, ADA)
    with pytest.raises(Problem) as refusal:
        project_frame(closed, None)
    assert refusal.value.code == "UNAUTHORIZED"
    await change(sessions, session.id, DealOpened)
    end, opened = [frame async for frame in watch(sessions, session.id, before, ADA)]
    assert end.made is closed.made
    shown = project_frame(end, ADA)
    assert len(shown.events) > len(covered.events)
    assert project_frame(end, None).events == shown.events
    assert (end.resync, opened.resync) == (False, True)
    assert project_frame(closed, ADA) is covered
