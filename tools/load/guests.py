"""People who play against a bot, by asking what their seat has to decide."""

import asyncio
import time
from random import Random

from tools.load.connection import Connection, Json

GAME = "zeven"
# Each person moves about so often.
MOVE_SECONDS = 0.2


class Guest:
    """A person who plays against a bot of level 1, table after table."""

    def __init__(self, connection: Connection, number: int) -> None:
        self._connection = connection
        self._chance = Random(number)
        self._seat: dict[str, str] = {}

    async def play(self, end: float) -> list[float]:
        """Play until a time; return the milliseconds of each wait for the bot."""
        times = []
        while time.perf_counter() < end:
            now = await self._poll()
            if now["state"] == "DECIDING":
                answered = await self._move(now)
                times += [] if answered is None else [answered]
            else:
                self._seat = {}
            await asyncio.sleep(MOVE_SECONDS * self._chance.random())
        return times

    async def _move(self, now: Json) -> float | None:
        """Move; return the milliseconds until this seat is asked again, None unless a bot has moved before."""
        view = now["session"]["view"]
        move = self._chance.choice(view["legalMoves"])["notation"]
        path = f"/v1/sessions/{self._seat['sessionId']}/moves"
        token = self._seat["seatToken"]
        moved = await self._connection.post(path, {"move": move}, token)
        began = time.perf_counter()
        if view["viewer"] in moved["session"]["view"]["turn"]:
            return None
        await self._poll()
        return 1000 * (time.perf_counter() - began)

    async def _poll(self) -> Json:
        """Wait for the next decision of this seat and return it; open a new table if there is none."""
        if not self._seat:
            self._seat = await self._open()
        answer = await self._connection.post("/v1/decisions", {"seats": [self._seat]})
        polled: Json = answer["seats"][0]
        return polled if polled["state"] != "WAITING" else await self._poll()

    async def _open(self) -> dict[str, str]:
        table = {"game": GAME, "seats": 2, "bots": [{"seat": 1, "level": 1}]}
        opened = await self._connection.post("/v1/batches", {"sessions": [table]})
        session = opened["sessions"][0]["sessionId"]
        joined = await self._connection.post(f"/v1/sessions/{session}/seats", {"seat": 0})
        return {"sessionId": session, "seatToken": joined["seatToken"]}
