"""Filling a store with live sessions, quickly, through its port: a few tables are played, the rest are their copies."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice

from benchmarks.scale.sessions import Played, rename
from service.storage.port import Change, Committed, Store
from service.storage.repository import new_session_id

AT_ONCE = 32


async def fill(store: Store, tables: Sequence[Played], share: float, count: int) -> list[str]:
    """Commit `count` sessions, each played up to a `share` of its moves, and return their ids."""
    copies = _copies(tables, share, count)
    ids: list[str] = []
    await asyncio.gather(*(_commit_all(store, copies, ids) for _ in range(AT_ONCE)))
    return ids


async def _commit_all(store: Store, copies: Iterator[tuple[str, Sequence[Change]]], ids: list[str]) -> None:
    for session_id, changes in copies:
        for change in changes:
            answer = await store.commit(change)
            assert isinstance(answer, Committed), answer
        ids.append(session_id)


def _copies(tables: Iterable[Played], share: float, count: int) -> Iterator[tuple[str, Sequence[Change]]]:
    for table in islice(cycle(tables), count):
        session_id = new_session_id()
        yield session_id, [rename(change, table.session_id, session_id) for change in table.until(share)]
