"""While the tables of a round play one deal, webhooks tell their owners no more than these may see."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import Random
from typing import NamedTuple

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


@pytest.fixture(scope="module")
def of_app(server: LocalService) -> Iterator[Receiver]:
    """The receiver of what the app hears of all its tournaments."""
    with receiving() as receiver:
        Rest(server).done("/v1/webhooks", {"url": receiver.url})
        yield receiver


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

    def heard(self, name: str, ends: int) -> list[bytes]:
        """Return what a webhook gets until so many tables are over, in a fixed order, without ids and times."""
        bodies = list[bytes]()
        # The notices of a table come in their order, and beside them that of the tournament.
        while _count(bodies, b"table.finished") < ends or not _count(bodies, b"tournament.round_started"):
            body = self._receivers[name].next().body
            # The app hears of other worlds, too.
            bodies += [body] if self.tournament.encode() in body else []
        return sorted(self._set_aside(one) for one in bodies)

    def _set_aside(self, body: bytes) -> bytes:
        for number, session in enumerate(self.sessions):
            body = body.replace(session.encode(), b"TABLE %d" % number)
        return TIME.sub(rb'"\1":"TIME"', body.replace(self.tournament.encode(), b"TOURNAMENT"))


def _count(bodies: Sequence[bytes], kind: bytes) -> int:
    return sum(b'"%s"' % kind in one for one in bodies)


class Heard(NamedTuple):
    """What the app, the host and an entrant heard of a round, and the version at which its second table was over."""

    by_app: list[bytes]
    by_host: list[bytes]
    by_entrant: list[bytes]
    version: int


def listen(server: LocalService, script: Script, others: int, of_app: Receiver, seat: int) -> Heard:
    """Play two of three tables of a round to their end; the entrant has a seat at the first one."""
    with ExitStack() as stack:
        world = HookedWorld(server, script, of_app, stack)
        world.play_second(Random(others))
        for act in script.acts:
            world.act(act)
        world.wait_for("FINISHED", 2)
        elsewhere = Rest(server, world.entrants[1][0]).get(f"/v1/sessions/{world.sessions[1]}").json()
        by_entrant = world.heard(world.entrants[0][seat], 1)
        return Heard(world.heard("app", 2), world.heard("host", 2), by_entrant, elsewhere["version"])


def test_webhooks_tell_the_same_of_a_closed_deal_whatever_is_dealt_and_played(
    server: LocalService, of_app: Receiver
) -> None:
    script = shared_script(SHORT, Random(1))
    deals = alternative_deals(script, "round")
    seat = max(viewer for viewer in deals if viewer is not None)
    here = listen(server, script, 1, of_app, seat)
    there = listen(server, replace(script, deal=deals[seat]), 2, of_app, seat)
    assert here.version != there.version
    assert here.by_app == there.by_app
    assert here.by_host == there.by_host
    # Each table is opened and started, and two are finished.
    assert len(here.by_host) >= 2 * TABLES + 2
    assert here.by_entrant == there.by_entrant
    assert _count(here.by_entrant, b"turn.started")
    assert not any(b"TABLE 1" in one for one in here.by_entrant)
