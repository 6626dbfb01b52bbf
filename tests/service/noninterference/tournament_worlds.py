"""A round of a tournament whose three tables play one deal, and every byte that some viewers are sent until it is over.

The first table is the viewer's. The second one is played to its end before, the third one is not played: so the round
goes on, and nothing of its deal may be told.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from types import SimpleNamespace

import msgspec
import pytest

from service.scheduler import steps
from service.sessions.session import Dealing
from service.tournaments.tournament import Place, Tournament
from service.use_cases.tournaments import hosting
from service.views.catalogue import format_option
from tests.engine.redeal import Viewer
from tests.service.noninterference.deals import Deal, Script
from tests.service.noninterference.worlds import Headers, Request, World, ask_graphql, look_around
from tests.support.graphql_client import Json
from tests.support.graphql_selections import operation
from tests.support.graphql_sessions import pairs
from tests.support.graphql_stream import Stream
from tests.support.rest_client import Rest
from tools.services import LocalService

TABLES = 3
CHANCE = "5e" * 32
TOURNAMENT_ASIDE = re.compile(rb'"(entrantToken|entryCode)":"[A-Za-z0-9_-]{43}"')


@contextmanager
def dealt(deal: Deal) -> Iterator[None]:
    """Have every tournament pair by the same chance, and its tables play one deal."""

    def deal_it(_tournament: Tournament, _place: Place) -> Dealing:
        return Dealing(seed=deal.seed, deck=deal.deck, is_shared=True)

    chance = SimpleNamespace(token_hex=lambda _bytes: CHANCE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hosting, "secrets", chance)
        patch.setattr(steps, "secrets", chance)
        patch.setattr(steps, "_dealing", deal_it)
        yield


class TournamentWorld(World):
    """The first table of the round, and all that viewers are sent of it and of the tournament."""

    def __init__(self, server: LocalService, script: Script, viewers: Sequence[Viewer]) -> None:
        self.tournament = ""
        self.sessions: list[str] = []
        self.entrants: list[list[str]] = []
        with dealt(script.deal):
            super().__init__(server, script, viewers)
        self.tokens = list(self.entrants[0])

    def open(self) -> tuple[str, str]:
        """Create a tournament of people and have it begin; return the id of the first session and the host's token."""
        options = {name: format_option(value) for name, value in self.script.options.items()}
        wish = {
            "title": "A round",
            "game": self.script.game,
            "options": pairs(options),
            "format": "SWISS",
            "rounds": 2,
            "deals": "SAME",
            "hints": True,
            "seatsPerTable": self.script.seats,
            "entrants": [{"name": f"Player {number}"} for number in range(TABLES * self.script.seats)],
        }
        made = self._create("createTournament", wish)
        self.tournament = made["tournament"]["id"]
        self.prepare(made)
        Rest(self.server, made["hostToken"]).done(f"/v1/tournaments/{self.tournament}/start", {})
        listed = self.wait_for("PLAYING", TABLES)
        self.sessions = [table["boards"][0]["sessionId"] for table in listed]
        self.entrants = [[made["entrantTokens"][number] for number in table["entrants"]] for table in listed]
        return self.sessions[0], made["hostToken"]

    def prepare(self, made: Json) -> None:
        """Do what is to be done before the tournament begins, with the tokens of its creation."""

    def wait_for(self, status: str, tables: int) -> Json:
        """Wait until so many tables have a status, and return all tables."""
        while True:
            listed: Json = Rest(self.server).get(f"/v1/tournaments/{self.tournament}/tables").json()["nodes"]
            if sum(table["boards"][0]["status"] == status for table in listed) == tables:
                return listed

    def hear(self, viewer: Viewer, what: str, body: bytes, status: int = 0, headers: Headers = ()) -> None:
        """Keep a response without the ids of the tournament and of the other tables."""
        for number, session in enumerate(self.sessions[1:], 1):
            body = body.replace(session.encode(), b"TABLE %d" % number)
        body = body.replace(self.tournament.encode(), b"TOURNAMENT")
        super().hear(viewer, what, TOURNAMENT_ASIDE.sub(rb'"\1":"SECRET"', body), status, headers)

    def play_second(self, chance: Random) -> None:
        """Play the second table to its end at random."""
        players = [Rest(self.server, token) for token in self.entrants[1]]
        path = f"/v1/sessions/{self.sessions[1]}"
        while (session := players[0].get(path).json())["status"] != "FINISHED":
            player = players[session["view"]["turn"][0]]
            moves = player.get(f"{path}/legal-moves").json()["moves"]
            player.done(f"{path}/moves", {"move": chance.choice(moves)["notation"]})
        self.wait_for("FINISHED", 1)


def drive_round(world: TournamentWorld, others: Random) -> None:
    """Play the first table by its script, after the second one, and let the viewers ask and watch on the way."""
    with ExitStack() as stack:
        streams = {who: stack.enter_context(Stream(world.server, world.bearers(who)[0])) for who in world.received}
        for stream in streams.values():
            document = operation("Subscription", "tournamentUpdates")
            stream.ask(document, tournamentId=world.tournament, after=None)
        look_at_tournament(world)
        world.play_second(others)
        look_at_tournament(world)
        for act in world.script.acts:
            world.act(act)
        world.wait_for("FINISHED", 2)
        look_at_tournament(world)
        for viewer, stream in streams.items():
            _hear_stream(world, viewer, stream)
    for viewer in world.received:
        if viewer is not None:
            look_around(world, "round")


def _hear_stream(world: TournamentWorld, viewer: Viewer, stream: Stream) -> None:
    """Keep the frames of the tournament up to its newest version."""
    newest = Rest(world.server).get(f"/v1/tournaments/{world.tournament}").json()["version"]
    version = 0
    while version < newest:
        frame = stream.receive_text()
        world.hear(viewer, "frame of the tournament", frame.encode())
        version = msgspec.json.decode(frame)["payload"]["data"]["tournamentUpdates"]["version"]


def look_at_tournament(world: TournamentWorld) -> None:
    """Let every viewer ask everything about the tournament, and about tables at which it has no seat."""
    for viewer in world.received:
        for bearer in world.bearers(viewer):
            for request in (*_asked(world), *_refused(world, bearer), *_elsewhere(world)):
                world.ask(viewer, bearer, request)


def _asked(world: TournamentWorld) -> Iterator[Request]:
    wish = {"tournamentId": world.tournament}
    pages = {"first": 9, "after": None}
    yield ask_graphql("tournament", operation("Query", "tournament"), **wish)
    yield ask_graphql("tables", operation("Query", "tournamentTables"), **wish, round=None, **pages)
    yield ask_graphql("standings", operation("Query", "tournamentStandings"), **wish, **pages)
    yield ask_graphql("entrants", operation("Query", "tournamentEntrants"), **wish, **pages)
    yield ask_graphql("mine", operation("Query", "myTables"), **wish)
    yield ask_graphql("record", operation("Query", "tournamentRecord"), **wish)
    for part in ("", "/tables", "/standings", "/entrants", "/my-tables", "/record"):
        yield Request(f"GET {part}", b"", "GET", f"/v1/tournaments/{world.tournament}{part}", ())


def _refused(world: TournamentWorld, bearer: str | None) -> Iterator[Request]:
    """Yield acts that are refused, or that the host could do, with what is always wrong."""
    wish = {"tournamentId": world.tournament}
    acts = {
        "enterTournament": wish,
        "startTournament": wish,
        "resumeTournament": wish,
        "pairNextRound": wish,
        "withdrawFromTournament": {**wish, "entrant": 99},
        "ruleOnTable": {**wish, "round": 1, "table": 0, "points": [2, 2], "reason": "No."},
    }
    if bearer != world.host:
        acts |= {"pauseTournament": wish, "abandonTournament": wish}
    for name, wanted in acts.items():
        yield ask_graphql(name, operation("Mutation", name), input=wanted)


def _elsewhere(world: TournamentWorld) -> Iterator[Request]:
    """Yield questions about the other tables."""
    for number, session in enumerate(world.sessions[1:], 1):
        for part in ("", "/hand", "/legal-moves", "/events", "/record", "/frames", "/presence", "/suggestion?level=1"):
            yield Request(f"GET {number}{part}", b"", "GET", f"/v1/sessions/{session}{part}", ())
        for name in ("claimDeadline", "joinSession", "leaveSession", "resign"):
            yield ask_graphql(f"{name} {number}", operation("Mutation", name), input={"sessionId": session})
