"""Bots: players that choose their moves by program."""

import time
from abc import ABC, abstractmethod
from contextlib import aclosing

import anyio

from croupier_client.async_client import AsyncTable
from croupier_client.changes import SessionFrame
from croupier_client.client import Table
from croupier_client.contract import Decision, Move, Result
from croupier_client.outcomes import Illegal, MoveOutcome, TooEarly
from croupier_client.tables import fresh_key


class Bot(ABC):
    """A player that chooses moves; the kit does everything else."""

    @abstractmethod
    def choose(self, decision: Decision, frame: SessionFrame) -> Move | str | None:
        """Return one of the decision's moves, or None to let a move out of turn pass."""

    def play(self, table: Table) -> Result | None:
        """Play a seat until the table is over, and return the result.

        None if the table was abandoned or ended by resignation: see `table.session["outcome"]`.
        """
        for frame in table.frames():
            if frame["decision"] and (move := self.choose(frame["decision"], frame)) is not None:
                outcome = _make(table, move, frame)
                check_outcome(outcome, frame["decision"])
        return table.result


class AsyncBot(ABC):
    """A bot for asyncio and trio. It may think for long without holding up other tasks."""

    @abstractmethod
    async def choose(self, decision: Decision, frame: SessionFrame) -> Move | str | None:
        """Return one of the decision's moves, or None to let a move out of turn pass."""

    async def play(self, table: AsyncTable) -> Result | None:
        """Play a seat until the table is over, and return the result.

        None if the table was abandoned or ended by resignation: see `table.session["outcome"]`.
        """
        async with aclosing(table.frames()) as frames:
            async for frame in frames:
                if frame["decision"] and (move := await self.choose(frame["decision"], frame)) is not None:
                    outcome = await _make_async(table, move, frame)
                    check_outcome(outcome, frame["decision"])
        return table.result


def _make(table: Table, move: Move | str, frame: SessionFrame) -> MoveOutcome:
    key = fresh_key()
    outcome = table.move(move, at=frame, key=key)
    while isinstance(outcome, TooEarly):
        time.sleep(outcome.retry_after_millis / 1000)
        outcome = table.move(move, at=frame, key=key)
    return outcome


async def _make_async(table: AsyncTable, move: Move | str, frame: SessionFrame) -> MoveOutcome:
    key = fresh_key()
    outcome = await table.move(move, at=frame, key=key)
    while isinstance(outcome, TooEarly):
        await anyio.sleep(outcome.retry_after_millis / 1000)
        outcome = await table.move(move, at=frame, key=key)
    return outcome


def check_outcome(outcome: MoveOutcome, decision: Decision) -> None:
    """Raise if a bot chose an illegal move in its turn: it would be asked again for ever.

    Out of turn, an illegal move only means that somebody was faster. If the table has moved on, the next frame asks.
    """
    if isinstance(outcome, Illegal) and decision["asked"]:
        raise ValueError(outcome.message)
