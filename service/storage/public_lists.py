"""The lists of public sessions: sessions with open seats (of all kinds, and of each kind) and sessions being played.

A list may lag behind, so its readers check each session.
"""

from collections.abc import Iterator

import msgspec

from service.sessions.changes import Created
from service.sessions.session import Session
from service.sessions.tokens import short_hash
from store.port import Store

OPEN = "public"
RUNNING = "running"
# How many lifetimes of a session its place on a list lasts. Moves prolong the session, but not its place: so a table is
# listed for no longer, however long it is played.
_LIVES = {OPEN: 1, RUNNING: 8}


def list_of(session: Session) -> str | None:
    """Return the list that a session belongs on; None if it is on none, as a session that others may not see."""
    if not session.setup.public or session.is_deal_closed:
        return None
    if session.status == "OPEN":
        return OPEN if session.open_seats() else None
    return RUNNING if session.status == "ACTIVE" else None


def has_room(session: Session) -> bool:
    """Tell whether anybody may sit down at a public session: an open seat is not kept for its last holder."""
    return list_of(session) == OPEN and any(not session.seats[seat].former for seat in session.open_seats())


def kind_of(session: Session | Created) -> str:
    """Return the kind of a session: a player who looks for a table may take any table of the same kind.

    Tables of one kind have the same game, options, number of seats and settings, and all or none have a given deal.
    """
    parts = (session.game, len(session.seats), session.options, session.setup, session.dealing.is_committed)
    return short_hash(msgspec.json.encode(parts, order="sorted"))


async def keep_listed(store: Store, session: Session) -> None:
    """Put a public session on the list that it belongs on, and take it off the other one."""
    if not session.setup.public:
        return
    belongs = list_of(session)
    if belongs is not None:
        await enlist(store, belongs, session.id, session, session.created_at)
    for other in _LIVES.keys() - {belongs}:
        await unlist(store, other, session.id, session)


async def enlist(store: Store, list_name: str, session_id: str, session: Session | Created, at: int) -> None:
    """Put a session on a list and on its parts that the session belongs to."""
    for name in _names(list_name, session):
        await store.enlist(name, session_id, at, _LIVES[list_name] * session.lifetime)


async def unlist(store: Store, list_name: str, session_id: str, session: Session | Created) -> None:
    """Take a session off a list."""
    for name in _names(list_name, session):
        await store.unlist(name, session_id)


def part_of_game(list_name: str, game: str | None) -> str:
    """Return the name of the part of a list that has only the sessions of one game (None: of all games)."""
    return list_name if game is None else f"{list_name}:{game}"


def part_of_kind(kind: str) -> str:
    """Return the name of the part of the list of open sessions that has only the sessions of one kind."""
    return f"{OPEN}:kind:{kind}"


def _names(list_name: str, session: Session | Created) -> Iterator[str]:
    yield list_name
    yield part_of_game(list_name, session.game)
    if list_name == OPEN:
        yield part_of_kind(kind_of(session))
