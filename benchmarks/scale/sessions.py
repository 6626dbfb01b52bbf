"""Real sessions, made by the service's own code: random tables whose every change is caught on its way to a store."""

from base64 import urlsafe_b64encode
from collections.abc import Callable
from random import Random
from typing import cast

import msgspec
from msgspec.structs import replace

from benchmarks.playouts import choose, most_seats
from engine import State
from service.sessions.changes import Created, Joined, Moved
from service.sessions.history_hash import new_history_key
from service.sessions.idempotency import make_change_request
from service.sessions.session import Dealing, Seat, Session, Setup
from service.sessions.tokens import fingerprint, keep, new_token
from service.storage.codec import add_checksum, decode_entry, encode_entry, take_checked
from service.storage.port import Change, Committed, Entry, Store, Stored
from service.storage.repository import Lifetimes, SessionRepository

SEATS = 4
LIFETIMES = Lifetimes(session=604_800, finished=86_400, archive=7_776_000)
BEGAN = 1_800_000_000_000
MOVE_MILLISECONDS = 5_000


class Played(msgspec.Struct, frozen=True):
    """A session that was played: the change of every version, in order, as a store gets it."""

    session_id: str
    changes: tuple[Change, ...]
    dealt: int

    def until(self, share: float) -> tuple[Change, ...]:
        """Return the changes up to the deal, and this share (0 to 1) of those after it."""
        return self.changes[: self.dealt + round(share * (len(self.changes) - self.dealt))]


async def play_session(game: str, random: Random, seats: int = SEATS, most_moves: int = 100_000) -> Played:
    """Play a random table at so many seats, or as many as the game allows.

    What ends it is left out, since a session that is over is not live.
    """
    catcher = _Catcher()
    sessions = SessionRepository(cast("Store", catcher), LIFETIMES)
    session, tokens = await _seat_everybody(sessions, game, most_seats(game, seats), random)
    dealt = len(catcher.changes)
    while len(catcher.changes) - dealt < most_moves:
        chosen = choose(_state(session), random)
        assert chosen is not None
        seat, move = chosen
        moved = Moved(session.moved_at + MOVE_MILLISECONDS, seat, str(move))
        wish = make_change_request("move", tokens[seat], new_token(), str(move))
        session = (await sessions.change(session.id, wish, _always(moved))).session
        if session.is_over:
            return Played(session.id, tuple(catcher.changes[:-1]), dealt)
    return Played(session.id, tuple(catcher.changes), dealt)


async def _seat_everybody(
    sessions: SessionRepository, game: str, seats: int, random: Random
) -> tuple[Session, list[str]]:
    """Open a session and take every seat, so that the cards are dealt; return it and the tokens of the seats."""
    # The deal follows from the id, too: so that every run plays the same tables, it is not drawn by lot.
    session_id = urlsafe_b64encode(random.randbytes(16)).rstrip(b"=").decode()
    opened = Created(
        at=BEGAN,
        lifetime=LIFETIMES.session,
        finished_lifetime=LIFETIMES.finished,
        game=game,
        seats=tuple(Seat(code=fingerprint(new_token())) for _ in range(seats)),
        options={},
        setup=Setup(),
        dealing=Dealing(server_seed=random.randbytes(32).hex()),
        host=keep(new_token(), "host"),
        history_key=new_history_key(),
    )
    session = await sessions.create(session_id, opened)
    tokens = [new_token() for _ in range(seats)]
    for seat, token in enumerate(tokens):
        held = replace(keep(new_token(), "seat"), kept=fingerprint(token))
        joined = Joined(BEGAN, seat, held, f"Player {seat}")
        wish = make_change_request("join", None, new_token(), seat)
        session = (await sessions.change(session_id, wish, _always(joined))).session
    return session, tokens


def rename(change: Change, old: str, new: str) -> Change:
    """Return the same change of another session; the id stands in its document, and in no entry of these."""
    document = take_checked(change.document, old).replace(old.encode(), new.encode())
    version = change.expected + 1
    entry = encode_entry(decode_entry(change.entry, old, version), new, version)
    return replace(change, session_id=new, document=add_checksum(document, new), entry=entry)


class _Catcher:
    """What `Sessions` needs of a store to play one session: keeps every change that is committed."""

    def __init__(self) -> None:
        self.changes: list[Change] = []

    async def load(self, _session_id: str) -> Stored:
        """Return what the newest change made."""
        return Stored(len(self.changes), self.changes[-1].document, BEGAN)

    def clock(self, _session_id: str) -> None:
        """Return no time: every session is read anew."""

    async def entries(self, _session_id: str, after: int, limit: int) -> list[Entry]:
        """Return entries of the log."""
        logged = [Entry(version, change.entry) for version, change in enumerate(self.changes, 1)]
        return logged[after : after + limit]

    async def commit(self, change: Change) -> Committed:
        """Keep a change."""
        self.changes.append(change)
        return Committed(change.expected + 1)


def _always(change: Moved | Joined) -> Callable[[Session, int], Moved | Joined]:
    """Return a decision that is made before the session is looked at."""
    return lambda _session, _now: change


def _state(session: Session) -> State:
    assert session.state is not None
    return session.state
