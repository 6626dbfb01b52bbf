"""A cache of decoded sessions: most changes are decided on it without reading the store.

A cached session may be older than the store's, or of a history that the store has lost: so a commit on it compares the
cursor, and nothing is refused before the store is read.

With the cache, most changes take one round trip: a commit on a stale session returns the newest one. Readers always
ask the store. So does a change, if the store's clock was not read within the last second.
"""

from collections import OrderedDict

from service.sessions.session import Session

REMEMBERED = 1000


class SessionCache:
    """The sessions that this process has committed or read last, at most REMEMBERED."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def get(self, session_id: str) -> Session | None:
        """Return the cached session, or None."""
        session = self._sessions.get(session_id)
        if session is not None:
            self._sessions.move_to_end(session_id)
        return session

    def put(self, session: Session) -> Session:
        """Cache a session that the store has now, and return it, or the equal one that was cached before."""
        held = self._sessions.get(session.id)
        if held == session:
            session = held
        self._sessions[session.id] = session
        self._sessions.move_to_end(session.id)
        if len(self._sessions) > REMEMBERED:
            self._sessions.popitem(last=False)
        return session

    def put_later(self, session: Session) -> Session:
        """Cache a session like `put`, unless a later version of it is cached."""
        held = self._sessions.get(session.id)
        return self.put(session) if held is None or held.version <= session.version else session

    def drop(self, session_id: str) -> None:
        """Forget a session, which the store does not have."""
        self._sessions.pop(session_id, None)
