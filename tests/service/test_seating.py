"""Matchmaking while a worker dies at any call of its store: a retry gets exactly one seat, at a shared table."""

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest

from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.finding import join_or_create
from service.use_cases.inputs import CreateSessionInput, JoinOrCreateInput
from service.use_cases.opening import create_session
from service.views.session_view import SeatJoined
from store.port import Commit, Committed, Conflict, Listed, Repeated, Store, Stored, Watermark
from store.problems import StoreUnavailable
from tests.support.apis import BOTH, Call, ask_both, over_graphql, over_rest
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import done, new_key, opened
from tests.support.rest_client import Rest
from tools.services import Service
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

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        self.sessions.add(change.document_id)
        made = await super().commit(change) if self._is_alive() else Conflict(None)
        self._answer()
        return made

    async def enlist(self, name: str, member: str, at: int, expires_in: int, *, durable: bool = False) -> None:
        if self._is_alive():
            await super().enlist(name, member, at, expires_in, durable=durable)
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
    taken = list[tuple[str, int]]()
    for session_id in sorted(ids):
        session = await sessions.find(session_id)
        if session is not None and not session.abandoned:
            taken += [(session.id, seat) for seat in session.holders()]
    return taken


@pytest.mark.parametrize("is_last_made", [False, True])
@pytest.mark.parametrize("is_first", [True, False])
async def test_a_worker_dies_at_any_call(store: Store, second_store: Store, is_first: bool, is_last_made: bool) -> None:
    for calls in range(60):
        key = new_key()
        others = set[str]()
        if not is_first:
            others.add((await sit(second_store, None)).session.id)
        dying = DyingStore(store, calls, is_last_made=is_last_made)
        try:
            await sit(dying, key)
        except StoreUnavailable:
            is_dead = True
        else:
            is_dead = False
        joined = await sit(second_store, key)
        again = await sit(second_store, key)
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


class RivalStore(StoreWrapper):
    """Tells of another table as the newest one that was published."""

    def __init__(self, store: Store, rival: str) -> None:
        super().__init__(store)
        self._rival = rival

    async def read_watermark(self, name: str) -> Watermark | None:
        known = await super().read_watermark(name)
        if known is None or not name.startswith("published:"):
            return known
        return Watermark(known.height, self._rival)


async def test_a_settled_seat_is_kept_while_another_table_is_open(store: Store, second_store: Store) -> None:
    key = new_key()
    first = await sit(store, key)
    wish = CreateSessionInput(game="zeven", seats=2, move_seconds=60, public=True)
    rival = await create_session(caller(SessionRepository(second_store, LIFETIMES)), wish)
    again = await sit(RivalStore(second_store, rival.session.id), key)
    assert (again.session.id, again.seat_token) == (first.session.id, first.seat_token)
    assert await seats_taken(second_store, {rival.session.id}) == []


# ---- over both APIs, and at two workers


Kind = dict[str, object]


@pytest.fixture
def kind() -> Kind:
    """A kind of table that no other test looks for."""
    # The time for a decision is a setting, and so a part of the kind.
    return {"game": "zeven", "seats": 2, "moveSeconds": int(new_key().replace("-", "")[:4], 16) + 1000}


def seat(service: Service, call: Call = over_rest, /, **wish: object) -> Json:
    """Take a seat somewhere."""
    return call(service, "joinOrCreate", **wish)


def seat_at_last(service: Service, **wish: object) -> Json:
    """Take a seat somewhere, and repeat what is refused since too many want something at the same time."""
    for _ in range(20):
        joined = seat(service, **wish)
        if joined.get("code") != "BUSY":
            return joined
    raise AssertionError("It is always refused.")


def place(joined: Json) -> tuple[str, int]:
    return joined["session"]["id"], joined["seat"]


@pytest.mark.parametrize("call", BOTH)
def test_the_first_opens_a_table_and_the_second_sits_down_there(service: Service, kind: Kind, call: Call) -> None:
    first, second, third = (seat(service, call, **kind, name=name) for name in ("Ada", "Bob", "Cid"))
    assert first["session"]["status"] == "OPEN"
    assert (first["session"]["isHost"], second["session"]["isHost"]) == (True, False)
    assert place(second) == (first["session"]["id"], 1)
    assert second["session"]["status"] == "ACTIVE"
    assert [one["name"] for one in second["session"]["seats"]] == ["Ada", "Bob"]
    # The table is full, so there is a new one.
    assert third["session"]["id"] != first["session"]["id"]
    assert Rest(service, first["seatToken"]).get(f"/v1/sessions/{first['session']['id']}").json()["viewerSeat"] == 0


def test_a_public_table_that_somebody_opened_is_as_good(service: Service, kind: Kind) -> None:
    made = opened(service, "zeven", 2, public=True, moveSeconds=kind["moveSeconds"])
    made.sit()
    joined = seat(service, **kind)
    assert place(joined) == (made.id, 1)
    assert not joined["session"]["isHost"]


@pytest.mark.parametrize(
    "other",
    [
        {"takeBacks": True},
        {"invitationOnly": True},
        {"startByHost": True},
        {"public": False},
        {"seed": "0" * 64},
        {"seats": 3},
    ],
)
def test_a_table_of_another_kind_is_none(service: Service, kind: Kind, other: Kind) -> None:
    wish = {"public": True, **kind, **other}
    made = Rest(service).done("/v1/sessions", wish)["session"]["id"]
    assert seat(service, **kind)["session"]["id"] != made


def test_options_that_say_the_same_are_of_one_kind(service: Service, kind: Kind) -> None:
    first = seat(service, **kind)
    second = seat(service, **kind, options=[{"name": "firstSeat", "value": "random"}], hints=False)
    assert second["session"]["id"] == first["session"]["id"]


def test_seats_that_are_kept_for_their_last_holders_are_not_taken(service: Service, kind: Kind) -> None:
    made = opened(service, "zeven", 2, public=True, moveSeconds=kind["moveSeconds"])
    table = made.live()
    done(made.host, "abandonSession", made.id)
    rematch = done(table.players[0], "offerRematch", made.id)["session"]["id"]
    assert seat(service, **kind)["session"]["id"] != rematch


def test_a_repeated_request_gets_the_same_seat(service: Service, kind: Kind) -> None:
    key = new_key()
    other_key = new_key()
    first = seat(service, **kind, idempotencyKey=key)
    again = seat(service, **kind, idempotencyKey=key)
    assert (place(again), again["seatToken"]) == (place(first), first["seatToken"])
    assert (first["replayed"], again["replayed"]) == (False, True)
    other = seat(service, **kind, idempotencyKey=other_key)
    assert place(other) == (first["session"]["id"], 1)
    # Also when the table is dealt, and when another one is open.
    seat(service, **kind)
    assert place(seat(service, over_graphql, **kind, idempotencyKey=other_key)) == place(other)
    assert place(seat(service, **kind, idempotencyKey=key)) == place(first)
    assert again["session"]["isHost"]


def test_a_key_of_another_request_is_refused(service: Service, kind: Kind) -> None:
    key = new_key()
    seat(service, **kind, idempotencyKey=key)
    assert ask_both(service, "joinOrCreate", **kind | {"seats": 3}, idempotencyKey=key)["code"] == "KEY_REUSED"


@pytest.mark.parametrize("wish", [{"seats": 1}, {"name": ""}, {"entropy": "é"}, {"public": False}])
def test_bad_input_opens_nothing(one_service: Service, kind: Kind, wish: Kind) -> None:
    before = Rest(one_service).get("/v1/sessions").json()["nodes"]
    assert over_rest(one_service, "joinOrCreate", **kind | wish)["code"] == "INVALID_INPUT"
    assert Rest(one_service).get("/v1/sessions").json()["nodes"] == before


def test_the_opener_who_leaves_makes_room_and_the_table_is_found(service: Service, kind: Kind) -> None:
    first = seat(service, **kind)
    done(Client(service, first["seatToken"]), "leaveSession", first["session"]["id"])
    second = seat(service, **kind)
    assert place(second) == (first["session"]["id"], 0)


def test_many_who_come_at_once_fill_the_tables(two_services: list[Service], kind: Kind) -> None:
    callers = 24
    with ThreadPoolExecutor(callers) as pool:
        wishes = [pool.submit(seat, worker, **kind) for worker, _ in zip(cycle(two_services), range(callers))]
        joined = [wish.result() for wish in wishes]
    places = Counter(map(place, joined))
    assert len(places) == callers, "a seat was given twice"
    assert len({session for session, _ in places}) == callers // 2, "somebody sits alone"
    for one in joined:
        seen = Rest(two_services[0], one["seatToken"]).get(f"/v1/sessions/{one['session']['id']}").json()
        assert (seen["viewerSeat"], seen["status"]) == (one["seat"], "ACTIVE")


def test_requests_with_one_key_that_come_at_once_get_one_seat(two_services: list[Service], kind: Kind) -> None:
    keys = [new_key() for _ in range(4)]
    with ThreadPoolExecutor(16) as pool:
        wishes = [
            pool.submit(seat_at_last, worker, **kind, idempotencyKey=key)
            for key in keys
            for worker, _ in zip(cycle(two_services), range(4))
        ]
        joined = [wish.result() for wish in wishes]
    places = {place(one) for one in joined}
    assert len({(place(one), one["seatToken"]) for one in joined}) == len(places) == len(keys)
    for one in joined:
        seen = Rest(two_services[0], one["seatToken"]).get(f"/v1/sessions/{one['session']['id']}").json()
        assert seen["viewerSeat"] == one["seat"]
