"""Sessions that the kits build from changes equal the service's sessions."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tests.clients.kits.agents import Agent, javascript_agent, python_agent
from tests.clients.kits.games import SMALL, WHOLE
from tests.clients.kits.servers.faulty_proxy import FaultyProxy
from tests.clients.kits.servers.http_server import serving
from tests.contract.released import RELEASES, unpack_program
from tests.support.graphql_client import Json
from tests.support.shared_deals import SharedDeal
from tools.services import Service

Start = Callable[[], AbstractContextManager[Agent]]

SEATS = 3
STEPS = 25
LANGUAGES = (None, "en", "de")
GAMES = [session["game"] for session in WHOLE]
every_kit = pytest.mark.parametrize("start", [javascript_agent, python_agent])
# The releases whose services answer with whole sessions alone, and end streams with the table.
WITHOUT_CHANGES = [
    release for release in RELEASES if "type ViewChanges" not in (release / "schema.graphql").read_text()
]


class Viewer(NamedTuple):
    """A viewer of a table: the holder of a seat or of the host's token, or a spectator."""

    token: str | None
    language: str | None = None


class Walk:
    """A walk over a table, of which every version is read as each viewer sees it."""

    def __init__(self, agent: Agent, service: Service, session: str, *, is_whole: bool = False) -> None:
        self.agent = agent
        self.service = service
        self.session = session
        # Whether the service does not know of changes.
        self.is_whole = is_whole
        self.chance = Random(STEPS)
        self.viewers: dict[str, Viewer] = {}
        self.now: dict[str, Json] = {}
        # The name of the viewer, and the session by cursor.
        self.read: dict[str, dict[str, Json]] = {}
        # The names under which frames are noted, each with that of the viewer.
        self.followers: dict[str, str] = {}

    def add(self, name: str, token: str | None, language: str | None = None, *, until_rematch: bool = True) -> None:
        """Let a viewer follow the table from now on."""
        self.viewers[name] = Viewer(token, language)
        self.read[name] = {}
        self.follow(self.service.root, name, name, until_rematch=until_rematch)
        self.note()

    def follow(self, url: str, name: str, viewer: str, after: str | None = None, *, until_rematch: bool = True) -> None:
        """Let the agent note the frames of a viewer under a name."""
        self.followers[name] = viewer
        self.agent.look(name, url, self.session, *self.viewers[viewer])
        self.agent.follow(name, after, until_rematch=until_rematch)

    def note(self) -> None:
        """Read the present version as each viewer sees it."""
        for name, (token, language) in self.viewers.items():
            bearer = {"Authorization": f"Bearer {token}"} if token else {}
            wanted = {"Croupier-Language": language} if language else {}
            address = f"{self.service.root}/v1/sessions/{self.session}"
            session = self.service.http.get(address, headers=bearer | wanted).json()
            self.now[name] = self.read[name][session["cursor"]] = session

    def go(self, steps: int) -> None:
        """Change the table so many times, unless it is over before."""
        for _ in range(steps):
            if self.seats_with("legalMoves"):
                self.step()

    def step(self) -> None:
        """Change the table in one way that is possible now, mostly by a move."""
        mover = self.chance.choice(self.seats_with("legalMoves"))
        undoing = [name for name in self.seats_with("undo") if self.now[name]["view"]["undo"]["available"]]
        kind = self.chance.random()
        if undoing and kind < 0.15:
            self.agent.act(undoing[0], "undo")
        elif kind < 0.3:
            self.take_back()
        else:
            self.move(mover)
        self.note()

    def seats_with(self, field: str) -> list[str]:
        """Return the seats whose view has something in a field."""
        return [name for name, session in self.now.items() if name.isdigit() and session["view"][field]]

    def move(self, name: str) -> None:
        """Make a move at the last version."""
        self.make(name, self.chance.choice(self.now[name]["view"]["legalMoves"])["notation"])

    def make(self, name: str, chosen: str) -> None:
        """Make this move at the last version, of which the answer tells what differs."""
        session = self.now[name]
        self.agent.reach(name, session["cursor"])
        outcome = self.agent.move(name, chosen, session["cursor"])
        self.note()
        assert outcome["session"] == self.now[name]
        assert outcome["changes"] is None if self.is_whole else outcome["changes"]["since"] == session["version"]
        assert (outcome["version"], outcome["head"]) == (self.now[name]["version"], self.now[name]["head"])
        assert (outcome["move"]["notation"], outcome["replayed"]) == (chosen, False)
        assert outcome["events"]

    def take_back(self) -> None:
        """Let a seat ask to take back its move, and the others answer, if it may."""
        seats = [name for name in self.now if name.isdigit()]
        asking = self.chance.choice(seats)
        if "problem" in self.agent.act(asking, "take-back"):
            return
        for name in seats:
            self.note()
            if name != asking and self.now[name]["takeBack"]:
                self.agent.act(name, "take-back/answer", {"agree": self.chance.random() < 0.7})

    def follow_from_the_middle(self) -> None:
        """Let each viewer come back after a version in the middle."""
        for viewer, read in self.read.items():
            after = self.chance.choice([*read][SEATS:])
            self.follow(self.service.root, f"{viewer} after {after}", viewer, after)

    def check(self) -> None:
        """Check that each frame has the session that the viewer saw at its version."""
        for name, viewer in self.followers.items():
            frames = self.agent.told(name)
            for frame in frames:
                assert frame["session"] == self.read[viewer][frame["cursor"]], (name, frame["version"])
                view = frame["session"]["view"]
                assert frame["decision"] == (view and view["decision"])
            assert frames[-1]["cursor"] == self.now[viewer]["cursor"], name
            assert all(later["version"] > earlier["version"] for earlier, later in pairwise(frames))
            if "faulty" not in name:
                self.check_changes(frames)

    def check_changes(self, frames: list[Json]) -> None:
        """Check that frames have changes, except for the first one with a view and the frames of a resync."""
        seen = [frame for before, frame in pairwise(frames) if before["session"]["view"] and not frame["resync"]]
        assert [frame["changes"] is None for frame in seen] == [self.is_whole] * len(seen)


def open_walk(agent: Agent, service: Service, game: str, *, is_whole: bool = False) -> Walk:
    """Open a table that is watched from before the deal on, and take its seats."""
    setup = {"reactionMillis": 2} if game == "zar" else {}
    wish = {"game": game, "seats": SEATS, "takeBacks": True, "moveSeconds": 600, **setup}
    return open_table(agent, service, wish, is_whole=is_whole)


def open_table(agent: Agent, service: Service, wish: Json, *, is_whole: bool = False) -> Walk:
    made = post(service, "", wish)
    walk = Walk(agent, service, made["session"]["id"], is_whole=is_whole)
    walk.add("spectator", None)
    walk.add("host", made["hostToken"], "de")
    for seat, language in zip(range(wish["seats"]), LANGUAGES, strict=False):
        joined = post(service, f"/{walk.session}/seats", {"name": f"Player {seat}"})
        walk.add(f"{seat}", joined["seatToken"], language)
    return walk


def move_unlearned(walk: Walk) -> None:
    """Make a move by a client that has followed nothing, so it has not learned what the service knows."""
    (name, *_) = walk.seats_with("legalMoves")
    agent = walk.agent
    view = walk.now[name]["view"]
    cursor = walk.now[name]["cursor"]
    agent.look("unlearned", walk.service.root, walk.session, *walk.viewers[name])
    outcome = agent.move("unlearned", view["legalMoves"][0]["notation"], cursor)
    walk.note()
    assert outcome["session"] == walk.now[name]
    assert outcome["changes"] is None


def end(walk: Walk) -> None:
    """Let all but one resign."""
    for name in ("0", "1"):
        walk.agent.act(name, "resign")
        walk.note()


def post(service: Service, path: str, body: Json) -> Json:
    answer = service.http.post(f"{service.root}/v1/sessions{path}", json=body)
    assert answer.is_success, answer.text
    return answer.json()


@every_kit
@pytest.mark.parametrize("game", GAMES)
def test_each_frame_and_each_move_has_the_session_of_its_version(one_service: Service, game: str, start: Start) -> None:
    proxy = FaultyProxy(one_service.root, 7)
    with start() as agent, serving(proxy.respond) as url:
        walk = open_walk(agent, one_service, game)
        for viewer in ("spectator", "1"):
            walk.follow(url, f"{viewer}, faulty", viewer)
        walk.go(STEPS)
        walk.follow_from_the_middle()
        end(walk)
        agent.act("0", "rematch")
        walk.note()
        walk.check()


@every_kit
def test_a_table_that_ends_by_its_moves_has_the_session_of_each_version(one_service: Service, start: Start) -> None:
    with start() as agent:
        walk = open_table(agent, one_service, {**SMALL})
        while moving := walk.seats_with("legalMoves"):
            walk.make(moving[0], "place @1")
        agent.act("0", "rematch")
        walk.note()
        walk.check()
        seen = [frame["changes"] or {} for frame in agent.told("spectator")]
    # Stacks are closed: these are other zones.
    assert any("zoneKeys" in changes for changes in seen)
    assert any("result" in changes for changes in seen)


@every_kit
def test_the_holders_of_seats_at_a_closed_deal_have_the_session_of_each_version(
    one_service: Service, start: Start
) -> None:
    deal = SharedDeal(one_service)
    table = deal.table(SEATS)
    with start() as agent:
        walk = Walk(agent, one_service, table.id)
        for seat, player in enumerate(table.players):
            walk.add(f"{seat}", player.token, LANGUAGES[seat], until_rematch=False)
        while moving := walk.seats_with("legalMoves"):
            walk.move(moving[0])
        deal.open(table)
        walk.check()


@every_kit
@pytest.mark.parametrize("release", WITHOUT_CHANGES, ids=lambda release: release.name)
def test_a_table_of_a_release_without_changes_is_played_and_watched(
    release: Path, start: Start, tmp_path: Path
) -> None:
    program = unpack_program(release, tmp_path / "packages")
    with Service(f"sqlite:{tmp_path / 'croupier.db'}", tmp_path, program) as service, start() as agent:
        walk = open_walk(agent, service, "zar", is_whole=True)
        move_unlearned(walk)
        walk.go(STEPS)
        agent.act("host", "abandon")
        walk.note()
        walk.check()
