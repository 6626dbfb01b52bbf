"""Real sessions: the service's code plays a few random tables, and each is copied into a store many times."""

import asyncio
from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from random import Random

import msgspec
from msgspec.structs import replace

from service.storage.documents import new_document_id
from service.storage.sessions import Lifetimes, SessionRepository
from service.use_cases.inputs import ApplyMoveInput, CreateSessionInput, JoinSessionInput
from service.use_cases.lobby import join_session
from service.use_cases.opening import create_session
from service.use_cases.playing import apply_move
from store.port import Commit, Committed, Conflict, Repeated, Store
from tools.load.connection import new_key
from tools.random_tables import choose, most_seats
from tools.stores import StoreWrapper
from tools.use_cases import caller

SEATS = 4
LIFETIMES = Lifetimes(session=604_800, finished=86_400, archive=7_776_000)
FILLING_AT_ONCE = 32


class Played(msgspec.Struct, frozen=True):
    """A played session: the change of every version, in order, as a store gets it."""

    changes: tuple[Commit, ...]
    dealt: int

    def until(self, share: float) -> tuple[Commit, ...]:
        """Return the changes up to the deal, and this share (0 to 1) of those after it."""
        return self.changes[: self.dealt + round(share * (len(self.changes) - self.dealt))]


class _Recorder(StoreWrapper):
    """A store that keeps every change that is committed."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.changes: list[Commit] = []

    async def commit(self, change: Commit) -> Committed | Repeated | Conflict:
        self.changes.append(change)
        return await self.store.commit(change)


async def play_session(store: Store, game: str, random: Random, seats: int = SEATS, moves: int = 100_000) -> Played:
    """Play a random table on a store, at so many seats, or as many as the game allows, and at most so many moves.

    The move that ends the table is left out, since a finished session is not live.
    """
    recorder = _Recorder(store)
    sessions = SessionRepository(recorder, LIFETIMES)
    seed = f"{random.getrandbits(256):064x}"
    wanted = CreateSessionInput(game=game, seats=most_seats(game, seats), seed=seed)
    session_id = (await create_session(caller(sessions), wanted)).session.id
    tokens = []
    for seat in range(wanted.seats):
        place = JoinSessionInput(session_id=session_id, seat=seat, name=f"Player {seat}", idempotency_key=new_key())
        tokens.append((await join_session(caller(sessions), place)).seat_token)
    dealt = len(recorder.changes)
    while len(recorder.changes) - dealt < moves:
        state = (await sessions.read(session_id)).state
        assert state is not None
        seat, move = choose(state, random) or (0, None)
        if move is None:
            return Played(tuple(recorder.changes[:-1]), dealt)
        made = ApplyMoveInput(session_id=session_id, move=str(move), idempotency_key=new_key())
        await apply_move(caller(sessions, tokens[seat]), made)
    return Played(tuple(recorder.changes), dealt)


async def fill(store: Store, tables: Sequence[Played], share: float, count: int) -> list[str]:
    """Commit `count` sessions, each played up to a `share` of its moves, and return their ids.

    They are copies under other ids that nobody reads: only their number and size count.
    """
    copies = ((new_document_id(), table.until(share)) for table in islice(cycle(tables), count))
    ids: list[str] = []
    await asyncio.gather(*(_commit_all(store, copies, ids) for _ in range(FILLING_AT_ONCE)))
    return ids


async def _commit_all(store: Store, copies: Iterable[tuple[str, Sequence[Commit]]], ids: list[str]) -> None:
    for session_id, changes in copies:
        for change in changes:
            answer = await store.commit(replace(change, document_id=session_id))
            assert isinstance(answer, Committed), answer
        ids.append(session_id)
