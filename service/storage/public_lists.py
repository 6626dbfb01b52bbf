"""The lists of public sessions: those with open seats, and those that are being played.

A list is a hint that may lag behind: whoever reads one checks each session.
"""

from service.sessions.session import Session
from service.storage.port import Store

OPEN, RUNNING = "public", "running"
# A session lives on with each move, its place on a list does not: so long a table is played at most.
LIVES = {OPEN: 1, RUNNING: 8}


def list_of(session: Session) -> str | None:
    """Return the list that a session belongs on, None if it belongs on none."""
    if not session.setup.public:
        return None
    if session.status == "OPEN":
        return OPEN if session.open_seats() else None
    return RUNNING if session.status == "ACTIVE" else None


async def keep_listed(store: Store, session: Session) -> None:
    """Put a public session on the list that it belongs on, and take it off the other one."""
    if not session.setup.public:
        return
    belongs = list_of(session)
    if belongs is not None:
        lifetime = LIVES[belongs] * session.lifetime
        await enlist(store, belongs, session.id, session.game, session.created_at, lifetime)
    for other in LIVES.keys() - {belongs}:
        await unlist(store, other, session.id, session.game)


async def enlist(store: Store, list_name: str, session_id: str, game: str, at: int, lifetime: int) -> None:
    """Put a session on the list of all games and on that of its game."""
    for name in (list_name, name_of_list(list_name, game)):
        await store.enlist(name, session_id, at, lifetime)


async def unlist(store: Store, list_name: str, session_id: str, game: str) -> None:
    """Take a session off both lists."""
    for name in (list_name, name_of_list(list_name, game)):
        await store.unlist(name, session_id)


def name_of_list(list_name: str, game: str | None) -> str:
    """Return the name of the part of a list that has only the sessions of a game; None: of all games."""
    return list_name if game is None else f"{list_name}:{game}"
