"""A cache of decoded sessions: most changes are decided on it without reading the store.

A cached session may be older than the store's, or of a history that the store has lost: so a commit on it compares the
cursor, and nothing is refused before the store is read.

With the cache, most changes take one round trip: a commit on a stale session returns the newest one. Readers always
ask the store. So does a change, if the store's clock was not read within the last second.
"""

from collections import OrderedDict

from service.sessions.session import Session

REMEMBERED = 1000


class SessionCache(OrderedDict[str, Session]):
    """The sessions that this process has committed or read last, by id, at most REMEMBERED."""

    def put(self, session: Session) -> Session:
        """Cache a session that the store has now, and return it, or the equal one that was cached before."""
        held = self.get(session.id)
        if held == session:
            session = held
        self[session.id] = session
        self.move_to_end(session.id)
        if len(self) > REMEMBERED:
            self.popitem(last=False)
        return session

    def put_later(self, session: Session) -> Session:
        """Cache a session like `put`, unless a later version of it is cached."""
        held = self.get(session.id)
        return self.put(session) if held is None or held.version <= session.version else session
