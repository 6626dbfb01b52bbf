"""Measure a large tournament on one worker: its pairings, the opening of its tables, its commits and standings."""

import asyncio
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median

import engine
from benchmarks.figures import Figures, Knob, Row, benchmark, numbers_of, say_goal
from benchmarks.scale.common import EACH_STORE, seat_players
from service.scheduler.steps import report, result_of
from service.sessions.changes import Moved
from service.sessions.session import Session, asked_seats
from service.sessions.tokens import ChangeRequest
from service.storage.sessions import SessionRepository
from service.storage.tournaments import TOURNAMENTS, TournamentRepository
from service.tournaments.changes import Result
from service.tournaments.tournament import Place
from tools.load.connection import Connection, ask
from tools.load.filling import LIFETIMES
from tools.load.serving import start_service, start_store
from tools.measuring.clock import percentile, tell
from tools.measuring.processes import find_cores, on_core
from tools.services import Service
from tools.stores import started_store

PAIRING_GOAL = 2.0
OPENING_GOAL = 10.0
GAME = "zlam"
# Tables that are played at the same time; results are reported this often, as the worker of a large tournament does.
AT_ONCE = 64
REPORT_SECONDS = 1.0
# A guest makes a move this often.
MOVE_SECONDS = 0.01
PAGE = 100


class Guest:
    """Somebody at another table of the same worker: the time and the duration of each move, in seconds and ms."""

    def __init__(self) -> None:
        self.moves: list[tuple[float, float]] = []
        self.begun = asyncio.Event()

    async def play(self, port: int) -> None:
        """Make moves for ever."""
        async with Connection(port) as connection:
            (player,) = seat_players([connection], GAME)
            while True:
                took = await player.move()
                self.moves.append((time.perf_counter(), took))
                self.begun.set()
                await asyncio.sleep(MOVE_SECONDS)

    def between(self, begin: float, end: float) -> list[float]:
        """Return the milliseconds of the moves that went on at some time between two; of the last one, if none did."""
        return sorted(took for at, took in self.moves if at > begin and at - took / 1000 < end) or [self.moves[-1][1]]


class Watch:
    """The times at which a follower of a tournament was told of its events, by event and round."""

    def __init__(self) -> None:
        self._heard: dict[tuple[str, int], asyncio.Future[float]] = {}
        # The first frame is a snapshot: of what came before, nothing is told.
        self.begun = asyncio.Event()

    def hear(self, kind: str, number: int = 0) -> asyncio.Future[float]:
        """Return the time of an event, when it is known."""
        return self._heard.setdefault((kind, number), asyncio.get_running_loop().create_future())

    async def follow(self, port: int, path: str) -> None:
        """Follow the tournament to its end."""
        async with Connection(port) as connection:
            async for frame in connection.read_lines(f"{path}/frames"):
                self.begun.set()
                for event in frame["events"]:
                    heard = self.hear(event["kind"], event["round"] or 0)
                    if not heard.done():
                        heard.set_result(time.perf_counter())


class Players:
    """Random players at the tables of a tournament, and the milliseconds of each commit of their results."""

    def __init__(self, sessions: SessionRepository, tournaments: TournamentRepository, tournament_id: str) -> None:
        self._sessions = sessions
        self._tournaments = tournaments
        self._tournament_id = tournament_id
        self._chance = Random(tournament_id)
        self._ended: list[Result] = []
        self.commits: list[float] = []

    async def play_round(self, ids: Sequence[str]) -> None:
        """Play boards to their ends, and report them now and then."""
        waiting = iter(ids)
        played = asyncio.gather(*(self._play_all(waiting) for _ in range(AT_ONCE)))
        while not played.done():
            await asyncio.wait((played,), timeout=REPORT_SECONDS)
            await self._report()
        await played

    async def _play_all(self, ids: Iterator[str]) -> None:
        for session_id in ids:
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
        results = tuple(self._ended)
        self._ended = []
        if results:
            began = time.perf_counter()
            await report(self._tournaments, self._tournament_id, results)
            self.commits.append(1000 * (time.perf_counter() - began))


@benchmark(
    Knob("entrants", 3_000, "entrants, two at a table"),
    Knob("rounds", 9, "rounds of a Swiss"),
    EACH_STORE,
    Knob("seconds", 5.0, "seconds of the moves before the tournament"),
)
async def tournament(wanted: Namespace) -> list[Figures]:
    """Measure a large tournament on one worker: its pairings, the opening of its tables, its commits and standings.

    Random players play in this process, on the store of the service, and report results as another worker would.
    Somebody else makes moves at a table of another session all along: those made while a round is paired and opened
    are compared with those before the tournament.
    """
    server, load = find_cores()
    found = []
    for store in wanted.store:
        with on_core(load), start_store(store) as url, on_core(server), start_service(url) as service, on_core(load):
            found.append(await _measure_store(service, store, wanted))
    return found


async def _measure_store(service: Service, store: str, wanted: Namespace) -> Figures:
    port = service.port
    watch = Watch()
    guest = Guest()
    async with started_store(service.store) as opened:
        playing = asyncio.create_task(guest.play(port))
        await guest.begun.wait()
        began = time.perf_counter()
        await asyncio.sleep(wanted.seconds)
        alone = guest.between(began, created := time.perf_counter())
        made = await ask(port, "/v1/tournaments", _write_terms(wanted))
        creation = time.perf_counter() - created
        id_ = made["tournament"]["id"]
        path = f"/v1/tournaments/{id_}"
        players = Players(SessionRepository(opened, LIFETIMES), TournamentRepository(opened, LIFETIMES), id_)
        following = asyncio.create_task(watch.follow(port, path))
        await watch.begun.wait()
        rows = []
        begin = asyncio.create_task(ask(port, f"{path}/start", {}, made["hostToken"]))
        for number in range(1, wanted.rounds + 1):
            rows.append(await _measure_round(port, path, number, watch, players, guest))
            tell(f"tournament: round {number} of {wanted.rounds}: {rows[-1]}")
        await asyncio.gather(begin, following)
        playing.cancel()
        stored = await opened.load(TOURNAMENTS.prefix + id_)
        assert stored is not None
    settings = {
        "store": store,
        "entrants": wanted.entrants,
        "creation s": creation,
        "document KiB": len(stored.document) / 1024,
        "moves of another session before: p50 ms": percentile(alone, 50),
        "p99 ms": percentile(alone, 99),
    }
    return Figures("a tournament", settings, rows, _say_goals(rows))


def _write_terms(wanted: Namespace) -> dict[str, object]:
    entrants = [{"name": f"Entrant {number}", "rating": 3000 - number % 1000} for number in range(wanted.entrants)]
    return {"title": "Large", "game": GAME, "format": "SWISS", "rounds": wanted.rounds, "entrants": entrants}


async def _measure_round(port: int, path: str, number: int, watch: Watch, players: Players, guest: Guest) -> Row:
    begun = await (watch.hear("roundClosed", number - 1) if number > 1 else watch.hear("started"))
    paired = await watch.hear("roundPaired", number)
    opened = await watch.hear("tablesOpened", number)
    ids = await _list_sessions(port, path)
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
        "standings ms": await _time_standings(port, path),
        "again ms": await _time_standings(port, path),
        "move p50 ms": percentile(meanwhile, 50),
        "move p99 ms": percentile(meanwhile, 99),
        "move longest ms": meanwhile[-1],
    }


async def _list_sessions(port: int, path: str) -> list[str]:
    """Return the sessions of the last round, page by page."""
    found = list[str]()
    after = ""
    while True:
        page = await ask(port, f"{path}/tables?first={PAGE}{after}")
        found += [board["sessionId"] for table in page["nodes"] for board in table["boards"]]
        if not page["pageInfo"]["hasNextPage"]:
            return found
        after = f"&after={page['pageInfo']['endCursor']}"


async def _time_standings(port: int, path: str) -> float:
    """Return the milliseconds in which a page of standings is read."""
    began = time.perf_counter()
    await ask(port, f"{path}/standings?first={PAGE}")
    return 1000 * (time.perf_counter() - began)


def _say_goals(rows: Sequence[Row]) -> list[str]:
    pairing, opening = (max(numbers_of(rows, name)) for name in ("pairing s", "opening s"))
    return [
        say_goal(f"each round paired in {PAIRING_GOAL:g} s ({pairing:.2f} s)", pairing <= PAIRING_GOAL),
        say_goal(f"its tables opened in {OPENING_GOAL:g} s ({opening:.2f} s)", opening <= OPENING_GOAL),
    ]
