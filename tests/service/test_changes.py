"""Changes applied to one version of a session give the next version, for every viewer and every kind of change.

The sessions are random, without a network. Each follower has a client that only applies changes. After every frame, the
client's session must equal the whole session of that version, byte for byte, and at the end the session of a read.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import pytest

import engine
from service.rest.encoding import encode
from service.rest.models import FrameOfChanges, FrameOfCodes, MoveMade
from service.sessions.changes import DealOpened
from service.sessions.session import Session
from service.storage.caches import SharedVersion
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases import inputs, lobby
from service.use_cases.frames import Frame, ProjectedFrame, project_frame
from service.use_cases.opening import create_session
from service.use_cases.playing import apply_move, give_up_seat
from service.use_cases.watch import FramePush, watch
from service.views.catalogue import format_option
from service.views.fields import fill
from service.views.projection import project_session
from service.views.session_view import SessionCreated
from service.views.wording import wanted_language
from store.sqlite.store import SqliteStore
from tests.engine.play import random_table
from tests.service.api.test_catalogue import GAMES
from tests.service.test_lost_changes import shaken as shaken
from tests.service.test_random_sessions import Life
from tests.service.test_session_cache import TOKENS, Worker
from tests.support.graphql_client import Json
from tests.support.shared_deals import LIFETIMES, change, open_table, plan
from tests.support.stores import until
from tools.changes import apply_changes, read_json
from tools.codes import apply_codes, events_in_codes, session_in_codes
from tools.redis.server import RedisServer, rolled_back_after
from tools.use_cases import caller, session_of

pytestmark = pytest.mark.anyio

ACTS = 120
LIVES = 3
FEWEST = 15
MOST_FOLLOWERS = 8
MOST_SEATS = 4
LANGUAGES = (None, "en", "de")


# ---- a follower


class Clock(msgspec.Struct):
    """The clock of a store."""

    seconds: float = 1e9

    def read(self) -> float:
        """Return the time."""
        return self.seconds


class Shown(NamedTuple):
    """A frame with changes, the same one in codes, and with the whole session."""

    told: Json
    in_codes: Json
    whole: Json


class Follower:
    """A client that follows a session and applies changes; `hold` makes it slow, so that it reads from the log."""

    def __init__(self, sessions: SessionRepository, session_id: str, token: str | None, chance: Random) -> None:
        self.session: Json | None = None
        self.in_codes: Json | None = None
        self.kinds = Counter[str]()
        self.language = chance.choice(LANGUAGES)
        self._token = token
        self._chance = chance
        self._free = asyncio.Event()
        self._free.set()
        self._task = asyncio.create_task(self._follow(sessions, session_id))

    def hold(self, *, held: bool) -> None:
        """Let the follower take no frame, or go on."""
        if held:
            self._free.clear()
        else:
            self._free.set()

    @property
    def version(self) -> int:
        """The version that the client has; 0 before the first frame."""
        return 0 if self.session is None else int(self.session["version"])

    async def end(self) -> None:
        """End the stream, with its error if it has failed."""
        self._task.cancel()
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._task.result()

    async def check(self, session: Session) -> None:
        """Check that the client has the last version of a session that is over, and raise what has failed before."""
        await asyncio.wait_for(self._task, 60)
        wanted_language.set(self.language)
        assert self.session == read(session, self._token)

    async def _follow(self, sessions: SessionRepository, session_id: str) -> None:
        wanted_language.set(self.language)
        push = FramePush(lambda frame, _token: self._show(frame), self._send)
        following = watch(sessions, session_id, None, self._token, push, until_rematch=True)
        async with aclosing(following) as frames:  # type: ignore[type-var]
            async for frame in frames:
                self._take(self._show(frame))
                await self._free.wait()

    def _show(self, frame: Frame) -> Shown:
        """Return a frame with changes, from what followers share, and its session, from nothing that is shared."""
        projected = project_frame(frame, self._token)
        told = encode(fill(FrameOfChanges, projected))
        events = projected.events_in_codes
        in_codes = encode(fill(FrameOfCodes, projected, events=events, changes=projected.changes_in_codes))
        alone = Frame(SharedVersion(frame.session), frame.entry, frame.holders, frame.resync, frame.rolled_back)
        whole = encode(ProjectedFrame(alone, self._token, frame.holders.seat_of(self._token)))
        return Shown(read_json(told), read_json(in_codes), read_json(whole))

    def _send(self, shown: Shown) -> bool:
        if not self._free.is_set() or self._chance.random() < 0.3:
            return False
        self.kinds["pushed"] += 1
        self._take(shown)
        return True

    def _take(self, shown: Shown) -> None:
        told = shown.told
        whole = shown.whole
        self.kinds["whole" if told["changes"].get("since") is None else "changes"] += 1
        assert told["changes"].get("since") is None or not told["resync"]
        self.kinds["rolled back"] += told["rolledBack"]
        self.session = apply_changes(self.session, told)
        assert self.session == whole["session"]
        self.in_codes = apply_codes(self.in_codes, shown.in_codes)
        assert self.in_codes == session_in_codes(whole["session"])
        assert shown.in_codes.get("events", []) == events_in_codes(whole["session"], whole["events"])
        view = self.session["view"]
        assert (None if view is None else view["decision"]) == whole["decision"]
        assert {name: told[name] for name in whole.keys() & told.keys()} == {
            name: whole[name] for name in whole.keys() & told.keys()
        }


def read(session: Session, token: str | None) -> Json:
    """Return a session as a read shows it, in the language of this caller."""
    return read_json(encode(project_session(session, token)))


# ---- a life that is followed


class MadeMove(NamedTuple):
    """A move that was made, and the cards of its events as its seat saw them."""

    token: str | None
    seat: int | None
    wish: inputs.ApplyMoveInput
    cards: Json


def list_cards(answer: Json) -> Json:
    """Return the events of an answer, with their versions and the codes of their cards."""
    return [
        (event["version"], event["kind"], event["seat"], [card["code"] for card in event["cards"]])
        for event in answer["events"]
    ]


class Followed(Life):
    """A session, its clients, and followers of each of them, also of those whose token is void.

    Some follow at another worker than the one that makes all changes.
    """

    def __init__(
        self, workers: Sequence[SessionRepository], opening: SessionCreated, chance: Random, clock: Clock
    ) -> None:
        super().__init__(workers[0], opening, chance)
        self.workers = workers
        self.followers: list[Follower] = []
        self.kinds = Counter[str]()
        self._moves: list[MadeMove] = []
        self._clock = clock

    async def live(self) -> None:
        """Act until the session is over or enough was done, then end it and offer a rematch."""
        await self._begin()
        for number in range(ACTS):
            if len(self.followers) < MOST_FOLLOWERS and number % 4 == 0:
                self._follow()
            await self.act()
            self._clock.seconds += self.chance.choice((0, 0, 1, 40))
            await self._let_follow()
        session = await self.read()
        here = inputs.SessionInput(session_id=self.id)
        host = caller(self.sessions, self.opening.host_token)
        if not session.is_over:
            await lobby.abandon_session(host, here)
        await lobby.offer_rematch(host, here)
        for follower in self.followers:
            follower.hold(held=False)
        for follower in self.followers:
            await follower.check(await self.read())
            self.kinds += follower.kinds

    async def _begin(self) -> None:
        """Let somebody take each seat, so that the cards are dealt."""
        self._follow()
        while (session := await self.read()).open_seats():
            await self._sit(None)
        if session.state is None:
            host = caller(self.sessions, self.opening.host_token)
            await lobby.start_session(host, inputs.SessionInput(session_id=self.id))

    def _follow(self) -> None:
        token = self.chance.choice([*self.tokens, "nobody"])
        worker = self.chance.choice(self.workers)
        self.followers.append(Follower(worker, self.id, token, self.chance))

    async def _let_follow(self) -> None:
        """Hold some followers, let others go on, and let them take what there is, mostly."""
        for follower in self.followers:
            if self.chance.random() < 0.2:
                follower.hold(held=self.chance.random() < 0.5)
        for _ in range(self.chance.randrange(20)):
            await asyncio.sleep(0)

    def _choose(self, session: Session) -> Callable[[], Awaitable[object]]:
        if self.chance.random() < 0.6:
            return lambda: self._move(session)
        if self.chance.random() < 0.1:
            seat = self.chance.randrange(len(session.seats))
            somebody = caller(self.sessions, self.chance.choice(self.tokens))
            return lambda: give_up_seat(somebody, inputs.GiveUpSeatInput(session_id=self.id, seat=seat))
        return super()._choose(session)

    async def _sit(self, token: str | None) -> None:
        """Take a seat, mostly with a name, so that the words of frames change."""
        name = self.chance.choice((None, "Ada", "Bob", "Ça"))
        place = inputs.JoinSessionInput(session_id=self.id, name=name)
        joined = await lobby.join_session(caller(self.sessions, token), place)
        self.tokens.append(joined.seat_token)
        if token in self.hosting:
            self.hosting.add(joined.seat_token)

    async def _move(self, session: Session) -> None:
        """Move as in any life, or read the session first, and then apply the changes of the answer."""
        active = () if session.state is None else engine.active_seats(session.state)
        if not active or self.chance.random() < 0.3:
            await super()._move(session)
            return
        assert session.state is not None
        seat = self.chance.choice(active)
        token = next((one for one in self.tokens if session.seat_of(one) == seat), None)
        wanted_language.set(self.chance.choice(LANGUAGES))
        await self._check_move(session, token, str(self.chance.choice(engine.legal_moves(session.state, seat))))

    async def _check_move(self, session: Session, token: str | None, move: str) -> None:
        """Make a move, twice with the same key, and apply the changes of both answers."""
        known = read(session, token)
        expected = session.version if self.chance.random() < 0.8 else None
        wish = inputs.ApplyMoveInput(
            session_id=self.id, move=move, expected_version=expected, idempotency_key=f"version-{session.version}"
        )
        answer = await self._apply(token, wish)
        now = read(await self.read(), token)
        assert apply_changes(known, answer) == now
        assert (answer["changes"].get("since") is None) == (expected is None)
        again = await self._apply(token, wish)
        assert again["replayed"]
        assert again["changes"] == {"session": now}
        self.kinds["answers"] += 1
        await self._retry_earlier(session)
        self._moves.append(MadeMove(token, session.seat_of(token), wish, list_cards(answer)))

    async def _retry_earlier(self, session: Session) -> None:
        """Retry an earlier move, if its seat has the same holder: the answer has the events of that move."""
        held = [made for made in self._moves if session.seat_of(made.token) == made.seat]
        if held:
            earlier = self.chance.choice(held[-2:])
            again = await self._apply(earlier.token, earlier.wish)
            assert again["replayed"]
            assert list_cards(again) == earlier.cards

    async def _apply(self, token: str | None, wish: inputs.ApplyMoveInput) -> Json:
        return read_json(encode(fill(MoveMade, await apply_move(caller(self.sessions, token), wish))))


@pytest.mark.parametrize("game", GAMES)
async def test_changes_give_the_next_version_of_a_random_life(game: str, tmp_path: Path) -> None:
    kinds = Counter[str]()
    for number in range(LIVES):
        chance = Random(f"{game} {number}")
        clock = Clock()
        stores = [SqliteStore(str(tmp_path / f"{number}.db"), clock=clock.read) for _ in range(2)]
        for store in stores:
            await store.start()
        workers = [SessionRepository(store, Lifetimes(session=6000, finished=6000, archive=6000)) for store in stores]
        opening = await create_session(caller(workers[0]), invent(game, number, chance))
        life = Followed(workers, opening, chance, clock)
        await life.live()
        kinds += life.kinds
        for store in stores:
            await store.close()
    assert min(kinds[kind] for kind in ("whole", "changes", "pushed", "answers")) > FEWEST, kinds


def invent(game: str, number: int, chance: Random) -> inputs.CreateSessionInput:
    """Return a random table of a game with random settings."""
    while (table := random_table(game, chance)).seats > MOST_SEATS:
        continue
    can_react = engine.has_reactions(table.deal())
    return inputs.CreateSessionInput(
        game=game,
        seats=table.seats,
        options=[inputs.OptionInput(name=name, value=format_option(value)) for name, value in table.options.items()],
        take_backs=chance.random() < 0.7,
        start_by_host=number % 3 == 2,
        move_seconds=chance.choice((None, 30)),
        reaction_millis=chance.choice((None, 2000)) if can_react else None,
        left_seat_level=chance.choice((None, 1)),
    )


@pytest.mark.parametrize("held", [False, True], ids=["at once", "late"])
async def test_changes_give_the_next_version_of_a_closed_deal(held: bool, tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "croupier.db"))
    await store.start()
    sessions = SessionRepository(store, LIFETIMES)
    chance = Random("closed")
    tokens = ["token of seat 0", "token of seat 1"]
    session = await open_table(sessions, plan("zar", tokens, host="host", options={"hands": 1, "deal": 3}))
    followers = [Follower(sessions, session.id, token, chance) for token in tokens * 4]
    while not session.is_over:
        assert session.state is not None
        (seat, *_) = engine.asked_seats(session.state)
        move = str(chance.choice(engine.legal_moves(session.state, seat)))
        wish = inputs.ApplyMoveInput(session_id=session.id, move=move)
        session = session_of(await apply_move(caller(sessions, tokens[seat]), wish))
        for _ in range(chance.randrange(20)):
            await asyncio.sleep(0)
        for follower in followers if held else ():
            follower.hold(held=True)
    await change(sessions, session.id, DealOpened)
    await lobby.offer_rematch(caller(sessions, tokens[0]), inputs.SessionInput(session_id=session.id))
    for follower in followers:
        follower.hold(held=False)
    for follower in followers:
        await follower.check(await sessions.read(session.id))
    await store.close()


async def test_a_follower_of_a_history_that_the_store_has_lost_is_told_everything_and_goes_on(
    shaken: Worker, redis_server: RedisServer
) -> None:
    session = await shaken.open()
    followers = [Follower(shaken.sessions, session.id, token, Random("lost")) for token in (*TOKENS, None)]
    await until(lambda: all(one.version == session.version for one in followers))
    with rolled_back_after(redis_server):
        lost = session_of(await shaken.play(session_of(await shaken.play(session))))
        await until(lambda: all(one.version == lost.version for one in followers))
    # A follower looks for itself when its connection to the store breaks.
    redis_server.ask("CLIENT KILL TYPE pubsub")
    await until(lambda: all(one.version == session.version for one in followers))
    now = session_of(await shaken.play(session, session.cursor))
    await until(lambda: all(one.version == now.version for one in followers))
    for follower in followers:
        await follower.end()
        assert (follower.kinds["rolled back"], follower.kinds["whole"]) == (1, 2)
        assert follower.kinds["changes"] == 3
