"""Cleanup: find what no worker carries on, since the one that did has died or missed something.

What goes on by itself stands on a list in the store: the sessions that bots play, the tournaments that run. Each worker
goes round these lists slowly. Whatever it finds there is listed anew while it lives on, and unlisted when it is over.
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

# Members that a round looks at in PAGE_SECONDS at most, and the least time from one round to the next.
PAGE = 50
PAGE_SECONDS = 1.0
ROUND_SECONDS = 2.0
# A member is listed before it is created; one still missing after this time is gone.
GHOST_MILLISECONDS = 60_000

log = structlog.get_logger("croupier.cleanup")


class Swept(Protocol):
    """What stands on a list: it expires so many seconds after its last change."""

    @property
    def id(self) -> str:
        """Return the name on the list."""

    @property
    def lifetime(self) -> int:
        """Return the seconds."""


V = TypeVar("V", bound=Swept)


class Cleanup(Generic[V]):
    """Goes round a list of the store, and hands its members one by one to `carry_on`.

    `claim` tells whether this worker should look at a member now. `read` returns its value, None if nobody can carry it
    on; it raises `Problem` if there is none. `carry_on` takes the value and the store's time, and tells whether the
    value stays on the list.
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
        """Go round the list until this is closed."""
        self._running = asyncio.create_task(self._run(), context=Context())

    async def close(self) -> None:
        """Stop, wherever this is."""
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
            # Workers that were started together go round at different times.
            await asyncio.sleep(ROUND_SECONDS * (0.5 + random()))  # noqa: S311

    async def go_round(self) -> None:
        """Look at each member once. Raises `StoreUnavailable`."""
        before: tuple[int, str] | None = None
        while page := await self._store.listed(self._name, before, PAGE):
            now = await self._store.now()
            for listed in page:
                if await self._claim(listed.member):
                    await self._try_to_look_at(listed, now)
                    # Those of a page come one by one: together they would hold up everything else.
                    await asyncio.sleep(PAGE_SECONDS / PAGE)
            before = (page[-1].at, page[-1].member)
            if len(page) < PAGE:
                return
            await asyncio.sleep(PAGE_SECONDS / PAGE)

    async def _try_to_look_at(self, listed: Listed, now: int) -> None:
        """Look after a member; if that fails, the others still are."""
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
            # It lives on with each change, its place in the list does not.
            await self._store.enlist(self._name, value.id, now, 2 * value.lifetime)
        if not await self._carry_on(value, now):
            await self._store.unlist(self._name, listed.member)
