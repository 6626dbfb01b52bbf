"""Random sessions, without a network: the log always replays to the stored session."""

from collections.abc import Awaitable, Callable
from random import Random

import pytest

import bots
import engine
from service.sessions.problems import Problem
from service.sessions.session import Session, asked_seats
from service.storage.codec import SESSIONS
from service.storage.sessions import Lifetimes, SessionRepository, read_archive
from service.use_cases import inputs, lobby
from service.use_cases.context import RequestContext
from service.use_cases.opening import create_session
from service.use_cases.playing import answer_take_back, apply_move, ask_take_back, claim_deadline, resign, undo_move
from service.use_cases.watch import replay_change
from service.views.session_view import SessionCreated
from store.port import Store
from tests.service.api.test_catalogue import GAMES
from tests.support.bot_moves import move_as_bot
from tools.stored import encode_session
from tools.use_cases import caller

pytestmark = pytest.mark.anyio

ACTS = 250


class Life:
    """A session and every client that has ever held a token of it."""

    def __init__(self, sessions: SessionRepository, opening: SessionCreated, chance: Random) -> None:
        self.sessions = sessions
        self.id = opening.session.id
        self.opening = opening
        self.chance = chance
        self.tokens: list[str | None] = [None, opening.host_token]
        # The host's token, and those given to players who joined with one of these.
        self.hosting = {opening.host_token}
        self.done = 0

    async def read(self) -> Session:
        return await self.sessions.read(self.id)

    async def act(self) -> None:
        """Let a random client try an act; a refusal changes nothing."""
        before = await self.read()
        try:
            await self._choose(before)()
        except Problem:
            assert await self.read() == before
        else:
            self.done += 1
            self._check_host(await self.read())

    def _check_host(self, session: Session) -> None:
        """Check that the host's token has the host's rights and, while the host sits, so does that of its seat."""
        hosts = {token for token in self.tokens if session.is_host(token)}
        assert hosts <= self.hosting
        assert {session.seat_of(token) for token in hosts} == {session.seat_of(self.opening.host_token)}
        assert len(hosts) == (1 if session.seat_of(self.opening.host_token) is None else 2)

    def _choose(self, session: Session) -> Callable[[], Awaitable[object]]:
        token = self.chance.choice(self.tokens)
        somebody = caller(self.sessions, token)
        last = caller(self.sessions, self._last(session))
        here = inputs.SessionInput(session_id=self.id)
        now = inputs.SessionActInput(session_id=self.id)
        often: list[Callable[[], Awaitable[object]]] = [lambda: self._move(session)] * 14
        return self.chance.choice(
            [
                *often,
                lambda: self._sit(token),
                lambda: self._sit(token),
                lambda: self._hand_over(token),
                lambda: lobby.leave_session(somebody, here),
                lambda: lobby.start_session(somebody, here),
                lambda: undo_move(somebody, now),
                lambda: undo_move(last, now),
                lambda: ask_take_back(last, now),
                lambda: self._answer(somebody, agree=self.chance.random() < 0.8),
                lambda: self._answer(somebody, agree=True),
                lambda: claim_deadline(somebody, now),
                lambda: self._add_bot(token),
                lambda: self._remove_bot(token),
                lambda: self._rarely(lambda: resign(somebody, now)),
                lambda: self._rarely(lambda: lobby.abandon_session(somebody, here)),
            ]
        )

    async def _add_bot(self, token: str | None) -> None:
        seat = self.chance.randrange(2)
        level = self.chance.randint(1, 2)
        await lobby.add_bot(
            caller(self.sessions, token), inputs.AddBotInput(session_id=self.id, seat=seat, level=level)
        )

    async def _remove_bot(self, token: str | None) -> None:
        seat = self.chance.randrange(2)
        await lobby.remove_bot(caller(self.sessions, token), inputs.RemoveBotInput(session_id=self.id, seat=seat))

    async def _answer(self, somebody: RequestContext, *, agree: bool) -> None:
        await answer_take_back(somebody, inputs.AnswerTakeBackInput(session_id=self.id, agree=agree))

    async def _move(self, session: Session) -> None:
        state = session.state
        if any(session.seats[seat].bot for seat in asked_seats(session)):
            await move_as_bot(self.sessions, self.id)
            return
        seat = self.chance.randrange(len(session.seats)) if state is None else self.chance.choice(self._active(state))
        moves = engine.legal_moves(state, seat) if state is not None else ()
        move = str(self.chance.choice(moves)) if moves else "pass"
        token = next((one for one in self.tokens if session.seat_of(one) == seat), None)
        await apply_move(caller(self.sessions, token), inputs.ApplyMoveInput(session_id=self.id, move=move))

    def _active(self, state: engine.State) -> tuple[int, ...]:
        return engine.active_seats(state) or tuple(range(state.seats))

    def _last(self, session: Session) -> str | None:
        seat = session.last_move.seat if session.last_move else None
        return next((one for one in self.tokens if seat is not None and session.seat_of(one) == seat), None)

    async def _sit(self, token: str | None) -> None:
        code = self.chance.choice([None, *(link.code for link in self.opening.join_links)])
        place = inputs.JoinSessionInput(session_id=self.id, code=code, entropy="e")
        joined = await lobby.join_session(caller(self.sessions, token), place)
        self.tokens.append(joined.seat_token)
        if token in self.hosting:
            self.hosting.add(joined.seat_token)

    async def _hand_over(self, token: str | None) -> None:
        handed_over = await lobby.hand_over_seat(
            caller(self.sessions, token), inputs.HandOverSeatInput(session_id=self.id)
        )
        self.tokens.append(handed_over.seat_token)

    async def _rarely(self, act: Callable[[], Awaitable[object]]) -> None:
        if self.chance.random() < 0.05:
            await act()


@pytest.mark.parametrize("game", GAMES)
async def test_the_log_of_a_random_life_replays_to_the_stored_session(game: str, sqlite_store: Store) -> None:
    finished = 0
    for number in range(3):
        chance = Random(f"{game} {number}")
        sessions = SessionRepository(sqlite_store, Lifetimes(session=600, finished=600, archive=600))
        wanted = inputs.CreateSessionInput(
            game=game,
            seats=2 + number % 2,
            take_backs=number != 1,
            start_by_host=number == 2,
            invitation_only=number == 1,
            left_seat_level=number,
        )
        life = Life(sessions, await create_session(caller(sessions), wanted), chance)
        while life.done < ACTS and not (await life.read()).is_over:
            await life.act()
        session = await life.read()
        await check_log(sessions, session)
        if session.status == "FINISHED":
            archive = await read_archive(sqlite_store, session.id)
            assert archive is not None
            record = engine.parse_record(bytes(archive.record))
            assert all(check.holds is not False for check in engine.verify(record))
            assert bots.check_decisions(record, list(bots.repeat_decisions(record))).holds is not False
            finished += 1
    assert finished or game != "zlam"


async def check_log(sessions: SessionRepository, stored: Session) -> None:
    """Compare the session that its log makes with the stored one."""
    session: Session | None = None
    version = 0
    async for logged in sessions.log(stored.id, 0):
        version += 1
        assert logged.version == version
        session = replay_change(stored.id, session, logged)
    assert session == stored
    document = encode_session(stored)
    assert SESSIONS.decode(document, stored.id) == stored
    assert stored.state is None or engine.dumps(stored.state) in document
