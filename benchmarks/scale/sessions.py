"""Real sessions, made as the service makes them: random tables whose every change is encoded for a store."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from random import Random

import msgspec
from msgspec.structs import replace

from benchmarks.playouts import choose, most_seats
from engine import State
from service.auth import fingerprint, keep, new_token
from service.play.chain import new_chain_key
from service.play.changes import Created, Joined, LogEntry, Moved, advance, create
from service.play.entries import encode_entry
from service.play.session import Dealing, Seat, Session, Setup, encode_session
from service.play.sessions import make_wish, shorten
from service.stores.base import Change

SEATS = 4
LIFETIME = 604_800
FINISHED_LIFETIME = 86_400
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


class Seated(msgspec.Struct, frozen=True):
    """A session in which every seat is taken, the tokens of its seats, and its changes so far."""

    session: Session
    tokens: tuple[str, ...]
    changes: tuple[Change, ...]


def play_session(game: str, random: Random, seats: int = SEATS, most_moves: int = 100_000) -> Played:
    """Play a random table at so many seats, or as many as the game allows.

    What would end it is left out, since a session that is over is not live.
    """
    seated = seat_everybody(game, most_seats(game, seats), random)
    changes = list(seated.changes)
    for change in _moves(seated, random):
        if len(changes) - len(seated.changes) >= most_moves:
            break
        changes.append(change)
    return Played(seated.session.id, tuple(changes), len(seated.changes))


def seat_everybody(game: str, seats: int, random: Random) -> Seated:
    """Open a session as its host does, and take every seat: then the cards are dealt."""
    # The deal follows from the id, too: so that every run plays the same tables, it is not drawn by lot.
    secret, session_id = new_token(), urlsafe_b64encode(random.randbytes(16)).rstrip(b"=").decode()
    opened = Created(
        at=BEGAN,
        lifetime=LIFETIME,
        finished_lifetime=FINISHED_LIFETIME,
        game=game,
        seats=tuple(Seat(code=fingerprint(new_token())) for _ in range(seats)),
        options={},
        setup=Setup(),
        dealing=Dealing(server_seed=random.randbytes(32).hex()),
        host=keep(secret, "host"),
        chain=new_chain_key(),
    )
    session, entry = create(session_id, opened)
    changes = [_encode(session, entry)]
    tokens = []
    for seat in range(seats):
        tokens.append(token := new_token())
        held = replace(keep(secret, "seat"), kept=fingerprint(token))
        joined = Joined(BEGAN, seat, held, f"Player {seat}")
        session, entry = advance(session, joined)
        changes.append(_encode(session, entry, token))
    return Seated(session, tuple(tokens), tuple(changes))


def rename(change: Change, old: str, new: str) -> Change:
    """Return the same change of another session; both ids must be equally long."""
    return replace(
        change,
        session_id=new,
        document=change.document.replace(old.encode(), new.encode()),
        entry=change.entry.replace(old.encode(), new.encode()),
    )


def _moves(seated: Seated, random: Random) -> Iterator[Change]:
    session = seated.session
    while (made := choose(_state(session), random)) is not None:
        seat, move = made
        at = session.moved_at + MOVE_MILLISECONDS
        session, entry = advance(session, Moved(at, seat, str(move)))
        if session.is_over:
            return
        yield _encode(session, entry, seated.tokens[seat], str(move))


def _state(session: Session) -> State:
    assert session.state is not None
    return session.state


def _encode(session: Session, entry: LogEntry, token: str | None = None, move: str = "") -> Change:
    wish = None if token is None else shorten(make_wish("move", token, secrets.token_urlsafe(16), move))
    return Change(
        session_id=session.id,
        expected=session.version - 1,
        document=encode_session(session),
        entry=encode_entry(entry),
        expires_in=session.lifetime,
        key=None if wish is None else wish.key,
        fingerprint="" if wish is None else wish.meaning,
    )
