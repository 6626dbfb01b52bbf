"""Tables at which bots play beside one person: workers and the store are killed while they think."""

import asyncio
import secrets
from collections.abc import Mapping

from tools.faults.players import GAMES, PATIENCE_SECONDS, GivenUp, Players, Table, _Applied, _Created, _follow, _kept
from tools.faults.run import Run
from tools.faults.scenarios.kills import kills_of, store_of

BOTS = (1, 2)
# Level 1 thinks for no time, level 2 long enough to be killed in it.
LEVELS = (1, 2)
POLL_SECONDS = 0.05


class PlayersWithBots(Players):
    """People who each play at seat 0 of a table of their own, at which bots hold the other seats."""

    async def open_table(self) -> Table:
        """Open a session of some game, take a seat, and add the bots."""
        game = self.chance.choice(GAMES)
        key = secrets.token_urlsafe(16)
        wish = self.history.wish("host", "", "", "created")
        body = {"game": game, "seats": 1 + len(BOTS)}
        created = await self._settle(wish, "/v1/sessions", key, body, _Created)
        wish.session = created.session.id
        self.history.acknowledge(wish, 1)
        joined = await self._join(wish.session, 0)
        table = Table(wish.session, created.host_token, (joined.seat_token,))
        for seat in BOTS:
            await self._add_bot(table, seat)
        return table

    async def _add_bot(self, table: Table, seat: int) -> None:
        key = secrets.token_urlsafe(12)
        body = {"seat": seat, "level": self.chance.choice(LEVELS)}
        wish = self.history.wish("host", table.id, _kept(table.host, key), "botadded")
        headers: Mapping[str, str] = {"Authorization": f"Bearer {table.host}"}
        added = await self._settle(wish, f"/v1/sessions/{table.id}/bots", key, body, _Applied, headers)
        self.history.acknowledge(wish, added.version)
        _follow(table, 0, added.session)

    async def step(self, table: Table) -> None:
        """Move for the person, after waiting for the bots. Raises `GivenUp` if a bot that is asked never moves."""
        if await self._is_asked(table):
            await super().step(table)

    async def _is_asked(self, table: Table) -> bool:
        """Wait until the person is asked, or the table is over; tell whether the person is."""
        end = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        version = 0
        while table.active and 0 not in table.turn:
            newest = await self.look(table)
            if newest > version:
                version = newest
                end = asyncio.get_running_loop().time() + PATIENCE_SECONDS
            if asyncio.get_running_loop().time() > end:
                # Without an answer the checker condemns it.
                self.history.wish(f"seat {table.turn}", table.id, "", "a bot moves")
                raise GivenUp("a bot does not move")
            await asyncio.sleep(POLL_SECONDS)
        table.turn = (0,)
        return table.active


async def bots(run: Run) -> None:
    """Kill -9 of the store and of workers while bots think; with SQLite, of workers only."""
    async with store_of(run) as (store, server):
        kills = kills_of(run, server)
        await run.trial(store, *kills, replacements=run.knobs.worker_kills, players=PlayersWithBots)
