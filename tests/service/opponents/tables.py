"""Tables with bots for tests: workers that think in their own process, and a person who plays a script."""

import time
from collections.abc import Sequence
from random import Random

import engine
from service.opponents.driver import Driver
from service.opponents.player import Think
from service.opponents.worker_process import Question, Thought, answer
from service.sessions.changes import BotAdded, Created, LogEntry, Moved
from service.sessions.history_hash import new_history_key
from service.sessions.session import AGREEMENTS, Bot, Dealing, Seat, Session, Setup, asked_seats
from service.sessions.tokens import Secret, hash_token, make_change_request
from service.storage.codec import Logged
from service.storage.sessions import Lifetimes, SessionRepository, read_archive
from service.use_cases.inputs import ApplyMoveInput
from service.use_cases.playing import apply_move
from store.adapters import open_store
from store.port import Store
from tests.support.stores import until
from tools.use_cases import caller

TOKEN = "token of the person"
LIFETIMES = Lifetimes(600, 600, 600)


async def think_here(question: Question) -> Thought:
    """Answer a question in this process, as the pool would in another."""
    return answer(question, time.monotonic)


class BotWorker:
    """A simulated process with a driver of bots: its own store, its own memory, and `think` in place of the pool."""

    def __init__(self, url: str, think: Think = think_here, lease_seconds: int = 1) -> None:
        self.store: Store = open_store(url)
        self.sessions = SessionRepository(self.store, LIFETIMES)
        self.driver = Driver(self.sessions, think, lease_seconds)

    async def start(self) -> None:
        await self.store.start()
        self.driver.start()

    async def close(self) -> None:
        await self.driver.close()
        await self.store.close()

    async def open(
        self,
        game: str,
        seats: int = 2,
        *,
        people: int = 1,
        level: int = 1,
        session_id: str = "table",
        setup: Setup | None = None,
        options: dict[str, engine.Plain] | None = None,
        history_key: str | None = None,
        seed: str | None = None,
        bots: Sequence[int] | None = None,
    ) -> Session:
        """Make a table with a person at seat 0, or nobody, and bots at all other seats, or at some of them."""
        person = Seat(token=Secret(hash_token(TOKEN), ""))
        created = Created(
            await self.store.now(),
            600,
            600,
            game,
            (*[person] * people, *[Seat()] * (seats - people)),
            {"firstSeat": 0, **(options or {})},
            setup or Setup(),
            Dealing(seed=seed or hash_token(session_id)),
            Secret("host", ""),
            history_key or new_history_key(),
            agreements=AGREEMENTS,
        )
        session = await self.sessions.create(session_id, created)
        for seat in range(people, seats) if bots is None else bots:
            session = await self.add_bot(session, seat, level)
        return session

    async def add_bot(self, session: Session, seat: int, level: int) -> Session:
        """Let a bot play a seat."""
        request = make_change_request("add", "host", None)
        done = await self.sessions.change(session.id, request, lambda _, now: BotAdded(now, seat, Bot(level, 1)))
        return done.session

    async def play(self, session: Session, chance: Random) -> str:
        """Make a random move for the person, and return it."""
        assert session.state is not None
        move = str(chance.choice(engine.legal_moves(session.state, 0)))
        await self.send(session, move, f"{session.version}")
        return move

    async def send(self, session: Session, move: str, key: str) -> None:
        """Send a move of the person."""
        wish = ApplyMoveInput(session_id=session.id, move=move, idempotency_key=key)
        await apply_move(caller(self.sessions, TOKEN), wish)

    async def end_turn(self, session_id: str = "table") -> Session:
        """Move for the person until a bot is asked."""
        chance = Random(7)
        while 0 in asked_seats(session := await self.sessions.read(session_id)):
            await self.play(session, chance)
        return session

    async def person_asked(self, session_id: str = "table") -> Session:
        """Wait until the person is asked, or the session is over."""
        newest = await self.sessions.read(session_id)

        async def is_asked() -> bool:
            nonlocal newest
            newest = await self.sessions.read(session_id)
            return newest.is_over or (newest.state is not None and 0 in asked_seats(newest))

        await until(is_asked)
        return newest

    async def play_through(self, session_id: str = "table") -> Session:
        """Play the person's seat to the end of the table."""
        chance = Random(7)
        while not (session := await self.person_asked(session_id)).is_over:
            await self.play(session, chance)
        return session

    async def record(self, session_id: str = "table") -> engine.Record:
        """Return the record of a finished table."""
        archive = await read_archive(self.store, session_id)
        assert archive is not None
        return engine.parse_record(bytes(archive.record))

    async def log(self, session_id: str = "table") -> list[Logged[LogEntry]]:
        """Return the whole log of a session."""
        return [logged async for logged in self.sessions.log(session_id, 0)]

    async def decided(self, session_id: str = "table") -> list[Moved]:
        """Return the moves of bots."""
        changes = [logged.entry.change for logged in await self.log(session_id)]
        return [change for change in changes if isinstance(change, Moved) and change.decision is not None]
