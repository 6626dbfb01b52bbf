"""Cleanup: find the work that no worker continues, because its worker has died or missed something.

The store lists the work that continues without a request: the sessions that bots play, and the running tournaments.
Each worker goes through these lists slowly. A member is listed again while it lives, and unlisted when it is over.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from random import random
from typing import Generic, Protocol, TypeVar

import structlog

from service.sessions.problems import Problem
from store.port import Listed, Store
from store.problems import DataCorrupted, StoreUnavailable

# A round looks at no more members than this in PAGE_SECONDS.
PAGE = 50
PAGE_SECONDS = 1.0
# The average pause between two rounds.
ROUND_SECONDS = 2.0
# A member is listed before it is created; one that is still missing after this time is gone.
GHOST_MILLISECONDS = 60_000

log = structlog.get_logger("croupier.cleanup")


class Unattended(Protocol):
    """A member of a list, which may have no worker any more."""

    @property
    def id(self) -> str:
        """Return the name on the list."""

    @property
    def lifetime(self) -> int:
        """Return the seconds after its last change in which it expires."""


V = TypeVar("V", bound=Unattended)


class Cleanup(Generic[V]):
    """Goes through a list of the store, and passes its members one by one to `carry_on`.

    `claim` tells whether this worker should look at a member now. `read` returns its value, None if no worker can
    continue it; it raises `Problem` if there is none. `carry_on` takes the value and the store's time, continues the
    work, and tells whether the value stays on the list.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        claim: Callable[[str], Awaitable[bool]],
        read: Callable[[str], Awaitable[V | None]],
        carry_on: Callable[[V, int], Awaitable[bool]],
    ) -> None:
        self._store = store
        self._name = name
        self._claim = claim
        self._read = read
        self._carry_on = carry_on
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Go through the list again and again until this is closed."""
        self._running = asyncio.create_task(self._run(), context=Context())

    async def close(self) -> None:
        """Stop, also in the middle of a round."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.go_round()
            except StoreUnavailable:
                log.debug("a cleanup waits for the store", list=self._name)
            except Exception:
                log.exception("a cleanup failed", list=self._name)
            # Workers that were started together begin their rounds at different times.
            await asyncio.sleep(ROUND_SECONDS * (0.5 + random()))  # noqa: S311

    async def go_round(self) -> None:
        """Look at each member once. Raises `StoreUnavailable`."""
        before: tuple[int, str] | None = None
        while page := await self._store.listed(self._name, before, PAGE):
            now = await self._store.now()
            for listed in page:
                if await self._claim(listed.member):
                    await self._try_to_look_at(listed, now)
                    # All members of a page at once would delay everything else.
                    await asyncio.sleep(PAGE_SECONDS / PAGE)
            before = (page[-1].at, page[-1].member)
            if len(page) < PAGE:
                return
            await asyncio.sleep(PAGE_SECONDS / PAGE)

    async def _try_to_look_at(self, listed: Listed, now: int) -> None:
        """Look at a member; a failure does not affect the others."""
        try:
            await self._look_at(listed, now)
        except (Problem, DataCorrupted) as error:
            log.warning("a cleanup left one out", list=self._name, id=listed.member, reason=str(error))

    async def _look_at(self, listed: Listed, now: int) -> None:
        try:
            value = await self._read(listed.member)
        except Problem:
            if now - listed.at > GHOST_MILLISECONDS:
                await self._store.unlist(self._name, listed.member)
            return
        if value is None:
            return
        if now - listed.at > 1000 * value.lifetime // 2:
            # Each change prolongs its lifetime, but not its place on the list.
            await self._store.enlist(self._name, value.id, now, 2 * value.lifetime)
        if not await self._carry_on(value, now):
            await self._store.unlist(self._name, listed.member)
