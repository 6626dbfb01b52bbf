"""A session: a live table with people, as a value, and the changes that make its next version.

A session is nothing but what its changes made of it, one after the other: `advance` is the only way from one version
to the next, when a change is committed, when a stream follows along, and when a log is checked.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

import engine
from engine import Event, LegalMove, Plain, State
from service.auth import is_token

Status = Literal["OPEN", "ACTIVE", "FINISHED"]


class Seat(msgspec.Struct, frozen=True):
    """A place at the table: its holder's name (may be null), and the fingerprint of the token (null: the seat is open).

    `salt` is the stored half of the token; the other half is the holder's idempotency key, or was forgotten.
    """

    name: str | None = None
    token: str | None = None
    salt: str = ""


class Created(msgspec.Struct, frozen=True, tag="created"):
    """The session was made; `at` is the time in milliseconds since 1970, as in every change.

    `lifetime` is for how long an untouched session is kept, in seconds.
    """

    at: int
    lifetime: int
    game: str
    seats: int
    options: dict[str, Plain]


class Joined(msgspec.Struct, frozen=True, tag="joined"):
    """A seat was taken; with `seed` it was the last one, and the table was dealt."""

    at: int
    seat: int
    holder: Seat
    seed: str | None = None


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A seat moved."""

    at: int
    seat: int
    move: str


Change = Created | Joined | Moved


class LogEntry(msgspec.Struct, frozen=True):
    """What the log keeps of a version: the change, its events (hidden cards included), and the move as data."""

    change: Change
    events: tuple[Event, ...]
    move: LegalMove | None = None


class Session(msgspec.Struct, frozen=True):
    """A session as of one version; `state` is null until every seat is taken. Times are milliseconds since 1970."""

    id: str
    version: int
    lifetime: int
    game: str
    options: dict[str, Plain]
    seats: tuple[Seat, ...]
    created_at: int
    expires_at: int
    state: State | None = None

    @property
    def status(self) -> Status:
        """Return where in its life the session is."""
        if self.state is None:
            return "OPEN"
        return "ACTIVE" if engine.result(self.state) is None else "FINISHED"

    def seat_of(self, token: str | None) -> int | None:
        """Return the seat that a token holds, None for a spectator."""
        if token is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat.token and is_token(token, seat.token)), None)

    def open_seats(self) -> tuple[int, ...]:
        """Return the seats that nobody holds."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.token is None)


SESSION_EVENTS: Mapping[str, str] = {
    "created": "The session is opened.",
    "joined": "Seat {seat} is taken by {value}.",
    "started": "All seats are taken, and the cards are dealt.",
}


def create(session_id: str, change: Created) -> tuple[Session, LogEntry]:
    """Return version 1 of a session."""
    session = Session(
        id=session_id,
        version=1,
        lifetime=change.lifetime,
        game=change.game,
        options=change.options,
        seats=(Seat(),) * change.seats,
        created_at=change.at,
        expires_at=change.at + 1000 * change.lifetime,
    )
    return session, LogEntry(change, (Event("created"),))


def advance(session: Session, change: Change) -> tuple[Session, LogEntry]:
    """Return the next version of a session, and what the log keeps of it. Raises what the engine raises for a move."""
    if isinstance(change, Joined):
        after, entry = _join(session, change)
    else:
        assert isinstance(change, Moved)
        after, entry = _move(session, change)
    expires_at = change.at + 1000 * session.lifetime
    return replace(after, version=session.version + 1, expires_at=expires_at), entry


def _join(session: Session, change: Joined) -> tuple[Session, LogEntry]:
    seats = (*session.seats[: change.seat], change.holder, *session.seats[change.seat + 1 :])
    joined = Event("joined", change.seat, value=change.holder.name)
    if change.seed is None:
        return replace(session, seats=seats), LogEntry(change, (joined,))
    state = engine.new_game(session.game, seats=len(seats), options=session.options, seed=change.seed)
    return replace(session, seats=seats, state=state), LogEntry(change, (joined, Event("started")))


def _move(session: Session, change: Moved) -> tuple[Session, LogEntry]:
    assert session.state is not None
    state, events = engine.apply(session.state, change.seat, change.move)
    move = engine.describe(session.state, change.seat, engine.parse_move(change.move))
    return replace(session, state=state), LogEntry(change, events, move)


def options_of(session: Session) -> Mapping[str, Plain]:
    """Return every option of a session's table and its value."""
    options = engine.find_game(session.game).options
    defaults = {option.name: option.default for option in engine.describe_options(options)}
    return {**defaults, **session.options}


def describe_event(game: str, event: Event) -> str:
    """Return an event of a session as one English sentence."""
    template = SESSION_EVENTS.get(event.kind)
    if template is None:
        return engine.sentence(game, event)
    return template.format(seat=event.seat, value=event.value or "somebody")


def is_name(text: str) -> bool:
    """Tell whether a text may be a seat's name: 1–40 printable characters, no space at either end."""
    return 1 <= len(text) <= 40 and text.isprintable() and text == text.strip()


# ---- the stored form


class _Document(msgspec.Struct, frozen=True):
    session: Session
    state: msgspec.Raw


def encode_session(session: Session) -> bytes:
    """Return a session as the bytes that a store keeps."""
    state = b"null" if session.state is None else engine.dumps(session.state)
    return msgspec.json.encode(_Document(replace(session, state=None), msgspec.Raw(state)))


_decode_document = msgspec.json.Decoder(_Document).decode
_decode_entry = msgspec.json.Decoder(LogEntry).decode


def decode_session(document: bytes) -> Session:
    """Return a session from its stored bytes."""
    stored = _decode_document(document)
    raw = bytes(stored.state)
    return stored.session if raw == b"null" else replace(stored.session, state=engine.loads(raw))


def encode_entry(entry: LogEntry) -> bytes:
    """Return a log entry as the bytes that a store keeps."""
    return msgspec.json.encode(entry)


def decode_entry(body: bytes) -> LogEntry:
    """Return a log entry from its stored bytes."""
    return _decode_entry(body)
