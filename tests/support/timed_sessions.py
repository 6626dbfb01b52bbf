"""Sessions on a store whose clock the test advances."""

from pathlib import Path

import engine
from service.sessions.session import Session, asked_seats
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import ApplyMoveInput, JoinSessionInput, SessionInput
from service.use_cases.lobby import abandon_session, join_session
from service.use_cases.playing import apply_move
from store.sqlite.store import SqliteStore
from tools.use_cases import caller


class Timed:
    """Sessions on a store whose clock the test advances; each lives a minute, and its archive an hour."""

    def __init__(self, file: Path) -> None:
        self.seconds = 1e9
        self.store = SqliteStore(str(file), clock=lambda: self.seconds)
        self.sessions = SessionRepository(self.store, Lifetimes(session=60, finished=60, archive=3600))

    async def join(self, session_id: str, seat: int) -> str:
        """Take a seat, and return its token."""
        place = JoinSessionInput(session_id=session_id, seat=seat)
        return (await join_session(caller(self.sessions), place)).seat_token

    async def abandon(self, session_id: str, host_token: str) -> None:
        """End a session before its result, as its host."""
        await abandon_session(caller(self.sessions, host_token), SessionInput(session_id=session_id))

    async def play(self, session_id: str) -> Session:
        """Take both seats of a table, and play it to its end."""
        tokens = [await self.join(session_id, seat) for seat in range(2)]
        while not (session := await self.sessions.read(session_id)).is_over:
            (seat, *_) = asked_seats(session)
            assert session.state is not None
            move = ApplyMoveInput(session_id=session_id, move=str(engine.legal_moves(session.state, seat)[0]))
            await apply_move(caller(self.sessions, tokens[seat]), move)
        return session
