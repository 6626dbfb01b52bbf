"""While the tables of a round play one deal, webhooks tell their owners no more than these may see."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from random import Random

import pytest
from msgspec.structs import replace

from service.app import create_app
from service.settings import load_settings
from tests.service.noninterference.deals import Script, alternative_deals
from tests.service.noninterference.shared_worlds import shared_script
from tests.service.noninterference.test_tournaments import SHORT
from tests.service.noninterference.tournament_worlds import TABLES, TournamentWorld
from tests.support.graphql_client import Json
from tests.support.receivers import Receiver, receiving
from tests.support.rest_client import Rest
from tools.services import LocalService

KEY = "the-key-of-the-app"
APP_KEYS = f"app={hashlib.sha256(KEY.encode()).hexdigest()}"
TIME = re.compile(rb'"(timestamp|deadline)":"[^"]+"')


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalService]:
    """A service of one app, which sends webhooks to this machine."""
    store = f"sqlite:{tmp_path_factory.mktemp('service') / 'croupier.db'}"
    settings = {"CROUPIER_STORE": store, "CROUPIER_APP_KEYS": APP_KEYS, "CROUPIER_WEBHOOKS": "private"}
    with LocalService(create_app(load_settings(settings))) as server:
        server.http.headers["Croupier-App-Key"] = KEY
        yield server


class HookedWorld(TournamentWorld):
    """A round of which its app, its host and every entrant hear by webhooks of their own."""

    def __init__(self, server: LocalService, script: Script, of_app: Receiver, stack: ExitStack) -> None:
        self._stack = stack
        self._receivers = {"app": of_app}
        super().__init__(server, script, ())

    def prepare(self, made: Json) -> None:
        """Create the webhooks."""
        wish = {"tournamentId": made["tournament"]["id"]}
        self._hook("host", made["hostToken"], wish)
        for token in made["entrantTokens"]:
            self._hook(token, token, wish)

    def _hook(self, name: str, token: str, wish: Json) -> None:
        receiver = self._receivers[name] = self._stack.enter_context(receiving())
        Rest(self.server, token).done("/v1/webhooks", {**wish, "url": receiver.url})

    def listen(self, name: str, ends: int) -> set[bytes]:
        """Return what a webhook gets until so many tables are over, without ids and times."""
        heard: set[bytes] = set()
        while _count(heard, b"table.finished") < ends or not _count(heard, b"tournament.round_started"):
            heard |= self.listen_on(name)
        return heard

    def listen_on(self, name: str) -> set[bytes]:
        """Return the next notice that a webhook gets of this world: the app hears of others, too."""
        body = self._receivers[name].next().body
        return {self._set_aside(body)} if self.tournament.encode() in body else set()

    def _set_aside(self, body: bytes) -> bytes:
        for number, session in enumerate(self.sessions):
            body = body.replace(session.encode(), b"TABLE %d" % number)
        return TIME.sub(rb'"\1":"TIME"', body.replace(self.tournament.encode(), b"TOURNAMENT"))


def _count(bodies: Iterable[bytes], kind: bytes) -> int:
    return sum(b'"%s"' % kind in one for one in bodies)


def open_world(server: LocalService, script: Script, others: int, of_app: Receiver, stack: ExitStack) -> HookedWorld:
    """Play two of three tables of a round to their end, the second one at random."""
    world = HookedWorld(server, script, of_app, stack)
    world.play_second(Random(others))
    for act in script.acts:
        world.act(act)
    world.wait_for("FINISHED", 2)
    return world


def hear_alike(here: HookedWorld, there: HookedWorld, name: Callable[[HookedWorld], str], ends: int) -> set[bytes]:
    """Return what a webhook of two worlds gets, which must be the same. A notice may come after a later one."""
    by_here = here.listen(name(here), ends)
    by_there = there.listen(name(there), ends)
    while by_here != by_there:
        if len(by_here) <= len(by_there):
            by_here |= here.listen_on(name(here))
        else:
            by_there |= there.listen_on(name(there))
    return by_here


def length_of_second(world: HookedWorld) -> int:
    """Return the version at which the second table of a round was over."""
    return int(Rest(world.server, world.entrants[1][0]).get(f"/v1/sessions/{world.sessions[1]}").json()["version"])


def test_webhooks_tell_the_same_of_a_closed_deal_whatever_is_dealt_and_played(server: LocalService) -> None:
    script = shared_script(SHORT, Random(1))
    deals = alternative_deals(script, "round")
    seat = max(viewer for viewer in deals if viewer is not None)
    with ExitStack() as stack:
        of_app = [stack.enter_context(receiving()) for _ in range(2)]
        for receiver in of_app:
            Rest(server).done("/v1/webhooks", {"url": receiver.url})
        here = open_world(server, script, 1, of_app[0], stack)
        there = open_world(server, replace(script, deal=deals[seat]), 2, of_app[1], stack)
        assert length_of_second(here) != length_of_second(there)
        hear_alike(here, there, lambda _: "app", 2)
        by_host = hear_alike(here, there, lambda _: "host", 2)
        # Each table is opened and started, and two are finished.
        assert len(by_host) >= 2 * TABLES + 2
        by_entrant = hear_alike(here, there, lambda world: world.entrants[0][seat], 1)
        assert _count(by_entrant, b"turn.started")
        assert not any(b"TABLE 1" in one for one in by_entrant)
