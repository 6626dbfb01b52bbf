"""The use cases of live sessions: create, join, move, read. Each change is one atomic commit of the store."""

import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping

import msgspec

import engine
from service.auth import derive_token, fingerprint, new_token
from service.play.session import (
    Created,
    Joined,
    LogEntry,
    Moved,
    Seat,
    Session,
    advance,
    create,
    decode_entry,
    decode_session,
    encode_entry,
    encode_session,
    is_name,
)
from service.play.stateless import IllegalMove, engine_problems, new_table
from service.problems import Problem
from service.stores.base import Change as StoreChange
from service.stores.base import Committed, Conflict, Receipt, Repeated, Store

ATTEMPTS = 20
PAGE = 200
SHORTEST_KEY = 16
LONGEST_KEY = 128

_SESSION_ID = re.compile("[A-Za-z0-9_-]{1,64}")


class StaleVersion(Problem):
    """The session, given as it stands, is not at the version that the caller, who holds `seat`, expected."""

    def __init__(self, expected: int, session: Session, seat: int) -> None:
        super().__init__(
            "STALE_VERSION",
            f"The session is at version {session.version}, not {expected}.",
            ("expectedVersion",),
        )
        self.session = session
        self.seat = seat


class Wish(msgspec.Struct, frozen=True):
    """What a client wants changed: `meaning` identifies it; `key` is its idempotency key, scoped to its sender."""

    meaning: str
    key: str | None


class Done(msgspec.Struct, frozen=True):
    """A change that was made as `version`; `session` is the newest one, which may be later if it is `replayed`."""

    session: Session
    version: int
    entry: LogEntry
    replayed: bool


class Joining(msgspec.Struct, frozen=True):
    """A seat that was taken; `token` is its holder's secret and is told only here."""

    session: Session
    seat: int
    token: str


class Logged(msgspec.Struct, frozen=True):
    """One version of a session's log."""

    version: int
    entry: LogEntry


def now_in_milliseconds() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Sessions:
    """The live sessions of one store; `lifetime` is how long an untouched one is kept, in seconds."""

    def __init__(self, store: Store, lifetime: int, clock: Callable[[], int] = now_in_milliseconds) -> None:
        self.store = store
        self.lifetime = lifetime
        self.clock = clock

    async def create(self, game: str, seats: int, options: Mapping[str, object], key: str | None) -> Session:
        """Open a session. Raises `Problem`. The same key and wishes give the same session again."""
        check_key(key)
        table = new_table(game, seats, options, seed="0" * 64, deck=None)
        session_id = new_session_id() if key is None else await self._id_of_key(key)
        change = Created(self.clock(), self.lifetime, game, seats, engine.changed_options(table.options))
        session, entry = create(session_id, change)
        answer = await self._commit(session, entry, None)
        if isinstance(answer, Committed):
            return session
        return self._created_before(answer, session)

    async def _id_of_key(self, key: str) -> str:
        """Return the id that a key stands for: a new one the first time, so that no id is ever used twice."""
        answer = await self.store.commit(
            StoreChange(
                # No session's id has a colon, so nobody can ask for this entry.
                session_id=f"key:{fingerprint(key)}",
                expected=0,
                document=(session_id := new_session_id()).encode(),
                entry=b"",
                expires_in=self.lifetime,
            )
        )
        stored = answer.stored if isinstance(answer, Conflict) else None
        return session_id if stored is None else stored.document.decode()

    def _created_before(self, answer: Repeated | Conflict, wanted: Session) -> Session:
        stored = answer.stored if isinstance(answer, Conflict) else None
        if stored is None:
            raise _busy()
        session = decode_session(stored.document)
        if (session.game, len(session.seats), session.options) != (wanted.game, len(wanted.seats), wanted.options):
            raise _key_reused()
        return session

    async def find(self, session_id: str) -> Session | None:
        """Return a session as it stands, or None when there is none or it has expired."""
        if not is_session_id(session_id):
            return None
        stored = await self.store.load(session_id)
        return None if stored is None else decode_session(stored.document)

    async def read(self, session_id: str) -> Session:
        """Return a session as it stands. Raises `Problem` with NOT_FOUND."""
        session = await self.find(session_id)
        if session is None:
            raise session_not_found()
        return session

    async def join(self, session_id: str, seat: int | None, name: str | None, key: str | None) -> Joining:
        """Take a seat, the first open one if `seat` is None; with the last one the cards are dealt."""
        check_key(key)
        check_name(name)
        secret = key or new_token()
        wish = Wish(
            meaning=fingerprint(msgspec.json.encode(["join", seat, name]).decode()),
            key=None if key is None else f"join:{key}",
        )
        session = await self.read(session_id)
        done = await self._change(session, wish, lambda newest: self._take_seat(newest, seat, name, secret))
        change = done.entry.change
        assert isinstance(change, Joined)
        return Joining(done.session, change.seat, _seat_token(session_id, change.seat, secret, change.holder.salt))

    def _take_seat(
        self, session: Session, wanted: int | None, name: str | None, secret: str
    ) -> tuple[Session, LogEntry]:
        seat = _open_seat(session, wanted)
        salt = secrets.token_urlsafe(32)
        holder = Seat(name, fingerprint(_seat_token(session.id, seat, secret, salt)), salt)
        seed = secrets.token_hex(32) if session.open_seats() == (seat,) else None
        return advance(session, Joined(self.clock(), seat, holder, seed))

    async def move(self, session_id: str, token: str | None, move: str, expected: int | None, key: str | None) -> Done:
        """Make a move for the seat that the token holds.

        Without an expected version the move counts if it is legal when it arrives. Raises `IllegalMove`,
        `StaleVersion` or `Problem`.
        """
        check_key(key, shortest=1)
        session = await self.read(session_id)
        seat = session.seat_of(token)
        if seat is None:
            raise Problem("UNAUTHORIZED", "This needs the bearer token of a seat of the session.", ("sessionId",))
        wish = Wish(meaning=fingerprint(move), key=None if key is None else f"seat:{seat}:{key}")
        return await self._change(session, wish, lambda newest: self._make_move(newest, seat, move, expected))

    def _make_move(self, session: Session, seat: int, move: str, expected: int | None) -> tuple[Session, LogEntry]:
        if expected is not None and expected != session.version:
            raise StaleVersion(expected, session, seat)
        if session.state is None:
            raise Problem("NOT_STARTED", "The session is not active yet: seats are open.", ("sessionId",))
        with engine_problems():
            try:
                return advance(session, Moved(self.clock(), seat, move))
            except engine.Refusal as refusal:
                raise IllegalMove(refusal, session.state, seat) from None

    async def _change(self, session: Session, wish: Wish, make: Callable[[Session], tuple[Session, LogEntry]]) -> Done:
        """Commit what `make` makes of the newest version, only once for each key."""
        for _ in range(ATTEMPTS):
            try:
                after, entry = make(session)
            except Problem:
                # A retry of what was done is out of date by its own doing: so its key is looked up first.
                receipt = None if wish.key is None else await self.store.receipt(session.id, wish.key)
                if receipt is None:
                    raise
                return await self._done_before(session.id, wish, receipt)
            answer = await self._commit(after, entry, wish)
            if isinstance(answer, Committed):
                return Done(after, after.version, entry, replayed=False)
            if isinstance(answer, Repeated):
                return await self._done_before(session.id, wish, answer.receipt)
            session = _newest(answer)
        raise _busy()

    async def _done_before(self, session_id: str, wish: Wish, receipt: Receipt) -> Done:
        if receipt.fingerprint != wish.meaning:
            raise _key_reused()
        entry = await self._entry(session_id, receipt.version)
        return Done(await self.read(session_id), receipt.version, entry, replayed=True)

    async def log(self, session_id: str, after: int) -> AsyncIterator[Logged]:
        """Yield the log of a session from the version after `after` to the newest."""
        while page := await self.store.entries(session_id, after, PAGE):
            for entry in page:
                yield Logged(entry.version, decode_entry(entry.body))
            after = page[-1].version

    async def record(self, session: Session) -> str | None:
        """Return the record of a finished table as JSON, None before its end: it holds the key (engine 7)."""
        if session.state is None or session.status != "FINISHED":
            return None
        changes = [logged.entry.change async for logged in self.log(session.id, 0)]
        record = engine.make_record(
            game=session.game,
            seats=len(session.seats),
            options=session.options,
            seed=session.state.seed,
            moves=[f"{change.seat} {change.move}" for change in changes if isinstance(change, Moved)],
            outcome=engine.result(session.state),
        )
        return engine.dump_record(record).decode()

    async def _commit(self, session: Session, entry: LogEntry, wish: Wish | None) -> Committed | Repeated | Conflict:
        return await self.store.commit(
            StoreChange(
                session_id=session.id,
                expected=session.version - 1,
                document=encode_session(session),
                entry=encode_entry(entry),
                expires_in=session.lifetime,
                key=wish.key if wish else None,
                fingerprint=wish.meaning if wish else "",
            )
        )

    async def _entry(self, session_id: str, version: int) -> LogEntry:
        entries = await self.store.entries(session_id, version - 1, 1)
        if not entries or entries[0].version != version:
            raise session_not_found()
        return decode_entry(entries[0].body)


def new_session_id() -> str:
    """Return a new session's id: 128 random bits."""
    return secrets.token_urlsafe(16)


def is_session_id(text: str) -> bool:
    """Tell whether a text has the form of a session's id; no other reaches the store."""
    return _SESSION_ID.fullmatch(text) is not None


def check_key(key: str | None, shortest: int = SHORTEST_KEY) -> None:
    """Raise `Problem` unless an idempotency key is absent, or printable ASCII of a fair length.

    A key that gives a secret again (a seat's token) must be long enough that nobody guesses it.
    """
    if key is not None and not (shortest <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Problem(
            "INVALID_INPUT",
            f"An idempotency key is {shortest}–{LONGEST_KEY} printable ASCII characters.",
            ("idempotencyKey",),
        )


def check_name(name: str | None) -> None:
    """Raise `Problem` unless a seat's name is absent, or fit to be shown."""
    if name is not None and not is_name(name):
        message = "A name is 1–40 printable characters, without a space at either end."
        raise Problem("INVALID_INPUT", message, ("name",))


def _open_seat(session: Session, wanted: int | None) -> int:
    seats = session.open_seats()
    if wanted is not None and not 0 <= wanted < len(session.seats):
        raise Problem(
            "INVALID_INPUT", f"There is no seat {wanted}; the seats are 0–{len(session.seats) - 1}.", ("seat",)
        )
    if not seats:
        raise Problem("SEAT_TAKEN", "Every seat is taken.", ("seat",))
    if wanted is not None and wanted not in seats:
        raise Problem("SEAT_TAKEN", f"Seat {wanted} is taken.", ("seat",))
    return seats[0] if wanted is None else wanted


def _seat_token(session_id: str, seat: int, secret: str, salt: str) -> str:
    return derive_token(secret, salt, f"seat\n{session_id}\n{seat}")


def _newest(conflict: Conflict) -> Session:
    if conflict.stored is None:
        raise session_not_found()
    return decode_session(conflict.stored.document)


def session_not_found() -> Problem:
    """Return the problem of a session that is not there."""
    return Problem("NOT_FOUND", "There is no such session, or it has expired.", ("sessionId",))


def _key_reused() -> Problem:
    return Problem("KEY_REUSED", "The idempotency key was used for something else.", ("idempotencyKey",))


def _busy() -> Problem:
    return Problem("BUSY", "Too many others changed the session at the same time; send it again.")
