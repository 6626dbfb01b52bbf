"""The newest sessions that this process knows, decoded: most changes are decided on them without reading the store.

It is a cache and decides nothing by itself. A session in it may be older than the store's, or of a history that the
store has lost: a commit on it compares the cursor, and nothing is refused before the store was read.

With it most changes are one round trip: a commit that comes too late brings the session as it stands. Readers always
ask the store. So does a change, where the store's clock was not read within the last second.
"""

from collections import OrderedDict

from service.sessions.session import Session

REMEMBERED = 1000


class SessionCache:
    """The sessions that this process has committed or read last, at most REMEMBERED."""

    def __init__(self) -> None:
        self._sessions: OrderedDict[str, Session] = OrderedDict()

    def get(self, session_id: str) -> Session | None:
        """Return a session as it was last known, if it is."""
        session = self._sessions.get(session_id)
        if session is not None:
            self._sessions.move_to_end(session_id)
        return session

    def put(self, session: Session) -> Session:
        """Remember a session as the store has it now, and return it, or the equal one that was remembered before."""
        held = self._sessions.get(session.id)
        if held == session:
            session = held
        self._sessions[session.id] = session
        self._sessions.move_to_end(session.id)
        if len(self._sessions) > REMEMBERED:
            self._sessions.popitem(last=False)
        return session

    def put_later(self, session: Session) -> Session:
        """Remember a session as `put` does, unless a later version of it is remembered."""
        held = self._sessions.get(session.id)
        return self.put(session) if held is None or held.version <= session.version else session

    def drop(self, session_id: str) -> None:
        """Forget a session, which the store does not have."""
        self._sessions.pop(session_id, None)
