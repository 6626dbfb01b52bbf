"""The context of a use case: its caller, and the sessions and tables that it acts on."""

import msgspec

from service.opponents.pool import Bounds, Pool
from service.storage.port import Store
from service.storage.repository import SessionRepository
from service.use_cases.sealing import Seals


class Tables(msgspec.Struct, frozen=True):
    """The keys and the store of stateless tables.

    Without `seals` nothing can be sealed. For `mark_seconds`, the store remembers how far a sealed table has come, so
    that nobody takes a move back; 0 turns that off.
    """

    seals: Seals | None
    store: Store
    mark_seconds: int


def _make_pool() -> Pool:
    # It starts no process before it is asked.
    return Pool(Bounds())


class Backend(msgspec.Struct, frozen=True):
    """The live sessions, and the tables without a session, that a service offers; the pool thinks for bots."""

    sessions: SessionRepository
    tables: Tables
    pool: Pool = msgspec.field(default_factory=_make_pool)


class RequestContext(msgspec.Struct):
    """A caller (its bearer token and app), the sessions and tables that it acts on, and the pool that thinks for it."""

    sessions: SessionRepository
    tables: Tables
    token: str | None
    app: str | None = None
    pool: Pool = msgspec.field(default_factory=_make_pool)
