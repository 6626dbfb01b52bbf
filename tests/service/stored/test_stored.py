"""What earlier releases have stored: it is read, told and gone on with, in every store, for ever."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from random import Random

import pytest

import engine
from service.app import create_app
from service.sessions.apply_change import apply_change, create
from service.sessions.changes import Created
from service.sessions.session import Session, decode_session
from service.settings import load_settings
from service.storage.log_codec import decode_entry
from service.storage.opening import open_store
from tests.service.api.test_sealed import Kept as SealedTable
from tests.service.stored.kept import Held, Row, Sealed, lay_into, releases, rows, secrets_of, unpack
from tests.support.graphql_client import JOIN, STEP, Client, Json, result_of
from tests.support.graphql_sessions import Live, done, refused
from tests.support.graphql_stream import Stream
from tests.support.redis_server import RedisServer
from tests.support.services import LocalService

RELEASES = {release.name: release for release in releases()}
HELD = [(name, held) for name, release in RELEASES.items() for held in secrets_of(release).sessions]
SEALED = [(name, table) for name, release in RELEASES.items() for table in secrets_of(release).sealed]
HELD_NAMES = [f"{name}, {held.game}: {held.name}" for name, held in HELD]
FEW = 2


class Kept:
    """A running service that goes on with what a release has stored; `rows` are those of the release's own file."""

    def __init__(self, server: LocalService, file: Path) -> None:
        self.server = server
        self.rows = {row.id: row for row in rows(file)}


@contextmanager
def going_on(store: str, release: Path, folder: Path) -> Iterator[Kept]:
    """Serve what a release has stored: its own SQLite file, or its sessions in a Redis."""
    (folder / "kept").mkdir()
    file = unpack(release, folder / "kept")
    with ExitStack() as stack:
        if store == "sqlite":
            url = f"sqlite:{unpack(release, folder)}"
        else:
            url = stack.enter_context(RedisServer()).url
            asyncio.run(fill(url, file))
        settings = load_settings({"CROUPIER_STORE": url, "CROUPIER_SEAL_KEYS": secrets_of(release).seal_key})
        yield Kept(stack.enter_context(LocalService(create_app(settings))), file)


async def fill(url: str, file: Path) -> None:
    store = open_store(url)
    await store.start()
    try:
        await lay_into(store, file)
    finally:
        await store.close()


@pytest.fixture(scope="module", params=["sqlite", "redis"])
def keeping(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Kept]]:
    """Give the service that goes on with a release, once for each store."""
    with ExitStack() as stack:

        @cache
        def keep(release: str) -> Kept:
            folder = tmp_path_factory.mktemp(release)
            return stack.enter_context(going_on(request.param, RELEASES[release], folder))

        yield keep


# ---- the log


def replay(row: Row) -> Session:
    """Return what the log of a session makes of it; each entry must come out as it was stored."""
    created, *entries = [decode_entry(body, row.id, number) for number, body in enumerate(row.entries, 1)]
    assert isinstance(created.change, Created)
    session, made = create(row.id, created.change)
    assert made == created
    for entry in entries:
        assert not isinstance(entry.change, Created)
        session, made = apply_change(session, entry.change)
        assert made == entry
    return session


@pytest.mark.parametrize("release", RELEASES)
def test_every_log_replays_to_its_document(release: str, tmp_path: Path) -> None:
    for row in rows(unpack(RELEASES[release], tmp_path)):
        if not row.id.startswith("key:"):
            assert replay(row) == decode_session(row.document, row.id)


# ---- going on


def check_told(row: Row, held: Held, live: Live) -> None:
    """Every viewer is told the session as the release has left it."""
    session = decode_session(row.document, row.id)
    for seat in [None, *(seat for seat, token in enumerate(held.tokens) if token)]:
        told = live.read(seat)
        assert (told["id"], told["status"], told["version"]) == (held.id, held.status, len(row.entries))
        assert (told["viewerSeat"], told["isHost"]) == (seat, False)
        if session.state is not None and session.status == "ACTIVE":
            check_view(session.state, seat, told["view"])
    assert live.events()[0]["kind"] == "created"
    assert Client(live.server, held.host).read(held.id)["isHost"]


def check_view(state: engine.State, seat: int | None, told: Json) -> None:
    seen = engine.view(state, seat)
    legal = [] if seat is None else [str(move) for move in engine.legal_moves(state, seat)]
    assert (told["ply"], told["turn"]) == (seen.ply, list(seen.turn))
    assert [zone["count"] for zone in told["zones"]] == [zone.count for zone in seen.zones]
    assert [move["notation"] for move in told["legalMoves"]] == legal


def check_record(live: Live) -> None:
    record = live.record()
    assert record is not None
    checks = engine.verify(engine.parse_record(record))
    assert checks
    assert all(check.holds is not False for check in checks)
    assert result_of(engine.replay(record)[-1]) == live.read()["view"]["result"]


def check_stream(live: Live, seat: int) -> None:
    """Whoever was cut off during the upgrade goes on with the cursor of the release."""
    assert isinstance(live.server, LocalService)
    version = live.look(seat)["version"]
    with Stream(live.server, live.players[seat].token) as stream:
        stream.subscribe(live.id, "1")
        assert [frame["version"] for frame in stream.until(version)] == list(range(2, version + 1))


def play_on(live: Live, held: Held) -> None:
    if held.keyed is not None:
        move = live.move(held.keyed.seat, held.keyed.move, held.keyed.version - 1, held.keyed.key)
        assert (move["__typename"], move["replayed"], move["version"]) == ("MoveApplied", True, held.keyed.version)
    check_stream(live, 0)
    live.play(Random(held.id), FEW)


def play_to_the_end(live: Live, held: Held) -> None:
    play_on(live, held)
    chance = Random(held.id)
    while (seen := live.look(0))["status"] == "ACTIVE":
        seat = seen["view"]["turn"][0]
        legal = (live.look(seat) if seat else seen)["view"]["legalMoves"]
        wish = {"sessionId": held.id, "move": chance.choice(legal)["notation"], "expectedVersion": seen["version"]}
        assert live.players[seat].ask(STEP, input=wish)["version"] == seen["version"] + 1
    check_record(live)


def join_and_play(live: Live, held: Held) -> None:
    joined = live.spectator.ask(JOIN, input={"sessionId": held.id, "code": held.codes[1], "name": "Bob"})
    live.players[1] = Client(live.server, joined["seatToken"])
    live.play(Random(held.id), FEW)


def start_alone(live: Live, held: Held) -> None:
    assert live.spectator.ask(JOIN, input={"sessionId": held.id})["code"] == "UNAUTHORIZED"
    joined = live.spectator.ask(JOIN, input={"sessionId": held.id, "code": held.codes[2]})
    live.players[2] = Client(live.server, joined["seatToken"])
    done(Client(live.server, held.host), "startSession", held.id)
    live.play(Random(held.id), FEW)


def claim(live: Live, held: Held) -> None:
    done(live.spectator, "claimDeadline", held.id)
    play_on(live, held)


def come_back(live: Live, held: Held) -> None:
    assert live.spectator.ask(JOIN, input={"sessionId": held.id})["code"] == "UNAUTHORIZED"
    joined = Client(live.server, held.former).ask(JOIN, input={"sessionId": held.id})
    assert joined["seat"] == 1
    live.players[1] = Client(live.server, joined["seatToken"])
    play_on(live, held)


def move_once(live: Live, held: Held) -> None:
    """Make a move: the time to react is long over; the card that it puts down gives the others time anew."""
    live.step(Random(held.id))


def take_back(live: Live, held: Held) -> None:
    assert held.keyed is not None
    back = done(live.players[1 - held.keyed.seat], "answerTakeBack", held.id, agree=True)
    assert [event["kind"] for event in back["events"]] == ["takeBackAgreed", "undone"]
    play_on(live, held)


def read_and_offer_rematch(live: Live, held: Held) -> None:
    check_record(live)
    assert refused(live.players[0], "resign", held.id) == "SESSION_OVER"
    following = done(live.players[0], "offerRematch", held.id)["session"]
    assert (following["game"]["id"], following["status"]) == (held.game, "OPEN")


def stay_abandoned(live: Live, held: Held) -> None:
    assert refused(live.players[0], "undoMove", held.id) == "SESSION_OVER"
    assert live.record() is None


def follow_rematch(live: Live, held: Held) -> None:
    check_record(live)
    following = live.read()["rematchId"]
    assert done(live.players[0], "offerRematch", held.id)["session"]["id"] == following


GO_ON: Mapping[str, Callable[[Live, Held], None]] = {
    "open, one seat taken": join_and_play,
    "open by invitation, the host starts": start_alone,
    "active, in the middle": play_to_the_end,
    "active, four seats, a time for each move": claim,
    "active, the last seat has resigned": play_on,
    "active, seat 1 was left": come_back,
    "active, a move was taken back and another one is asked for": take_back,
    "active, only a match counts for a while": move_once,
    "active, dealt from a given seed": play_on,
    "finished": read_and_offer_rematch,
    "finished, with a rematch": follow_rematch,
    "a rematch, one seat taken": come_back,
    "abandoned": stay_abandoned,
}


@pytest.mark.parametrize(("release", "held"), HELD, ids=HELD_NAMES)
def test_a_stored_session_is_told_and_goes_on(keeping: Callable[[str], Kept], release: str, held: Held) -> None:
    kept = keeping(release)
    live = Live(kept.server, held.id, [Client(kept.server, token) for token in held.tokens])
    check_told(kept.rows[held.id], held, live)
    GO_ON[held.name](live, held)


@pytest.mark.parametrize(("release", "table"), SEALED)
def test_a_sealed_state_opens_and_is_played_on(keeping: Callable[[str], Kept], release: str, table: Sealed) -> None:
    server = keeping(release).server
    sealed = SealedTable.__new__(SealedTable)
    sealed.state = table.state
    sealed.players = [Client(server, grant) for grant in table.grants]
    sealed.step(Random(table.game))


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_has_left_something_of_every_game_in_every_status(release: str) -> None:
    left = secrets_of(RELEASES[release]).sessions
    for game in {held.game for held in left}:
        assert {held.status for held in left if held.game == game} == {"OPEN", "ACTIVE", "FINISHED", "ABANDONED"}
    assert {table.game for table in secrets_of(RELEASES[release]).sealed} == {held.game for held in left}
