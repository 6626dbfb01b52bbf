"""Who calls a use case, and what it acts on."""

import msgspec

from service.storage.port import Store
from service.storage.repository import SessionRepository
from service.use_cases.sealing import Seals


class Tables(msgspec.Struct, frozen=True):
    """What stateless tables need.

    Without `seals` nothing can be sealed. `mark_seconds` is for how long the store remembers how far a sealed table has
    come, so that nobody takes a move back; 0 turns that off.
    """

    seals: Seals | None
    store: Store
    mark_seconds: int


class Play(msgspec.Struct, frozen=True):
    """What use cases act on: live sessions, and tables without a session."""

    sessions: SessionRepository
    tables: Tables


class RequestContext(msgspec.Struct):
    """Who calls: what can be used, the bearer token that came along, and the app by its key."""

    play: Play
    token: str | None
    app: str | None = None

    @property
    def sessions(self) -> SessionRepository:
        """The live sessions."""
        return self.play.sessions
