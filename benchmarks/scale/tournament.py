"""Measure a large tournament on one worker: its pairings, the opening of its tables, its commits and standings.

Random players play in this process, on the store of the service, and report results as another worker would. Somebody
else makes moves at a table of another session all along: those made while a round is paired and opened are compared
with those before the tournament.
"""

import asyncio
import time
from argparse import Namespace
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from statistics import median
from typing import Any

import aiohttp
import msgspec

import engine
from benchmarks.client.moves import TableAfterTable
from benchmarks.client.tables import write_scripts
from benchmarks.figures import Figures, Knob, Row, say_goal, tell
from benchmarks.processes import find_cores, on_core
from benchmarks.scale.connections import percentile
from benchmarks.scale.servers import STORES, connect, start_service, start_store
from benchmarks.scale.sessions import LIFETIMES
from service.organizer.steps import report, result_of
from service.sessions.changes import Moved
from service.sessions.session import Session, asked_seats
from service.sessions.tokens import ChangeRequest
from service.storage.repository import SessionRepository
from service.storage.tournaments.codec import stored_id
from service.storage.tournaments.repository import TournamentRepository
from service.tournaments.changes import Result
from service.tournaments.tournament import Place
from tests.support.services import Service
from tests.support.stores import started_store

PAIRING_GOAL, OPENING_GOAL = 2.0, 10.0
GAME = "zlam"
# Tables that are played at the same time; results are reported this often, as the worker of a large tournament does.
AT_ONCE = 64
REPORT_SECONDS = 1.0
# A guest makes a move this often.
MOVE_SECONDS = 0.01
PAGE = 100

KNOBS = (
    Knob("entrants", 3_000, "entrants, two at a table"),
    Knob("rounds", 9, "rounds of a Swiss"),
    Knob("store", STORES, "measure with these stores", STORES),
    Knob("seconds", 5.0, "seconds of the moves before the tournament"),
)


class Guest:
    """Somebody at another table of the same worker: the time and the duration of each move, in seconds and ms."""

    def __init__(self, player: TableAfterTable) -> None:
        self._player = player
        self.moves: list[tuple[float, float]] = []

    async def play(self) -> None:
        """Make moves for ever."""
        while True:
            await self.move()
            await asyncio.sleep(MOVE_SECONDS)

    async def move(self) -> None:
        """Make a move."""
        took = await self._player.move()
        self.moves.append((time.perf_counter(), took))

    def between(self, begin: float, end: float) -> list[float]:
        """Return the milliseconds of the moves that went on at some time between two; of the last one, if none did."""
        return sorted(took for at, took in self.moves if at > begin and at - took / 1000 < end) or [self.moves[-1][1]]


class Watch:
    """The times at which a follower of a tournament was told of its events, by event and round."""

    def __init__(self, http: aiohttp.ClientSession, path: str) -> None:
        self._http = http
        self._path = path
        self._heard: dict[tuple[str, int], asyncio.Future[float]] = {}
        # The first frame is a snapshot: of what came before, nothing is told.
        self.begun = asyncio.Event()

    def hear(self, kind: str, number: int = 0) -> asyncio.Future[float]:
        """Return the time of an event, when it is known."""
        return self._heard.setdefault((kind, number), asyncio.get_running_loop().create_future())

    async def follow(self) -> None:
        """Follow the tournament to its end."""
        headers, timeout = {"Accept": "application/x-ndjson"}, aiohttp.ClientTimeout()
        async with self._http.get(f"{self._path}/frames", headers=headers, timeout=timeout) as response:
            async for line in response.content:
                self.begun.set()
                for event in msgspec.json.decode(line)["events"] if line.strip() else ():
                    heard = self.hear(event["kind"], event["round"] or 0)
                    if not heard.done():
                        heard.set_result(time.perf_counter())


class Players:
    """Random players at the tables of a tournament, and the milliseconds of each commit of their results."""

    def __init__(self, sessions: SessionRepository, repository: TournamentRepository, tournament_id: str) -> None:
        self._sessions = sessions
        self._repository = repository
        self._tournament_id = tournament_id
        self._chance = Random(tournament_id)
        self._ended: list[Result] = []
        self.commits: list[float] = []

    async def play_round(self, ids: Sequence[str]) -> None:
        """Play boards to their ends, and report them now and then."""
        limit = asyncio.Semaphore(AT_ONCE)

        async def play_one(session_id: str) -> None:
            async with limit:
                await self._play(session_id)

        played = asyncio.gather(*map(play_one, ids))
        while not played.done():
            await asyncio.wait((played,), timeout=REPORT_SECONDS)
            await self._report()
        await played

    async def _play(self, session_id: str) -> None:
        session = await self._sessions.read(session_id)
        while session.status == "ACTIVE":
            session = await self._move(session)
        place = session.tournament
        assert place is not None
        result = result_of(Place(place.round, place.table, place.board), session)
        assert result is not None
        self._ended.append(result)

    async def _move(self, session: Session) -> Session:
        assert session.state is not None
        seat = asked_seats(session)[0]
        move = str(self._chance.choice(engine.legal_moves(session.state, seat)))
        done = await self._sessions.change(session.id, ChangeRequest("", None), lambda _, now: Moved(now, seat, move))
        return done.session

    async def _report(self) -> None:
        results, self._ended = tuple(self._ended), []
        if results:
            began = time.perf_counter()
            await report(self._repository, self._tournament_id, results)
            self.commits.append(1000 * (time.perf_counter() - began))


async def measure(wanted: Namespace) -> list[Figures]:
    """Return the times of each round."""
    server, load = find_cores()
    found = []
    for store in wanted.store:
        with on_core(load), start_store(store) as url, on_core(server), start_service(url) as service, on_core(load):
            found.append(await _measure_store(service, store, url, wanted))
    return found


async def _measure_store(service: Service, store: str, url: str, wanted: Namespace) -> Figures:
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(aiohttp.ClientSession(service.root))
        guest = await stack.enter_async_context(_guest(service))
        began = time.perf_counter()
        await asyncio.sleep(wanted.seconds)
        alone = guest.between(began, time.perf_counter())
        path, host, creation = await _create(http, wanted)
        opened = await stack.enter_async_context(started_store(url))
        repository = TournamentRepository(opened, LIFETIMES)
        players = Players(SessionRepository(opened, LIFETIMES), repository, path.rpartition("/")[2])
        watch = Watch(http, path)
        following = asyncio.create_task(watch.follow())
        await watch.begun.wait()
        rows = []
        begin = asyncio.create_task(_post(http, f"{path}/start", {}, host))
        for number in range(1, wanted.rounds + 1):
            rows.append(await _measure_round(http, path, number, watch, players, guest))
            tell(f"tournament: round {number} of {wanted.rounds}: {rows[-1]}")
        await asyncio.gather(begin, following)
        size = await _document_size(repository, path.rpartition("/")[2])
    settings = {
        "store": store,
        "entrants": wanted.entrants,
        "creation s": creation,
        "document KiB": size / 1024,
        "moves of another session before: p50 ms": percentile(alone, 50),
        "p99 ms": percentile(alone, 99),
    }
    return Figures("a tournament", settings, rows, _say_goals(rows))


@asynccontextmanager
async def _guest(service: Service) -> AsyncIterator[Guest]:
    async with connect(service) as connection:
        guest = Guest(TableAfterTable(connection, write_scripts(GAME, seats=2)))
        await guest.move()
        playing = asyncio.create_task(guest.play())
        try:
            yield guest
        finally:
            playing.cancel()
            await asyncio.wait((playing,))


async def _create(http: aiohttp.ClientSession, wanted: Namespace) -> tuple[str, str, float]:
    """Create the tournament; return its path, the host's token and the seconds that it took."""
    entrants = [{"name": f"Entrant {number}", "rating": 3000 - number % 1000} for number in range(wanted.entrants)]
    body = {"title": "Large", "game": GAME, "format": "SWISS", "rounds": wanted.rounds, "entrants": entrants}
    began = time.perf_counter()
    made = await _post(http, "/v1/tournaments", body)
    return f"/v1/tournaments/{made['tournament']['id']}", made["hostToken"], time.perf_counter() - began


async def _measure_round(
    http: aiohttp.ClientSession, path: str, number: int, watch: Watch, players: Players, guest: Guest
) -> Row:
    begun = await (watch.hear("roundClosed", number - 1) if number > 1 else watch.hear("started"))
    paired = await watch.hear("roundPaired", number)
    opened = await watch.hear("tablesOpened", number)
    ids = await _list_sessions(http, path)
    players.commits = []
    await players.play_round(ids)
    played = time.perf_counter()
    closed = await watch.hear("roundClosed", number)
    meanwhile = guest.between(begun, opened)
    return {
        "round": number,
        "pairing s": paired - begun,
        "opening s": opened - paired,
        "play s": played - opened,
        "closing s": closed - played,
        "commit of results ms": median(players.commits),
        "standings ms": await _time(lambda: _get(http, f"{path}/standings?first={PAGE}")),
        "again ms": await _time(lambda: _get(http, f"{path}/standings?first={PAGE}")),
        "move p50 ms": percentile(meanwhile, 50),
        "move p99 ms": percentile(meanwhile, 99),
        "move longest ms": meanwhile[-1],
    }


async def _list_sessions(http: aiohttp.ClientSession, path: str) -> list[str]:
    """Return the sessions of the last round, page by page."""
    found, after = list[str](), ""
    while True:
        page = await _get(http, f"{path}/tables?first={PAGE}{after}")
        found += [board["sessionId"] for table in page["nodes"] for board in table["boards"]]
        if not page["pageInfo"]["hasNextPage"]:
            return found
        after = f"&after={page['pageInfo']['endCursor']}"


async def _document_size(repository: TournamentRepository, tournament_id: str) -> int:
    stored = await repository.store.load(stored_id(tournament_id))
    assert stored is not None
    return len(stored.document)


async def _time(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    await work()
    return 1000 * (time.perf_counter() - began)


async def _post(http: aiohttp.ClientSession, path: str, body: object, token: str = "") -> Any:  # noqa: ANN401 - JSON
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    async with http.post(path, data=msgspec.json.encode(body), headers=headers) as response:
        response.raise_for_status()
        return msgspec.json.decode(await response.read())


async def _get(http: aiohttp.ClientSession, path: str) -> Any:  # noqa: ANN401 - JSON
    async with http.get(path) as response:
        response.raise_for_status()
        return msgspec.json.decode(await response.read())


def _say_goals(rows: Sequence[Row]) -> list[str]:
    pairing = max(float(row["pairing s"] or 0) for row in rows)
    opening = max(float(row["opening s"] or 0) for row in rows)
    return [
        say_goal(f"each round paired in {PAIRING_GOAL:g} s ({pairing:.2f} s)", pairing <= PAIRING_GOAL),
        say_goal(f"its tables opened in {OPENING_GOAL:g} s ({opening:.2f} s)", opening <= OPENING_GOAL),
    ]
