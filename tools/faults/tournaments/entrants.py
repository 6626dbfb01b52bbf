"""Clients of tournaments over HTTP: a host, entrants who find their tables with their tokens, and a last reader."""

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from itertools import count, cycle
from random import Random
from typing import Generic, TypeVar

import msgspec

from tools.faults.fleet import Fleet
from tools.faults.followers import Follower
from tools.faults.history import Follower as Record
from tools.faults.history import History
from tools.faults.players import PATIENCE_SECONDS, GivenUp, Players, Table, _follow, _Session, _View
from tools.faults.tournaments.account import Account, Act, Ending, ToldFrame, ToldStanding, ToldTable, ToldTournament
from tournaments import Board, Entrant, Plan

GAME = "zlam"
PLANS = (
    Plan(format="SWISS", seats=2, rounds=3),
    Plan(format="SWISS", seats=2, rounds=2, boards=2, deals="SAME"),
    Plan(format="SINGLE_ELIMINATION", seats=2),
    Plan(format="DOUBLE_ELIMINATION", seats=2),
)
PROGRAMS = 3
BOTS = 2
# So small that reading takes several pages.
PAGE = 2
POLL_SECONDS = 0.02
# A token that nobody has given out: its bearer sees what everybody sees.
READER = "reader"
LAST_ENTRY_ROUND = 2

T = TypeVar("T")


class _Created(msgspec.Struct, rename="camel"):
    tournament: ToldTournament
    host_token: str
    entrant_tokens: tuple[str | None, ...]


class _Entered(msgspec.Struct, rename="camel"):
    tournament: ToldTournament
    entrant: int
    entrant_token: str


class _Changed(msgspec.Struct):
    tournament: ToldTournament
    version: int


class _MyTables(msgspec.Struct):
    tables: tuple[ToldTable, ...]


class _PageInfo(msgspec.Struct, rename="camel"):
    has_next_page: bool
    end_cursor: str | None


class _Page(msgspec.Struct, Generic[T], rename="camel"):
    nodes: tuple[T, ...]
    page_info: _PageInfo


class _Named(msgspec.Struct, rename="camel"):
    rating: float | None
    from_round: int
    until_round: int | None


class _Result(msgspec.Struct):
    scores: tuple[int, ...]
    ranking: tuple[int, ...]


class _Ended(_View):
    result: _Result | None


class _Played(_Session):
    view: _Ended | None

    @property
    def board(self) -> Board | None:
        """Return the result, None before the end."""
        result = self.view.result if self.view is not None else None
        return None if result is None else Board(result.scores, result.ranking)


class _Event(msgspec.Struct):
    kind: str


class _Frame(msgspec.Struct):
    version: int
    head: str
    cursor: str
    resync: bool
    status: str
    events: tuple[_Event, ...]


class Entrants(Players):
    """The clients of all tournaments; `heard` counts the events that followers were told of."""

    def __init__(self, fleet: Fleet, history: History, chance: Random) -> None:
        super().__init__(fleet, history, chance)
        self.accounts: dict[str, Account] = {}
        self.tokens: dict[str, dict[int, str]] = {}
        self.heard = Counter[str]()
        self._plans = cycle(PLANS)
        self._names = count()

    # ---- the host

    async def open_table(self) -> Table:
        """Create a tournament, have an entrant enter, and return it with the tokens of its entrants."""
        plan = next(self._plans)
        named: list[dict[str, object]] = [{"name": self._name()} for _ in range(PROGRAMS)]
        bots: list[dict[str, object]] = [{"name": self._name(), "botLevel": 1} for _ in range(BOTS)]
        body = {**_describe(plan), "entrants": named + bots, "open": True, "lastEntryRound": LAST_ENTRY_ROUND}
        created = await self._send("/v1/tournaments", body, _Created)
        account = Account(created.tournament.id, plan, created.tournament.commitment)
        account.entered += [(number, str(entrant["name"])) for number, entrant in enumerate(named + bots)]
        account.take(created.tournament)
        tokens = {number: token for number, token in enumerate(created.entrant_tokens) if token is not None}
        self.accounts[account.id] = account
        self.tokens[account.id] = tokens
        await self.enter(account)
        return Table(account.id, created.host_token, ())

    async def enter(self, account: Account) -> int:
        """Enter a tournament and return the entrant's number."""
        name = self._name()
        entered = await self._send(f"/v1/tournaments/{account.id}/entrants", {"name": name}, _Entered)
        account.entered.append((entered.entrant, name))
        account.take(entered.tournament)
        self.tokens[account.id][entered.entrant] = entered.entrant_token
        return entered.entrant

    async def host(self, tournament: Table, act: Act) -> None:
        """Change a tournament as its host."""
        headers = {"Authorization": f"Bearer {tournament.host}"}
        changed = await self._send(f"/v1/tournaments/{tournament.id}/{act}", {}, _Changed, headers)
        self.accounts[tournament.id].hosted.append((act, changed.version))

    def _name(self) -> str:
        return f"Entrant {next(self._names)}"

    async def _send(self, path: str, body: object, kind: type[T], headers: Mapping[str, str] | None = None) -> T:
        """Send a change until its answer is definite. Raises `Refused` and `GivenUp`."""
        key = {"Idempotency-Key": secrets.token_urlsafe(16), "Content-Type": "application/json"}
        sent = {**key, **(headers or {})}
        data = msgspec.json.encode(body)
        return await self._insist(lambda: self._call("POST", path, sent, data, kind), path)

    # ---- entrants

    async def take_part(self, account: Account, entrant: int) -> None:
        """Play every table of an entrant until the tournament is over. Raises `GivenUp` if it does not go on."""
        tables: dict[str, Table] = {}
        end = _later()
        known = 0
        while not (tournament := await self.read(account)).is_over:
            await self._sit_down(account, entrant, tables)
            for table in [one for one in tables.values() if one.active]:
                await self._play_some(table)
            if tournament.version > known:
                end = _later()
                known = tournament.version
            if asyncio.get_running_loop().time() > end:
                raise GivenUp(f"tournament {account.id} does not go on")
            await asyncio.sleep(POLL_SECONDS)

    async def _sit_down(self, account: Account, entrant: int, tables: dict[str, Table]) -> None:
        """Take the entrant's seat at each board that is open."""
        token = self.tokens[account.id][entrant]
        mine = await self._read(f"/v1/tournaments/{account.id}/my-tables", token, _MyTables)
        for table in mine.tables:
            account.take_table(table)
            for board in table.boards:
                if board.status == "PLAYING" and board.session_id not in tables:
                    seat = board.seats.index(entrant)
                    tables[board.session_id] = Table(board.session_id, "", ("",) * seat + (token,))

    async def _play_some(self, table: Table) -> None:
        """Make the moves that the entrant is asked for now."""
        seat = len(table.tokens) - 1
        await self.look(table)
        while table.active and seat in table.turn:
            table.turn = (seat,)
            await self.step(table)

    async def look(self, table: Table) -> int:
        """Read the newest version of a table with the entrant's token, and return it."""
        seat = len(table.tokens) - 1
        sent = self.history.tick()
        session = await self._read(f"/v1/sessions/{table.id}", table.tokens[seat], _Session)
        self.history.saw(f"seat {seat}", table.id, sent, session.version)
        _follow(table, seat, session)
        return session.version

    # ---- readers

    async def read(self, account: Account) -> ToldTournament:
        """Read a tournament."""
        tournament = await self._read(f"/v1/tournaments/{account.id}", READER, ToldTournament)
        account.take(tournament)
        return tournament

    async def read_ending(self, account: Account) -> None:
        """Read all of a tournament that is over."""
        tournament = await self.read(account)
        path = f"/v1/tournaments/{account.id}"
        entrants = [one async for one in self._pages(f"{path}/entrants?", _Page[_Named])]
        rounds = [
            tuple([one async for one in self._pages(f"{path}/tables?round={number}&", _Page[ToldTable])])
            for number, _ in enumerate(tournament.played_rounds, 1)
        ]
        standings = tuple([one async for one in self._pages(f"{path}/standings?", _Page[ToldStanding])])
        tables = [table for told in rounds for table in told]
        played = [await self._read_session(board.session_id) for table in tables for board in table.boards]
        for table in tables:
            account.take_table(table)
        account.ending = Ending(
            tournament=tournament,
            entrants=tuple(
                Entrant(rating=one.rating, from_round=one.from_round, until_round=one.until_round) for one in entrants
            ),
            rounds=tuple(rounds),
            standings=standings,
            results={one.id: one.board for one in played if one.board is not None},
            versions={one.id: one.version for one in played},
        )

    async def _pages(self, path: str, kind: type[_Page[T]]) -> AsyncIterator[T]:
        """Yield the items of all pages of a list."""
        after = ""
        while True:
            page = await self._read(f"{path}first={PAGE}{after}", READER, kind)
            for node in page.nodes:
                yield node
            if not page.page_info.has_next_page:
                return
            after = f"&after={page.page_info.end_cursor}"

    async def _read_session(self, session: str) -> _Played:
        sent = self.history.tick()
        played = await self._read(f"/v1/sessions/{session}", READER, _Played)
        self.history.saw("reader", session, sent, played.version)
        return played


class TournamentFollower(Follower):
    """A client that follows one tournament to its end."""

    def __init__(self, entrants: Entrants, chance: Random, account: Account, name: str) -> None:
        super().__init__(entrants, chance, f"/v1/tournaments/{account.id}/frames", READER, Record(name, account.id))
        self._heard = entrants.heard
        self._frames = account.frames.setdefault(name, [])

    def _take(self, line: bytes) -> None:
        frame = msgspec.json.decode(line, type=_Frame)
        self._frames.append(ToldFrame(frame.version, frame.head, frame.resync or self._cursor is None))
        self._heard.update(event.kind for event in frame.events)
        self._cursor = frame.cursor
        self._record.done = frame.status in ("FINISHED", "ABANDONED")


def _later() -> float:
    return asyncio.get_running_loop().time() + PATIENCE_SECONDS


def _describe(plan: Plan) -> dict[str, object]:
    """Return a plan as the input of `createTournament`."""
    return {
        "title": f"{plan.format} {plan.deals}",
        "game": GAME,
        "format": plan.format,
        "seatsPerTable": plan.seats,
        "rounds": plan.rounds,
        "boards": plan.boards,
        "deals": plan.deals,
    }
