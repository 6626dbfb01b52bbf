"""Play a script with its deal and with an alternative one for each viewer, and compare all bytes that it receives."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace
from starlette.applications import Starlette

from service.app import create_app
from service.settings import load_settings
from tests.engine.redeal import Viewer, difference
from tests.service.noninterference.deals import Deal, Script, alternative_deals
from tests.service.noninterference.sealed_worlds import drive_sealed
from tests.service.noninterference.shared_worlds import SharedWorld
from tests.service.noninterference.worlds import Sent, World, drive
from tools.services import LocalService

SEAL_KEY = "5ea1" * 16


class Played(Protocol):
    """A world that was driven, and what each viewer was sent of it."""

    received: dict[Viewer, list[Sent]]


# Drives a script for some viewers.
Play = Callable[[Script, Iterable[Viewer]], Played]


def compare_with(play: Play, script: Script, deals: Mapping[Viewer, Deal]) -> int:
    """Compare a world with one of each of these deals, for the deal's viewer; return how many they are."""
    here = play(script, deals)
    for viewer, deal in deals.items():
        there = play(replace(script, deal=deal), (viewer,))
        check_alike(here.received[viewer], there.received[viewer], viewer)
    return len(deals)


def play_session(server: LocalService, name: str, host_seat: Viewer = None) -> Play:
    """Return how a session is played; the host sits at `host_seat`, if it plays."""
    return lambda script, viewers: drive(World(server, script, viewers, host_seat), name)


def play_sealed(server: LocalService, name: str) -> Play:
    """Return how a sealed table is played."""
    return lambda script, viewers: drive_sealed(server, script, viewers, name)


def compare(server: LocalService, script: Script, name: str, host_seat: Viewer = None) -> int:
    """Compare a session with one of an alternative deal for each viewer that has one; return how many have."""
    return compare_with(play_session(server, name, host_seat), script, alternative_deals(script, name))


def compare_sealed(server: LocalService, script: Script, name: str) -> int:
    """Compare a sealed table with one of an alternative deal for each viewer that has one; return how many have."""
    return compare_with(play_sealed(server, name), script, alternative_deals(script, name))


def compare_shared(server: LocalService, script: Script, name: str) -> int:
    """Compare a session of a closed deal with one of an alternative deal for each seat that has one; count them."""
    deals: dict[Viewer, Deal] = {who: deal for who, deal in alternative_deals(script, name).items() if who is not None}
    return compare_with(lambda one, viewers: drive(SharedWorld(server, one, viewers), name), script, deals)


def check_alike(one: Sequence[Sent], other: Sequence[Sent], viewer: Viewer) -> None:
    """Check that both are the same, byte for byte."""
    for here, there in zip(one, other, strict=False):
        if here != there:
            raise AssertionError(f"What {viewer} is sent tells hidden cards: {here.what!r}: {_difference(here, there)}")
    assert len(one) == len(other)


def _difference(here: Sent, there: Sent) -> str:
    return difference(*(b"%s %r %r %s" % (it.what.encode(), it.status, it.headers, it.body) for it in (here, there)))


def app_on(store: str) -> Starlette:
    """Return the application on a store, with a key to seal states; its state has the address of the store."""
    app = create_app(load_settings({"CROUPIER_STORE": store, "CROUPIER_SEAL_KEYS": SEAL_KEY}))
    app.state.store_url = store
    return app
