"""Clients of the service over HTTP that play tables, and retry with the same key until the outcome is known."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from random import Random
from typing import TypeVar

import aiohttp
import msgspec

import engine
from service.sessions.history_hash import read_cursor
from service.sessions.tokens import make_change_request
from tools.faults.fleet import Fleet
from tools.faults.history import Comeback, History, Wish

ANSWER_SECONDS = 12.0
# A client gives up a wish whose outcome stays unknown for so long, which the checker condemns.
PATIENCE_SECONDS = 90.0
LONGEST_PAUSE = 0.25
# Workers close connections that are idle for five seconds; a request at that moment would get no response.
IDLE_SECONDS = 3.0
SEATS = 2
# Tests register a game of their own.
GAMES = [name for name in engine.GAMES if name != "high"]

T = TypeVar("T")


class _View(msgspec.Struct):
    turn: tuple[int, ...]


class _Session(msgspec.Struct):
    id: str
    status: str
    version: int
    cursor: str
    view: _View | None


class _Created(msgspec.Struct, rename="camel"):
    session: _Session
    host_token: str


class _Joined(msgspec.Struct, rename="camel"):
    session: _Session
    seat_token: str


class _Applied(msgspec.Struct):
    session: _Session
    version: int


class _Move(msgspec.Struct):
    notation: str


class _LegalMoves(msgspec.Struct):
    version: int
    moves: tuple[_Move, ...]


class _Problem(msgspec.Struct):
    code: str


class Refused(Exception):
    """A definite no, and its code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class GivenUp(Exception):
    """The outcome of a wish stayed unknown for very long."""


class Table(msgspec.Struct):
    """A session in play, and the last version that its players got."""

    id: str
    host: str
    tokens: tuple[str, ...]
    turn: tuple[int, ...] = ()
    active: bool = True
    cursors: dict[int, str] = {}


class Players:
    """All players; their requests and responses go into the history."""

    def __init__(self, fleet: Fleet, history: History, chance: Random) -> None:
        self.root = fleet.root
        self.history = history
        self.chance = chance
        self.acknowledged = 0
        self.unknown = 0
        self.http = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=IDLE_SECONDS),
            timeout=aiohttp.ClientTimeout(total=ANSWER_SECONDS),
        )

    @property
    def answered(self) -> int:
        """Return the number of acknowledged moves, and of attempts with an unknown outcome."""
        return self.acknowledged + self.unknown

    async def close(self) -> None:
        """Close every connection."""
        await self.http.close()

    # ---- tables

    async def open_table(self) -> Table:
        """Open a session of some game and let players take its seats."""
        game = self.chance.choice(GAMES)
        key = secrets.token_urlsafe(16)
        # The key of a creation is kept beside the session: it has no receipt in it.
        wish = self.history.wish("host", "", "", "created")
        created = await self._settle(wish, "/v1/sessions", key, {"game": game, "seats": SEATS}, _Created)
        wish.session = created.session.id
        self.history.acknowledge(wish, 1)
        joined = [await self._join(wish.session, seat) for seat in range(SEATS)]
        table = Table(wish.session, created.host_token, tuple(one.seat_token for one in joined))
        for seat, one in enumerate(joined):
            _follow(table, seat, one.session)
        return table

    async def _join(self, session: str, seat: int) -> _Joined:
        key = secrets.token_urlsafe(16)
        name = f"{session[:4]}-{seat}"
        wish = self.history.wish(name, session, _kept(None, key), f"{name} takes seat {seat}")
        path = f"/v1/sessions/{session}/seats"
        body = {"seat": seat, "name": name}
        try:
            joined = await self._settle(wish, path, key, body, _Joined)
        except Refused as refused:
            self.history.refuse(wish, refused.code)
            raise
        self.history.acknowledge(wish, joined.session.version)
        return joined

    async def step(self, table: Table) -> None:
        """Let an active seat look at its legal moves and make one of them."""
        seat = self.chance.choice(table.turn)
        legal = await self.legal_moves(table, seat)
        if not legal.moves or not await self.move(table, seat, self._choose(legal), legal.version):
            await self.look(table)

    async def race(self, table: Table) -> list[int]:
        """Let a seat make two moves from one version at the same time, and return the version that each made."""
        seat = self.chance.choice(table.turn)
        legal = await self.legal_moves(table, seat)
        if not legal.moves:
            await self.look(table)
            return []
        moves = (self.move(table, seat, self._choose(legal), legal.version) for _ in range(2))
        return await asyncio.gather(*moves)

    async def abandon(self, table: Table) -> None:
        """End a table as its host, if it is not over."""
        key = secrets.token_urlsafe(12)
        wish = self.history.wish("host", table.id, _kept(table.host, key), "abandoned")
        headers = {"Authorization": f"Bearer {table.host}"}
        try:
            applied = await self._settle(wish, f"/v1/sessions/{table.id}/abandon", key, {}, _Applied, headers)
        except Refused as refused:
            self.history.refuse(wish, refused.code)
        else:
            self.history.acknowledge(wish, applied.version)

    async def come_back(self, table: Table, seat: int, cursor: str) -> None:
        """Read a table with the cursor that a seat has of it, and record whether that is still there, or the table."""
        at, _ = read_cursor(cursor)
        lost = False
        try:
            await self._read(f"/v1/sessions/{table.id}?seen={cursor}", table.tokens[seat], _Session)
        except Refused as refused:
            lost = refused.code in ("ROLLED_BACK", "NOT_FOUND")
        comeback = Comeback(f"seat {seat}", table.id, at.version, at.history_hash, lost)
        self.history.come_back(comeback)

    def _choose(self, legal: _LegalMoves) -> str:
        return self.chance.choice(legal.moves).notation

    async def legal_moves(self, table: Table, seat: int) -> _LegalMoves:
        """Return a seat's legal moves, and their version."""
        sent = self.history.tick()
        try:
            legal = await self._read(f"/v1/sessions/{table.id}/legal-moves", table.tokens[seat], _LegalMoves)
        except Refused:
            # It is not there: as if it had never been made.
            self.history.saw(f"seat {seat}", table.id, sent, 0)
            raise
        self.history.saw(f"seat {seat}", table.id, sent, legal.version)
        return legal

    async def look(self, table: Table) -> int:
        """Read the newest version of a table, and return it."""
        sent = self.history.tick()
        session = await self._read(f"/v1/sessions/{table.id}", table.tokens[0], _Session)
        self.history.saw("seat 0", table.id, sent, session.version)
        _follow(table, 0, session)
        return session.version

    async def move(self, table: Table, seat: int, move: str, expected: int) -> int:
        """Make a move from a version, and return the version that it made, 0 if it was refused."""
        key = secrets.token_urlsafe(12)
        token = table.tokens[seat]
        wish = self.history.wish(f"seat {seat}", table.id, _kept(token, key), f"seat {seat} moves {move}")
        path = f"/v1/sessions/{table.id}/moves"
        condition = {"If-Match": f'"{expected}"', "Authorization": f"Bearer {token}"}
        try:
            applied = await self._settle(wish, path, key, {"move": move}, _Applied, condition)
        except Refused as refused:
            self.history.refuse(wish, refused.code)
            return 0
        self.history.acknowledge(wish, applied.version)
        self.acknowledged += 1
        _follow(table, seat, applied.session)
        return applied.version

    # ---- until the answer is definite

    async def _settle(
        self,
        wish: Wish,
        path: str,
        key: str,
        body: Mapping[str, object],
        kind: type[T],
        headers: Mapping[str, str] | None = None,
    ) -> T:
        """Send a wish until its answer is definite, and return the answer. Raises `Refused` and `GivenUp`."""
        sent = {"Content-Type": "application/json", "Idempotency-Key": key, **(headers or {})}
        data = msgspec.json.encode(body)

        async def once() -> T | None:
            wish.attempts += 1
            return await self._call("POST", path, sent, data, kind)

        return await self._insist(once, wish.what)

    async def _read(self, path: str, token: str, kind: type[T]) -> T:
        async def once() -> T | None:
            return await self._call("GET", path, {"Authorization": f"Bearer {token}"}, None, kind)

        return await self._insist(once, path)

    async def _insist(self, once: Callable[[], Awaitable[T | None]], what: str) -> T:
        """Retry with growing pauses until a worker answers."""
        pause = 0.005
        end = asyncio.get_running_loop().time() + PATIENCE_SECONDS
        while asyncio.get_running_loop().time() < end:
            answer = await once()
            if answer is not None:
                return answer
            self.unknown += 1
            await asyncio.sleep(pause * (0.5 + self.chance.random()))
            pause = min(2 * pause, LONGEST_PAUSE)
        raise GivenUp(what)

    async def _call(
        self, method: str, path: str, headers: Mapping[str, str], data: bytes | None, kind: type[T]
    ) -> T | None:
        """Return an answer, None when the outcome is unknown. Raises `Refused`."""
        try:
            async with self.http.request(method, self.root() + path, headers=headers, data=data) as response:
                content = await response.read()
        except (aiohttp.ClientError, TimeoutError, OSError):
            return None
        if response.status >= 500:
            return None
        if response.status >= 400:
            raise Refused(msgspec.json.decode(content, type=_Problem).code)
        return msgspec.json.decode(content, type=kind)


def _follow(table: Table, seat: int, session: _Session) -> None:
    """Record a seat's response about a table."""
    table.cursors[seat] = session.cursor
    table.turn = session.view.turn if session.view else ()
    table.active = session.status == "ACTIVE"


def _kept(token: str | None, key: str) -> str:
    """Return a key as the store has it."""
    kept = make_change_request("", token, key).key
    assert kept is not None
    return kept
