"""Clients that follow a stream as lines of JSON, are cut off at random points, and resume."""

import asyncio
from random import Random

import aiohttp
import msgspec

from tools.changes import Json, apply_changes, read_json
from tools.codes import apply_codes
from tools.faults.history import Follower as Record
from tools.faults.history import hash_session
from tools.faults.players import Players, Refused, Table

LONGEST_READ = 3
# The first frame of each connection has everything.
LONGEST_READ_OF_CHANGES = 12
AWAY_SECONDS = 0.05


class _Session(msgspec.Struct):
    status: str


class _Line(msgspec.Struct):
    code: str | None = None


class _Frame(msgspec.Struct):
    version: int
    cursor: str
    resync: bool
    session: _Session


def follower_of(players: Players, chance: Random, table: Table, name: str) -> "Follower":
    """Return a client that follows a session with the token of its first seat."""
    record = players.history.follow(name, table.id)
    return Follower(players, chance, f"/v1/sessions/{table.id}/frames", table.tokens[0], record)


def client_of(players: Players, chance: Random, table: Table, name: str) -> "ChangesFollower":
    """Return a client that follows a session with the token of its last seat, and applies changes."""
    record = players.history.follow(name, table.id, table.tokens[-1])
    return ChangesFollower(players, chance, f"/v1/sessions/{table.id}/frames?changes=true", table.tokens[-1], record)


def client_in_codes_of(players: Players, chance: Random, table: Table, name: str) -> "CodesFollower":
    """Return a client that follows a session with the token of its last seat, and applies changes in codes."""
    record = players.history.follow(name, table.id, table.tokens[-1], in_codes=True)
    return CodesFollower(players, chance, f"/v1/sessions/{table.id}/frames?codes=true", table.tokens[-1], record)


def _raise_problem(line: bytes) -> None:
    """Raise `Refused` if a line of a stream has a problem in place of a frame: the session is gone."""
    code = msgspec.json.decode(line, type=_Line).code
    if code is not None:
        raise Refused(code)


class Follower:
    """A client that follows a stream to its end."""

    longest_read = LONGEST_READ

    def __init__(self, players: Players, chance: Random, path: str, token: str, record: Record) -> None:
        self.reconnections = 0
        self.resyncs = 0
        self._players = players
        self._chance = chance
        self._path = path
        self._token = token
        self._record = record
        self._cursor: str | None = None

    async def follow(self) -> None:
        """Follow to the end, with another connection after every few frames."""
        while not self._record.done:
            try:
                await self._connect(self._chance.randrange(self.longest_read + 1))
            except (aiohttp.ClientError, TimeoutError, OSError):
                self._players.unknown += 1
                await asyncio.sleep(AWAY_SECONDS)
            self.reconnections += 1

    async def resume_after(self, cursor: str) -> None:
        """Read the one frame that follows a cursor."""
        self._cursor = cursor
        await self._connect(1)

    async def _connect(self, count: int) -> None:
        """Read a few frames over one connection, which is then cut."""
        url = f"{self._players.root()}{self._path}"
        headers = {"Accept": "application/x-ndjson", "Authorization": f"Bearer {self._token}"}
        params = {} if self._cursor is None else {"after": self._cursor}
        async with self._players.http.get(url, headers=headers, params=params) as response:
            if response.status == 204:
                self._record.done = True
            if response.status == 200:
                await self._read(response.content, count)
            response.close()
        if response.status >= 500:
            await asyncio.sleep(AWAY_SECONDS)

    async def _read(self, lines: aiohttp.StreamReader, count: int) -> None:
        for _ in range(count):
            line = b"\n"
            while line == b"\n":
                line = await lines.readline()
            if not line or self._record.done:
                return
            _raise_problem(line)
            self._take(line)

    def _take(self, line: bytes) -> None:
        frame = msgspec.json.decode(line, type=_Frame)
        self._players.history.frame(self._record, frame.version, fresh=frame.resync or self._cursor is None)
        self.resyncs += frame.resync
        self._cursor = frame.cursor
        self._record.done = frame.session.status in ("FINISHED", "ABANDONED")


class ChangesFollower(Follower):
    """A client that follows a session to its end, and has it from changes alone."""

    longest_read = LONGEST_READ_OF_CHANGES
    # The name of the figure that counts its frames.
    figure = "frames of changes"

    def __init__(self, players: Players, chance: Random, path: str, token: str, record: Record) -> None:
        super().__init__(players, chance, path, token, record)
        self.applied = 0
        self._session: Json | None = None

    def _take(self, line: bytes) -> None:
        frame = read_json(line)
        is_applied = frame["changes"].get("since") is not None
        is_resync = frame.get("resync", False)
        self._session = session = self._apply(frame)
        fresh = is_resync or self._cursor is None
        digest = hash_session(msgspec.json.encode(session))
        self._players.history.frame(self._record, frame["version"], fresh=fresh, head=session["head"], session=digest)
        self.applied += is_applied
        self.resyncs += is_resync
        self._cursor = frame["cursor"]
        self._record.done = session["status"] in ("FINISHED", "ABANDONED")

    def _apply(self, frame: Json) -> Json:
        """Return the session after a frame."""
        return apply_changes(self._session, frame)


class CodesFollower(ChangesFollower):
    """A client that follows a session to its end, and has it in codes from changes alone."""

    figure = "frames of codes"

    def _apply(self, frame: Json) -> Json:
        return apply_codes(self._session, frame)
