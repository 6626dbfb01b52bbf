"""The problems of callers that expect another version than the session's newest."""

from service.sessions.history_hash import Cursor
from service.sessions.problems import Problem
from service.sessions.session import Session


class VersionConflict(Problem):
    """The bearer of a token expected another cursor than that of `session`, the newest version."""

    def __init__(
        self, expected: Cursor, session: Session, token: str | None = None, code: str = "STALE_VERSION", text: str = ""
    ) -> None:
        standard = f"The session is at version {session.version}, not {expected.version}."
        super().__init__(code, text or standard, ("expectedVersion",))
        self.expected, self.session, self.token = expected, session, token


class RolledBack(VersionConflict):
    """The store has lost the version that the caller knows; `session`, the newest one, continues from before it."""

    def __init__(self, seen: Cursor, session: Session, name: str = "expectedVersion", token: str | None = None) -> None:
        message = (
            f"The store has lost version {seen.version} as you know it: the session, now at version "
            f"{session.version}, goes on from before it."
        )
        super().__init__(seen, session, token, "ROLLED_BACK", message)
        self.path = (name,)
