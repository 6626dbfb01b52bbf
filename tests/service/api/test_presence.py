"""Presence: shown by both APIs and every worker, and by nothing else."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest

from service.sessions.session import Session
from service.storage import presence as presence_module
from service.storage.presence import (
    GRACE_MILLISECONDS,
    RETURN_SECONDS,
    VACANT,
    Follower,
    LastSeen,
    PresenceTracker,
)
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import CreateSessionInput, JoinSessionInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from store.port import Store
from tests.support.apis import ask_both
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import Live, done, open_table, opened
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tests.support.stores import until
from tools.redis.server import wait_until
from tools.services import Service
from tools.stores import StoreWrapper
from tools.use_cases import caller, session_of

pytestmark = pytest.mark.anyio

GRACE_SECONDS = GRACE_MILLISECONDS / 1000
# Longer than any test takes.
AN_HOUR = 3600.0
NOBODY = {"connected": None, "lastSeen": None}
NEVER = {"connected": False, "lastSeen": None}


def presence(service: Service, session_id: str, tries: int = 3) -> list[Json]:
    """Return the presence of all seats; both APIs must agree, unless it changes just in between."""
    try:
        told = ask_both(service, "presence", sessionId=session_id)
    except AssertionError:
        if tries == 1:
            raise
        return presence(service, session_id, tries - 1)
    assert told["sessionId"] == session_id
    assert [one.pop("seat") for one in told["seats"]] == list(range(len(told["seats"])))
    seats: list[Json] = told["seats"]
    return seats


def connected(service: Service, table: Live) -> list[bool | None]:
    return [one["connected"] for one in presence(service, table.id)]


def test_a_seat_with_a_stream_is_connected_and_others_are_not(service: Service) -> None:
    table = open_table(service, "zeven", 3)
    assert presence(service, table.id) == [NEVER] * 3
    with Stream(service, table.players[1].token) as stream, Stream(service) as spectator:
        stream.subscribe(table.id).frame()
        spectator.subscribe(table.id).frame()
        wait_until(lambda: connected(service, table) == [False, True, False])
        assert presence(service, table.id)[1]["lastSeen"] is not None
        Rest(service, table.players[1].token).get(f"/v1/sessions/{table.id}")
        closed_at = time.monotonic()
    # It has time to return, and is then gone, whatever it read before: a reader stays present for longer.
    wait_until(lambda: connected(service, table) == [False] * 3, seconds=GRACE_SECONDS)
    assert RETURN_SECONDS < time.monotonic() - closed_at < GRACE_SECONDS
    assert presence(service, table.id)[1]["lastSeen"] is not None


def test_a_stream_over_rest_counts_and_a_poll_a_reader_and_a_client_that_only_moves(service: Service) -> None:
    table = open_table(service, "zeven", 4, {"firstSeat": "0"})
    seats = [{"sessionId": table.id, "seatToken": table.players[3].token}]
    Rest(service).done("/v1/decisions", {"seats": seats, "waitSeconds": 0})
    Rest(service, table.players[2].token).get(f"/v1/sessions/{table.id}")
    wait_until(lambda: connected(service, table) == [False, False, True, True])
    moves = f"/v1/sessions/{table.id}/moves"
    rest = Rest(service, table.players[0].token)
    legal = rest.post(moves, {"move": "?"}, If_Match="*").json()["legalMoves"]
    assert rest.post(moves, {"move": legal[0]["notation"]}, If_Match="*").status_code == 200
    headers = {"Accept": "text/event-stream", "Authorization": f"Bearer {table.players[1].token}"}
    with service.http.stream("GET", f"{service.root}/v1/sessions/{table.id}/frames", headers=headers) as frames:
        next(frames.iter_raw())
        wait_until(lambda: connected(service, table) == [True] * 4)


@pytest.mark.parametrize("act", ["moves", "undo"])
def test_a_refused_player_counts_as_present_and_a_stranger_does_not(service: Service, act: str) -> None:
    table = open_table(service, "zeven", 3, {"firstSeat": "0"})
    path = f"/v1/sessions/{table.id}/{act}"
    body = {"move": "?"} if act == "moves" else None
    for token in (None, "a-token-of-nobody", table.players[1].token):
        assert Rest(service, token).post(path, body, If_Match="*").status_code >= 400
    wait_until(lambda: connected(service, table) == [False, True, False])


def test_bots_and_empty_seats_have_no_presence_and_a_new_player_was_never_seen(service: Service) -> None:
    made = opened(service, "zar", 3, botMillis=60_000)
    ada = made.sit(seat=0)
    done(made.host, "addBot", made.id, seat=1, level=1)
    ada.read(made.id)
    wait_until(lambda: presence(service, made.id)[0]["connected"] is True)
    assert presence(service, made.id)[1:] == [NOBODY, NOBODY]
    done(ada, "leaveSession", made.id)
    assert presence(service, made.id)[0] == NOBODY
    made.sit(seat=0)
    assert presence(service, made.id)[0] == NEVER


def test_a_token_without_a_seat_is_nobody(service: Service) -> None:
    made = opened(service, "zar", 2)
    other = opened(service, "zar", 2)
    made.sit()
    for token in (other.sit().token, made.host.token, "a-token-of-nobody"):
        Client(service, token).read(made.id)
    after = made.sit()
    after.read(made.id)
    wait_until(lambda: presence(service, made.id)[1]["connected"] is True)
    assert presence(service, made.id)[0] == NEVER


def test_presence_changes_no_other_answer(service: Service) -> None:
    table = open_table(service, "zeven", 2)
    before = Rest(service).get(f"/v1/sessions/{table.id}")
    with Stream(service, table.players[0].token) as stream:
        stream.subscribe(table.id).frame()
        wait_until(lambda: connected(service, table) == [True, False])
        again = Rest(service).get(f"/v1/sessions/{table.id}", If_None_Match=before.headers["etag"])
        assert again.status_code == 304
        # The next frame is of the next version, not of a change of presence.
        done(table.players[1], "resign", table.id)
        assert stream.frame()["version"] == before.json()["version"] + 1


def test_a_session_that_is_not_there_has_no_presence(one_service: Service) -> None:
    assert ask_both(one_service, "presence", sessionId="none")["code"] == "NOT_FOUND"


# ---- two workers


def test_each_worker_tells_of_the_streams_of_others_and_of_a_dead_one(two_services: list[Service]) -> None:
    here, there = two_services
    table = open_table(here, "zeven", 2)
    with Stream(here, table.players[0].token) as one, Stream(there, table.players[1].token) as other:
        one.subscribe(table.id).frame()
        other.subscribe(table.id).frame()
        wait_until(lambda: [connected(service, table) for service in two_services] == [[True, True]] * 2)
        seen = presence(here, table.id)[1]["lastSeen"]
        there.kill()
        # The notes of the dead worker stay until they expire, and no longer: see below.
        left = presence(here, table.id)[1]
        assert left["connected"] is True
        assert left["lastSeen"] >= seen


# ---- the notes in a store


LIFETIMES = Lifetimes(3600, 3600, 0)


class CountingStore(StoreWrapper):
    """Keeps the notes of presence that are written."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.notes: list[str] = []

    async def enlist(self, name: str, member: str, at: int, expires_in: int, *, durable: bool = False) -> None:
        if name.startswith("presence:"):
            self.notes.append(member)
        await super().enlist(name, member, at, expires_in, durable=durable)


async def seated(store: Store) -> tuple[Session, list[str]]:
    """Return a session with two holders, and their tokens."""
    sessions = SessionRepository(store, LIFETIMES)
    made = await create_session(caller(sessions), CreateSessionInput(game="zeven", seats=2))
    joined = [await join_session(caller(sessions), JoinSessionInput(session_id=made.session.id)) for _ in range(2)]
    return session_of(joined[-1]), [one.seat_token for one in joined]


async def is_noted(presence: PresenceTracker, session: Session, expected: list[bool]) -> bool:
    return [sight.connected for sight in await presence.read(session)] == expected


async def has_one_note(store: Store, session: Session) -> bool:
    return len(await store.listed(f"presence:{session.id}", None, 9)) == 1


async def is_seen(presence: PresenceTracker, session: Session, since: int) -> bool:
    """Tell whether the first seat was seen since a time."""
    at = (await presence.read(session))[0].at
    return at is not None and at >= since


@asynccontextmanager
async def tracked(*stores: Store) -> AsyncIterator[tuple[PresenceTracker, PresenceTracker, Session, list[str]]]:
    """Track presence at one or two workers; yield the trackers, a session with two holders, and their tokens."""
    session, tokens = await seated(stores[0])
    trackers = [PresenceTracker(store) for store in stores]
    async with anyio.create_task_group() as group:
        for one in trackers:
            group.start_soon(one.run)
        yield trackers[0], trackers[-1], session, tokens
        group.cancel_scope.cancel()


def followed(session: Session, *followers: Follower) -> list[Follower]:
    for follower in followers:
        follower.see(session)
    return [*followers]


async def test_many_streams_of_a_session_are_one_note(store: Store) -> None:
    counting = CountingStore(store)
    async with tracked(counting) as (presence, _, session, tokens):
        for _ in range(50):
            for follower in followed(session, *map(presence.stream, tokens), presence.poll(*tokens)):
                follower.see(session)
                follower.close()
        presence.saw(session, tokens[0])
        await until(lambda: is_noted(presence, session, [True, True]))
        # All leave at once, and their earlier acts no longer count.
        await until(lambda: is_noted(presence, session, [False, False]))
        assert len(counting.notes) == 2
        # The note is replaced in two steps, and counts from the first.
        await until(lambda: has_one_note(store, session))


async def test_a_later_arrival_is_noted_without_waiting_for_the_next_round(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_module, "REFRESH_SECONDS", AN_HOUR)
    counting = CountingStore(store)
    async with tracked(counting) as (presence, _, session, tokens):
        presence.saw(session, tokens[0])
        await until(lambda: is_noted(presence, session, [True, False]))
        presence.saw(session, tokens[1])
        await until(lambda: is_noted(presence, session, [True, True]))
        # They read on in turn, which is no news.
        for token in tokens:
            presence.saw(session, token)
            await until(lambda: not presence.seen)
        assert len(counting.notes) == 2


@pytest.mark.parametrize("note", ["{}", ":worker:{}:"], ids=["of a release before", "of a worker"])
async def test_a_note_counts_for_its_time_whichever_worker_wrote_it(
    store: Store, second_store: Store, note: str
) -> None:
    session, _ = await seated(store)
    holders = [seat.token.kept[:16] for seat in session.seats if seat.token]
    now = await store.now()
    dead = now - GRACE_MILLISECONDS
    alive = now - GRACE_MILLISECONDS + 20_000
    await store.enlist(f"presence:{session.id}", note.format(",".join(sorted(holders))), dead, 60)
    assert await PresenceTracker(second_store).read(session) == [LastSeen(dead, connected=False)] * 2
    await store.enlist(f"presence:{session.id}", note.format(holders[1]), alive, 60)
    assert await PresenceTracker(second_store).read(session) == [
        LastSeen(dead, connected=False),
        LastSeen(alive, connected=True),
    ]


async def test_a_player_stays_present_while_another_worker_has_a_stream(
    store: Store, second_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence_module, "RETURN_SECONDS", 0.6)
    # No note is written but for news.
    monkeypatch.setattr(presence_module, "REFRESH_SECONDS", AN_HOUR)
    counting = CountingStore(store)
    async with tracked(counting, second_store) as (here, there, session, tokens):
        [tab, _] = followed(session, *map(here.stream, tokens))
        [other] = followed(session, there.stream(tokens[0]))
        await until(lambda: is_noted(there, session, [True, True]))
        tab.close()
        await until(lambda: len(counting.notes) == 2)
        assert await is_noted(there, session, [True, True])
        # Back at the first worker: a page was reloaded.
        other.close()
        [tab] = followed(session, here.stream(tokens[0]))
        await until(lambda: len(counting.notes) == 3)
        # A move that another worker makes, before the page is closed.
        moved_at = await store.now()
        there.saw(session, tokens[0])
        await until(lambda: is_seen(here, session, moved_at))
        tab.close()
        await until(lambda: is_noted(there, session, [False, True]))
        assert await is_seen(here, session, moved_at)
        # A player who acts without a stream counts as present for some time.
        here.saw(session, tokens[0])
        await until(lambda: is_noted(there, session, [True, True]))


async def test_a_follower_goes_by_the_seats_of_the_version_and_writes_nothing_without_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Until the end of the test, the holder has time to return.
    monkeypatch.setattr(presence_module, "RETURN_SECONDS", AN_HOUR)
    counting = CountingStore(store)
    async with tracked(counting) as (presence, _, session, tokens):
        [follower, *_] = followed(session, presence.stream(tokens[0]), presence.poll(None, "a-token-of-nobody"))
        presence.saw(session, "a-token-of-nobody")
        await until(lambda: is_noted(presence, session, [True, False]))
        assert "," not in counting.notes[0]
        vacant = session.with_seat(0, type(session.seats[0])())
        follower.see(vacant)
        assert [sight == VACANT for sight in await presence.read(vacant)] == [True, False]
        follower.close()
        follower.close()
        assert len(counting.notes) == 1


async def test_presence_outlives_a_store_that_does_not_answer(store: Store) -> None:
    class Failing(CountingStore):
        async def enlist(self, name: str, member: str, at: int, expires_in: int, *, durable: bool = False) -> None:
            if not self.notes:
                self.notes.append(member)
                raise RuntimeError("planted")
            await super().enlist(name, member, at, expires_in, durable=durable)

    async with tracked(Failing(store)) as (presence, _, session, tokens):
        followed(session, presence.stream(tokens[0]))
        await until(lambda: is_noted(presence, session, [True, False]))
