"""The notes of presence in a store: how often they are written, and how long they count."""

import pytest

from service.sessions.session import Session
from service.storage.port import Store
from service.storage.presence import GRACE_MILLISECONDS, Presence, Sight
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import CreateSessionInput, JoinSessionInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from tests.support.stores import until
from tools.stores import StoreWrapper
from tools.use_cases import caller, session_of

pytestmark = pytest.mark.anyio

LIFETIMES = Lifetimes(3600, 3600, 0)


class CountingStore(StoreWrapper):
    """Keeps the notes of presence that are written."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.notes: list[str] = []

    async def enlist(self, name: str, member: str, at: int, expires_in: int) -> None:
        if name.startswith("presence:"):
            self.notes.append(member)
        await super().enlist(name, member, at, expires_in)


async def seated(store: Store) -> tuple[Session, list[str]]:
    """Return a session with two holders, and their tokens."""
    sessions = SessionRepository(store, LIFETIMES)
    made = await create_session(caller(sessions), CreateSessionInput(game="zeven", seats=2))
    joined = [await join_session(caller(sessions), JoinSessionInput(session_id=made.session.id)) for _ in range(2)]
    return session_of(joined[-1]), [one.seat_token for one in joined]


async def is_noted(presence: Presence, session: Session, expected: list[bool]) -> bool:
    return [sight is not None and sight.connected for sight in await presence.read(session)] == expected


async def test_many_streams_of_a_session_are_one_note(store: Store) -> None:
    counting = CountingStore(store)
    session, tokens = await seated(store)
    presence = Presence(counting)
    presence.start()
    followers = [presence.follow(token) for token in tokens for _ in range(5)]
    for follower in followers:
        for _ in range(3):
            follower.see(session)
    await until(lambda: is_noted(presence, session, [True, True]))
    assert len(counting.notes) == 1
    presence.saw(session, tokens[0])
    for follower in followers:
        follower.close()
    await presence.close()


async def test_who_comes_later_is_noted_without_waiting_for_the_next_round(store: Store) -> None:
    counting = CountingStore(store)
    session, tokens = await seated(store)
    presence = Presence(counting)
    presence.start()
    presence.saw(session, tokens[0])
    await until(lambda: is_noted(presence, session, [True, False]))
    presence.saw(session, tokens[1])
    await until(lambda: is_noted(presence, session, [True, True]))
    assert len(counting.notes) == 2
    await presence.close()


async def test_a_note_counts_for_its_time_whoever_wrote_it(store: Store, second_store: Store) -> None:
    session, _ = await seated(store)
    holders = [seat.token.kept[:16] for seat in session.seats if seat.token]
    now = await store.now()
    dead, alive = now - GRACE_MILLISECONDS, now - GRACE_MILLISECONDS + 20_000
    await store.enlist(f"presence:{session.id}", ",".join(sorted(holders)), dead, 60)
    assert await Presence(second_store).read(session) == [Sight(dead, connected=False)] * 2
    await store.enlist(f"presence:{session.id}", holders[1], alive, 60)
    assert await Presence(second_store).read(session) == [Sight(dead, connected=False), Sight(alive, connected=True)]


async def test_tokens_without_a_seat_write_nothing(store: Store) -> None:
    counting = CountingStore(store)
    session, tokens = await seated(store)
    presence = Presence(counting)
    presence.start()
    follower = presence.follow(None, "a-token-of-nobody")
    follower.see(session)
    presence.saw(session, "a-token-of-nobody")
    presence.saw(session, tokens[1])
    await until(lambda: is_noted(presence, session, [False, True]))
    follower.close()
    assert len(counting.notes) == 1
    assert "," not in counting.notes[0]
    await presence.close()


async def test_a_follower_goes_by_the_seats_of_the_version(store: Store) -> None:
    session, tokens = await seated(store)
    presence = Presence(store)
    presence.start()
    follower = presence.follow(tokens[0])
    follower.see(session)
    await until(lambda: is_noted(presence, session, [True, False]))
    vacant = session.with_seat(0, type(session.seats[0])())
    follower.see(vacant)
    assert [sight is None for sight in await presence.read(vacant)] == [True, False]
    follower.close()
    follower.close()
    await presence.close()


async def test_presence_outlives_a_store_that_does_not_answer(store: Store) -> None:
    session, tokens = await seated(store)

    class Failing(CountingStore):
        async def enlist(self, name: str, member: str, at: int, expires_in: int) -> None:
            if not self.notes:
                self.notes.append(member)
                raise RuntimeError("planted")
            await super().enlist(name, member, at, expires_in)

    presence = Presence(Failing(store))
    presence.start()
    follower = presence.follow(tokens[0])
    follower.see(session)
    await until(lambda: is_noted(presence, session, [True, False]))
    follower.close()
    await presence.close()
