"""Each release and this one on one store in turn: each continues the other's tables, or the answer says why not."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path
from random import Random

import pytest

import engine
from service.app import create_app
from service.settings import load_settings
from tests.contract.released import RELEASES, SEAL_KEY, STORES, read_stored_structure, unpack_program
from tests.support.graphql_client import Client, Json
from tests.support.graphql_sessions import ONLY_THREES, Live, pairs
from tools.redis.server import RedisServer
from tools.services import LocalService, Service

# A table that ends with its third move, or a few moves later if cards are given away.
SHORT = {"game": "zlam", "seats": 2, "options": pairs(ONLY_THREES)}
# The answer of a release to a session that uses something that it does not know.
REFUSALS = {"0.2.0": (500, "DATA_CORRUPTED")}
NEWER_RELEASE = (409, "NEWER_RELEASE")
# Sessions that use what release 0.2.0 does not know: of their setup, and of their game.
UNKNOWN_IN = {
    "0.2.0": (
        {"game": "zar", "seats": 2, "hints": True},
        {"game": "zar", "seats": 2, "leftSeatLevel": 1},
        {"game": "zeven", "seats": 2, "options": pairs({"gigletsPower": "may"})},
    )
}


class OneStore:
    """A store on which a release and this one run in turn."""

    def __init__(self, release: Path, form: str, folder: Path, stack: ExitStack) -> None:
        self.release = release
        self.program = unpack_program(release, folder / "packages")
        self.folder = folder
        self.url = f"sqlite:{folder / 'croupier.db'}" if form == "sqlite" else stack.enter_context(RedisServer()).url

    def older(self) -> Service:
        """Return the service of the older release."""
        return Service(self.url, self.folder, self.program, seal_keys=SEAL_KEY)

    def newer(self) -> LocalService:
        """Return the service of this release."""
        return LocalService(create_app(load_settings({"CROUPIER_STORE": self.url, "CROUPIER_SEAL_KEYS": SEAL_KEY})))


@pytest.fixture(params=[*product(RELEASES, STORES)], ids=lambda param: f"{param[0].name}, {param[1]}")
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OneStore]:
    release, form = request.param
    with ExitStack() as stack:
        yield OneStore(release, form, tmp_path, stack)


@pytest.fixture(params=RELEASES, ids=lambda release: release.name)
def one_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OneStore]:
    """A store, for tests that do not depend on its form."""
    with ExitStack() as stack:
        yield OneStore(request.param, "sqlite", tmp_path, stack)


Server = Service | LocalService


def post(server: Server, path: str, body: Json, token: str | None = None, **headers: str) -> Json:
    """Send a change that must be possible, and return the answer."""
    bearer = {} if token is None else {"Authorization": f"Bearer {token}"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = server.http.post(f"{server.root}/v1/{path}", json=body, headers=bearer | named)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def open_table(server: Server, wish: Json) -> tuple[str, list[str]]:
    """Open a session and take its seats; return its id and the tokens."""
    session: str = post(server, "sessions", wish)["session"]["id"]
    seats = [{"seat": seat, "name": f"Player {seat}", "entropy": "5eed"} for seat in range(wish["seats"])]
    return session, [post(server, f"sessions/{session}/seats", seat)["seatToken"] for seat in seats]


def open_tables(server: Server, release: Path) -> list[tuple[str, list[str]]]:
    """Open a table of every game of a release, and a short one."""
    games = read_stored_structure(release).structure["options"]
    return [open_table(server, wish) for wish in (*({"game": game, "seats": 2} for game in games), SHORT)]


def live(server: Server, table: tuple[str, list[str]]) -> Live:
    session, tokens = table
    return Live(server, session, [Client(server, token) for token in tokens])


def test_tables_of_both_releases_go_on_in_both_directions(store: OneStore) -> None:
    chance = Random(store.release.name)
    with store.older() as older:
        tables = open_tables(older, store.release)
    with store.newer() as newer:
        tables += open_tables(newer, store.release)
        finished = open_table(newer, SHORT)
        play_to_the_end(live(newer, finished), chance)
        keyed = [move_with_key(live(newer, table), chance) for table in tables]
    with store.older() as older:
        check_record(older, finished[0])
        for table, made in zip(tables, keyed, strict=True):
            played = live(older, table)
            check_repeated(played, *made)
            check_events(played)
            # Most of the short ones end here.
            played.play(chance, 2)
    with store.newer() as newer:
        for table, made in zip(tables, keyed, strict=True):
            played = live(newer, table)
            check_repeated(played, *made)
            check_events(played)
            if played.is_active():
                played.play(chance, 1)
            else:
                check_record(newer, table[0])


def play_to_the_end(table: Live, chance: Random) -> None:
    while table.is_active():
        table.play(chance, 1)


def move_with_key(table: Live, chance: Random) -> tuple[int, str, int]:
    """Make a move with a key; return the seat, the move, and the version that it made."""
    seat, move, at = table.choose(chance)
    assert send(table, seat, move)["version"] == at + 1
    return seat, move, at + 1


def send(table: Live, seat: int, move: str) -> Json:
    assert isinstance(table.server, Service | LocalService)
    path = f"sessions/{table.id}/moves"
    token = table.players[seat].token
    return post(table.server, path, {"move": move}, token, If_Match="*", Idempotency_Key="the key of a move")


def check_repeated(table: Live, seat: int, move: str, version: int) -> None:
    """Check that a move that the other release has made is not made again."""
    again = send(table, seat, move)
    assert (again["version"], again["replayed"]) == (version, True)


def check_events(table: Live) -> None:
    """Check that the whole log can be read, with the entries of both releases."""
    events = table.server.http.get(f"{table.server.root}/v1/sessions/{table.id}/events?first=100").json()
    assert {event["version"] for event in events["nodes"]} >= {1, 2, 3}


def check_record(server: Server, session_id: str) -> None:
    """Check that the record of a finished table holds."""
    answer = server.http.get(f"{server.root}/v1/sessions/{session_id}/record")
    assert answer.status_code == 200, answer.text
    assert all(check.holds is not False for check in engine.verify(engine.parse_record(answer.content)))


def test_a_table_that_uses_something_new_is_refused_and_stays_as_it_is(one_store: OneStore) -> None:
    wishes = UNKNOWN_IN.get(one_store.release.name, ())
    chance = Random(one_store.release.name)
    with one_store.newer() as newer:
        tables = [open_table(newer, wish) for wish in wishes]
        with_bots = [open_with_bot(newer, game) for game in ("zar", "zlam")] if wishes else []
        known = open_table(newer, {"game": "zar", "seats": 2})
    with one_store.older() as older:
        for session in (*(session for session, _ in tables), *with_bots):
            answer = older.http.get(f"{older.root}/v1/sessions/{session}")
            assert (answer.status_code, answer.json()["code"]) == REFUSALS.get(one_store.release.name, NEWER_RELEASE)
        live(older, known).play(chance, 1)
    with one_store.newer() as newer:
        for table in (*tables, known):
            live(newer, table).play(chance, 2)


def open_with_bot(server: Server, game: str) -> str:
    """Open a session with a bot that leaves again: only its log still has it. Return the id."""
    made = post(server, "sessions", {"game": game, "seats": 2})
    path = f"sessions/{made['session']['id']}/bots"
    host = made["hostToken"]
    post(server, path, {"seat": 1, "level": 1}, host, If_Match="*")
    post(server, f"{path}/remove", {"seat": 1}, host, If_Match="*")
    session: str = made["session"]["id"]
    return session
