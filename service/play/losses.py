"""What this process knows that the store has lost, and who is still to be told of it.

What was known before the store was asked must be there. Where a primary may be one no more, a second look decides. Then
each member who acts at the table without naming a head is told ROLLED_BACK, once.
"""

import asyncio
from collections import OrderedDict
from contextlib import suppress

import structlog

from service import metrics
from service.play.cached import Cached
from service.play.chain import Position
from service.play.session import RulesChanged, Session, decode_session
from service.stores.base import Store, Stored

REMEMBERED = 1000

log = structlog.get_logger("croupier.sessions")


class Losses:
    """The newest lost position of each session, and the members who act without a head and have not been told."""

    def __init__(self, store: Store, cached: Cached) -> None:
        self._store = store
        self._cached = cached
        self._untold: OrderedDict[str, tuple[Position, set[int | None]]] = OrderedDict()

    async def check(self, known: Session, stored: Stored | None, now: int | None) -> Stored | None:
        """Return what the store has; note it where that is not what was known before the store was asked for it.

        `now` is the store's clock, None where that is not known.
        """
        if not await self._is_lost(known, stored, now):
            return stored
        if self._store.lag:
            # A primary that is none any more may have answered.
            await asyncio.sleep(self._store.lag)
            stored = await self._store.load_durable(known.id)
            if not await self._is_lost(known, stored, None if stored is None else stored.now):
                return stored
        held = self._cached.get(known.id)
        if held is not None and held.position == known.position:
            self._cached.drop(known.id)
        self.note(known, 0 if stored is None else stored.version)
        return stored

    async def _is_lost(self, known: Session, stored: Stored | None, now: int | None) -> bool:
        """Tell whether a session is not as it was known, or not there, although its life is not over.

        Where it has come to a later version on another history, that is not seen here.
        """
        if stored is not None and (stored.version > known.version or _has_head(stored, known)):
            return False
        if known.expires_at <= (await self._store.now() if now is None else now):
            return False
        return stored is not None or await self._store.archived(known.id) is None

    def note(self, known: Session, now: int) -> None:
        """Count, once, that the store, which is at version `now`, has lost a session as it was known here."""
        lost, _ = self._untold.get(known.id, (None, None))
        if lost == known.position:
            return
        metrics.rollbacks_total.inc()
        log.warning("the store has lost what this process knows", seen=known.version, now=now)
        self._untold[known.id] = (known.position, {None, *range(len(known.seats))})
        self._untold.move_to_end(known.id)
        if len(self._untold) > REMEMBERED:
            self._untold.popitem(last=False)

    def find(self, session: Session, token: str | None) -> Position | None:
        """Return the lost position that the bearer of a token is still to be told of."""
        lost, untold = self._untold.get(session.id, (None, set()))
        return lost if session.is_member(token) and session.seat_of(token) in untold else None

    def tell(self, session: Session, token: str | None) -> None:
        """Note that the bearer of a token knows the session as it stands."""
        if self.find(session, token) is not None:
            # None stands for the host.
            self._untold[session.id][1].discard(session.seat_of(token))


def _has_head(stored: Stored, known: Session) -> bool:
    """Tell whether a stored session is at the very position of a known one."""
    if stored.version != known.version:
        return False
    # To find the head is faster than to decode the document.
    if known.head.encode() in stored.document:
        return True
    with suppress(ValueError, RulesChanged):
        return decode_session(stored.document, known.id).head in ("", known.head)
    # Whoever decodes it next reports what is wrong with it.
    return True
