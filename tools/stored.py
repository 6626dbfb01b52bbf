"""The stored form of a session and of its parts, as the service encodes it."""

from msgspec.structs import replace

from service.sessions.changes import Created, LogEntry
from service.sessions.history_hash import Cursor
from service.sessions.session import Dealing, Session, Setup
from service.sessions.tokens import Secret
from service.storage.codec import SESSIONS

NOBODY = Secret("", "")
CREATED = Created(0, 60, 60, "zar", (), {}, Setup(), Dealing(), NOBODY, "")
SESSION = Session("", 0, 60, 60, "zar", {}, (), Setup(), Dealing(), NOBODY, 0, 0, "", "")


def encode_session(session: Session) -> bytes:
    """Return the document of a session."""
    return SESSIONS.encode_change(Cursor(0), session, LogEntry(CREATED, "", ()), None).document


def encode_entry(entry: LogEntry, session_id: str, version: int) -> bytes:
    """Return the body of the log entry of a version."""
    return SESSIONS.encode_change(Cursor(0), replace(SESSION, id=session_id, version=version), entry, None).entry
