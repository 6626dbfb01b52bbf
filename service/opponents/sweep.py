"""Looks after the sessions that bots play: finds decisions that no worker has made, since it has died or missed them.

Each worker goes round the list of these sessions slowly. A decision that is overdue by more than a lease is played by
whichever worker finds it first.
"""

import asyncio
from collections.abc import Callable
from random import random

import structlog

from service.opponents.timing import is_overdue
from service.sessions.problems import StoreUnavailable
from service.sessions.session import Session, has_bots
from service.storage.codec import SESSIONS, RulesChanged
from service.storage.port import Listed, Store, Stored
from service.storage.sessions import BOT_SESSIONS

log = structlog.get_logger("croupier.bots")

# Sessions that a round reads in PAGE_SECONDS at most, and the least time from one round to the next.
PAGE = 50
PAGE_SECONDS = 1.0
# The share of the sessions that this process plays which a round looks at.
LOOKED_AT = 0.1
ROUND_SECONDS = 3.0
# A session is listed before it is changed; one still missing after this time is gone.
GHOST_MILLISECONDS = 60_000


class Sweep:
    """Hands the sessions with an overdue decision of a bot to `take_up`."""

    def __init__(
        self, store: Store, lease_seconds: int, take_up: Callable[[Session], None], is_played: Callable[[str], bool]
    ) -> None:
        """Prepare a sweep that rarely looks at a session which this process plays: a large one takes milliseconds."""
        self._store = store
        self._is_played = is_played
        self._lease_millis = 1000 * lease_seconds
        self._take_up = take_up

    async def run(self) -> None:
        """Go round the list until this is cancelled."""
        while True:
            try:
                await self._go_round()
            except StoreUnavailable:
                log.debug("bots are looked after when the store is back")
            except Exception:
                log.exception("bots could not be looked after")
            # Workers that were started together go round at different times.
            await asyncio.sleep(ROUND_SECONDS * (0.5 + random()))  # noqa: S311

    async def _go_round(self) -> None:
        before: tuple[int, str] | None = None
        while page := await self._store.listed(BOT_SESSIONS, before, PAGE):
            now = await self._store.now()
            for listed in page:
                # Each is looked at now and then, to be listed anew.
                if not self._is_played(listed.member) or random() < LOOKED_AT:  # noqa: S311
                    await self._look_at(listed, now)
                    # Those of a page come one by one: together they would hold up everything else.
                    await asyncio.sleep(PAGE_SECONDS / PAGE)
            before = (page[-1].at, page[-1].member)
            if len(page) < PAGE:
                return
            await asyncio.sleep(PAGE_SECONDS / PAGE)

    async def _look_at(self, listed: Listed, now: int) -> None:
        stored = await self._store.load(listed.member)
        if stored is None:
            if now - listed.at > GHOST_MILLISECONDS:
                await self._store.unlist(BOT_SESSIONS, listed.member)
            return
        session = _decode(stored, listed.member)
        if session is None:
            return
        if session.is_over:
            await self._store.unlist(BOT_SESSIONS, listed.member)
            return
        await self._keep_listed(session, listed, now)
        if is_overdue(session, now, self._lease_millis):
            self._take_up(session)

    async def _keep_listed(self, session: Session, listed: Listed, now: int) -> None:
        """List a session anew in time: it lives on with each change, its place in the list does not."""
        if has_bots(session) and now - listed.at > 1000 * session.lifetime // 2:
            await self._store.enlist(BOT_SESSIONS, session.id, now, 2 * session.lifetime)


def _decode(stored: Stored, session_id: str) -> Session | None:
    """Return a stored session, None if it cannot be played; whoever asks for it is told why."""
    try:
        return SESSIONS.decode(stored.document, session_id)
    except (ValueError, RulesChanged):
        return None
